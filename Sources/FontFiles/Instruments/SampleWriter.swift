package import Platform

/// Writes the samples of a font as sound files.
package enum SampleWriter {
    /// Writes mono frames as a WAV file, complete or not at all.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - frames: The frames; 1 is full scale.
    ///   - rate: Frames per second.
    ///   - has24Bits: Whether they are written with 24 bits, else 16.
    ///   - key: The key at which they sound as recorded.
    ///   - loop: The frames of the loop; `nil` without one.
    /// - Throws: A file that cannot be created or written.
    package static func write(
        _ path: String,
        _ frames: [Float],
        rate: Int,
        has24Bits: Bool,
        key: UInt8,
        loop: Range<Int>?
    ) throws(HostError) {
        let width = has24Bits ? 3 : 2
        let dataSize = frames.count * width
        var bytes: [UInt8] = []
        bytes.reserveCapacity(dataSize + 200)
        func little(_ value: Int, _ count: Int) {
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
        }
        func text(_ text: String) { bytes += Array(text.utf8) }
        let samplerSize = loop == nil ? 36 : 60
        text("RIFF")
        little(4 + 24 + 8 + samplerSize + 8 + dataSize + dataSize % 2, 4)
        text("WAVEfmt ")
        little(16, 4)
        little(1, 2)
        little(1, 2)
        little(rate, 4)
        little(rate * width, 4)
        little(width, 2)
        little(8 * width, 2)
        // The key and the loop, as samplers read them.
        text("smpl")
        little(samplerSize, 4)
        for value in [0, 0, rate > 0 ? 1_000_000_000 / rate : 0, Int(key), 0, 0, 0] {
            little(value, 4)
        }
        little(loop == nil ? 0 : 1, 4)
        little(0, 4)
        if let loop {
            for value in [0, 0, loop.lowerBound, loop.upperBound - 1, 0, 0] { little(value, 4) }
        }
        text("data")
        little(dataSize, 4)
        let scale: Float = has24Bits ? 8_388_608 : 32_768
        for frame in frames {
            let value = min(max((frame * scale).rounded(), -scale), scale - 1)
            little(Int(value), width)
        }
        if dataSize % 2 == 1 { bytes.append(0) }
        try write(path, bytes: bytes)
    }

    /// Writes a file, complete or not at all.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: Its content, such as a sound file that is copied.
    /// - Throws: A file that cannot be created or written.
    package static func write(_ path: String, bytes: [UInt8]) throws(HostError) {
        var file = try DataFile(replacing: path)
        try file.write(bytes)
        try file.commit()
    }
}
