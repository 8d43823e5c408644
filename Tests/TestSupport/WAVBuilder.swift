import Foundation

/// The bytes of a WAV file with frames that are known.
public struct WAVBuilder: Sendable {
    /// The values of each channel; 1.0 is full scale.
    public var channels: [[Double]]
    /// Frames per second.
    public var rate = 48_000
    /// Bits of a value, 16 or 24.
    public var bits = 16
    /// The key of the chunk `smpl`; no chunk if `nil`.
    public var key: UInt8?
    /// The loop of the chunk `smpl`, which the key is for.
    public var loop: Range<Int>?

    /// Makes a file of channels of the same length.
    public init(_ channels: [[Double]]) {
        self.channels = channels
    }

    /// A sine that begins with frame 0.
    public static func sine(
        _ frequency: Double,
        frames: Int,
        amplitude: Double = 0.25,
        rate: Int = 48_000
    ) -> [Double] {
        (0..<frames).map {
            amplitude * sin(2 * .pi * frequency * Double($0) / Double(rate))
        }
    }

    /// The file.
    public var bytes: [UInt8] {
        let width = bits / 8
        let scale = bits == 24 ? 8_388_608.0 : 32_768.0
        let count = channels.first?.count ?? 0
        var data: [UInt8] = []
        data.reserveCapacity(count * width * channels.count)
        for frame in 0..<count {
            for channel in channels {
                let value = Int32(min(max((channel[frame] * scale).rounded(), -scale), scale - 1))
                for byte in 0..<width {
                    data.append(UInt8(truncatingIfNeeded: value >> (8 * byte)))
                }
            }
        }
        var body = Array("WAVE".utf8)
        let block = width * channels.count
        body += chunk(
            "fmt ",
            little(1, 2) + little(channels.count, 2) + little(rate, 4) + little(rate * block, 4)
                + little(block, 2) + little(bits, 2)
        )
        if let key {
            // Manufacturer, product, period, key, fraction, SMPTE twice, loops, more data.
            var sampler = little(0, 4) + little(0, 4) + little(0, 4) + little(Int(key), 4)
            sampler += little(0, 4) + little(0, 4) + little(0, 4)
            sampler += little(loop == nil ? 0 : 1, 4) + little(0, 4)
            if let loop {
                // Name, kind, first and last frame, fraction, count.
                sampler += little(0, 4) + little(0, 4) + little(loop.lowerBound, 4)
                sampler += little(loop.upperBound - 1, 4) + little(0, 4) + little(0, 4)
            }
            body += chunk("smpl", sampler)
        }
        body += chunk("data", data)
        return Array("RIFF".utf8) + little(body.count, 4) + body
    }

    private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(content.count, 4) + content
            + (content.count % 2 == 1 ? [0] : [])
    }

    private func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
