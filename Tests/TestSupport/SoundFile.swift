import Foundation

/// The frames of a sound file: WAV or raw, read without libsndfile.
public struct SoundFile: Sendable {
    /// How the values are stored.
    public let encoding: Encoding
    /// Frames a second.
    public let rate: Int
    /// The stored bytes of all whole frames, for comparison bit by bit.
    public let data: [UInt8]
    /// The values of each channel; full scale is 1.0.
    public let channels: [[Float]]
    /// The values as stored, interleaved; empty for the float encodings.
    public let integers: [Int32]

    /// The number of frames.
    public var frameCount: Int { channels.first?.count ?? 0 }

    /// The length in seconds.
    public var seconds: Double { Double(frameCount) / Double(rate) }

    /// Reads interleaved values without a header; an incomplete frame at the end is left out.
    public init(raw bytes: [UInt8], encoding: Encoding, channelCount: Int, rate: Int) throws {
        guard channelCount > 0, rate > 0 else {
            throw TestSupportError("sound data with \(channelCount) channels at \(rate) Hz")
        }
        let frameCount = bytes.count / (encoding.width * channelCount)
        self.encoding = encoding
        self.rate = rate
        data = Array(bytes.prefix(frameCount * encoding.width * channelCount))
        let count = frameCount * channelCount
        let values = encoding.values(in: data, count: count)
        integers = encoding.isInteger ? encoding.integers(in: data, count: count) : []
        channels = (0..<channelCount).map { channel in
            [Float](unsafeUninitializedCapacity: frameCount) { floats, initialized in
                initialized = frameCount
                guard frameCount > 0, let target = floats.baseAddress else { return }
                values.withUnsafeBufferPointer { values in
                    guard let source = values.baseAddress else { return }
                    var frame = 0
                    while frame < frameCount {
                        target[frame] = source[frame * channelCount + channel]
                        frame += 1
                    }
                }
            }
        }
    }

    /// Reads a file whose header is not to be believed: the data from byte `headerLength` on.
    ///
    /// alsa-lib 1.2.8 writes sizes into the header of `tee:null,'x.wav',wav` that do not hold, and
    /// a format that is wrong for float and `S24_LE`; the frames begin at byte 44.
    public init(
        path: String,
        headerLength: Int = 44,
        encoding: Encoding,
        channelCount: Int = 2,
        rate: Int
    ) throws {
        let bytes = try Self.contents(of: path)
        guard bytes.count >= headerLength else {
            throw TestSupportError("\(path): \(bytes.count) bytes, less than a header")
        }
        try self.init(
            raw: Array(bytes.dropFirst(headerLength)),
            encoding: encoding,
            channelCount: channelCount,
            rate: rate
        )
    }

    /// Reads a WAV file (PCM of 8, 16, 24 or 32 bits, float of 32 or 64, extensible, RF64).
    public init(path: String) throws {
        do {
            try self.init(wav: Self.contents(of: path))
        } catch let error as TestSupportError {
            throw TestSupportError("\(path): \(error.description)")
        }
    }

    /// One channel, from 0, to be measured.
    public subscript(channel: Int) -> Signal {
        Signal(samples: channels[channel], rate: rate)
    }

    /// The largest magnitude in any channel; full scale is 1.0.
    public var peak: Float {
        channels.joined().reduce(0) { max($0, abs($1)) }
    }

    private static func contents(of path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
