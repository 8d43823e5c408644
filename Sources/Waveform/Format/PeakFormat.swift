/// The data of a waveform in the formats of *audiowaveform*, which players in web pages read.
///
/// The formats are described in audiowaveform's `doc/DataFormat.md`. Lengths have to be known before
/// the values are written.
public struct PeakFormat: Hashable, Sendable {
    /// The kinds of file.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Binary: version 1 for one channel, version 2 for several.
        case dat
        /// JSON: version 2.
        case json
    }

    /// The kind of file.
    public var kind: Kind
    /// The bits of a value, 8 or 16.
    public var bits: Int
    /// Frames per second.
    public var rate: Int
    /// The frames of a pixel.
    public var samplesPerPixel: Int
    /// The number of channels.
    public var channels: Int

    /// Takes the properties of a file.
    public init(kind: Kind, bits: Int, rate: Int, samplesPerPixel: Int, channels: Int) {
        precondition(bits == 8 || bits == 16, "a value has 8 or 16 bits")
        (self.kind, self.bits, self.rate) = (kind, bits, rate)
        (self.samplesPerPixel, self.channels) = (samplesPerPixel, channels)
    }

    /// The frames of a pixel that the formats can hold; audiowaveform reads no file with fewer.
    public static let samplesPerPixel = 2...Int(Int32.max)
    /// The most pixels that the formats can hold.
    public static let greatestLength = Int64(UInt32.max)

    /// The bytes before the values.
    ///
    /// - Parameter length: The number of pixels, 0 … ``greatestLength``.
    /// - Returns: The bytes.
    public func header(length: Int64) -> [UInt8] {
        switch kind {
        case .dat:
            let version = channels == 1 ? 1 : 2
            var fields = [version, bits == 8 ? 1 : 0, rate, samplesPerPixel, Int(length)]
            if version == 2 { fields.append(channels) }
            return fields.flatMap { field in
                (0..<4).map { UInt8(truncatingIfNeeded: field >> (8 * $0)) }
            }
        case .json:
            let text =
                "{\"version\":2,\"channels\":\(channels),\"sample_rate\":\(rate),"
                + "\"samples_per_pixel\":\(samplesPerPixel),\"bits\":\(bits),"
                + "\"length\":\(length),\"data\":["
            return Array(text.utf8)
        }
    }

    /// Adds the lowest and the highest samples of pixels.
    ///
    /// - Parameters:
    ///   - values: The values of whole pixels, one for each channel.
    ///   - isFirst: Whether they are the first after the header.
    ///   - bytes: The bytes that they are added to.
    public func add(_ values: Span<PeakValues>, isFirst: Bool, to bytes: inout [UInt8]) {
        for index in values.indices {
            add(values[index].minimum, isFirst: isFirst && index == 0, to: &bytes)
            add(values[index].maximum, isFirst: false, to: &bytes)
        }
    }

    /// The bytes of JSON between the values and their RMS.
    ///
    /// The key `rms` is not in audiowaveform's format. Players skip it; audiowaveform itself refuses
    /// it.
    public static let beginningOfRMS = Array("],\"rms\":[".utf8)

    /// Adds the root mean squares of pixels to JSON, on the scale of the other values.
    ///
    /// - Parameters:
    ///   - values: The values of whole pixels, one for each channel.
    ///   - isFirst: Whether they are the first after ``beginningOfRMS``.
    ///   - bytes: The bytes that they are added to.
    public func addRMS(_ values: Span<PeakValues>, isFirst: Bool, to bytes: inout [UInt8]) {
        for index in values.indices {
            add(values[index].rms, isFirst: isFirst && index == 0, to: &bytes)
        }
    }

    /// The bytes after the values.
    public var end: [UInt8] { kind == .json ? Array("]}\n".utf8) : [] }

    private func add(_ value: Int16, isFirst: Bool, to bytes: inout [UInt8]) {
        let value = bits == 8 ? value / 256 : value
        guard kind == .json else {
            bytes.append(UInt8(truncatingIfNeeded: value))
            if bits == 16 { bytes.append(UInt8(truncatingIfNeeded: value >> 8)) }
            return
        }
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var divisor: UInt16 = 1
        while value.magnitude / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(value.magnitude / divisor % 10))
            divisor /= 10
        }
    }
}
