extension SoundFile {
    /// Reads the bytes of a WAV file; data that are shorter than the header says are an error.
    public init(wav bytes: [UInt8]) throws {
        guard bytes.count >= 12, ["RIFF", "RF64"].contains(Self.name(bytes, at: 0)),
            Self.name(bytes, at: 8) == "WAVE"
        else { throw TestSupportError("not a WAV file: \(bytes.prefix(12))") }

        var format: WAVFormat?
        var longLength: Int?
        var offset = 12
        while let size = bytes.littleEndian(at: offset + 4, width: 4) {
            let start = offset + 8
            switch Self.name(bytes, at: offset) {
            case "ds64":
                // RF64 (EBU Tech 3306): RIFF size, then data size, 64 bits each.
                longLength = bytes.littleEndian(at: start + 8, width: 8).flatMap(Int.init(exactly:))
            case "fmt ":
                format = try WAVFormat(bytes, at: start, size: Int(size))
            case "data":
                guard let format else { throw TestSupportError("data before fmt") }
                let claimed = size == 0xFFFF_FFFF ? longLength ?? bytes.count - start : Int(size)
                guard claimed <= bytes.count - start else {
                    throw TestSupportError(
                        "data chunk of \(claimed) bytes, but \(bytes.count - start) are there"
                    )
                }
                try self.init(
                    raw: Array(bytes[start..<start + claimed]),
                    encoding: format.encoding,
                    channelCount: format.channelCount,
                    rate: format.rate
                )
                return
            default:
                break
            }
            offset = start + Int(size) + Int(size & 1)
        }
        throw TestSupportError("WAV file without data")
    }

    private static func name(_ bytes: [UInt8], at offset: Int) -> String {
        String(decoding: bytes.dropFirst(offset).prefix(4), as: UTF8.self)
    }
}

/// The `fmt ` chunk.
private struct WAVFormat {
    var encoding: SoundFile.Encoding
    var channelCount: Int
    var rate: Int

    init(_ bytes: [UInt8], at start: Int, size: Int) throws {
        func field(_ offset: Int, width: Int = 2) throws -> Int {
            guard offset + width <= size,
                let value = bytes.littleEndian(at: start + offset, width: width)
            else { throw TestSupportError("fmt chunk cut short") }
            return Int(value)
        }
        var tag = try field(0)
        channelCount = try field(2)
        rate = try field(4, width: 4)
        let bits = try field(14)
        // WAVE_FORMAT_EXTENSIBLE: the true tag begins the sub-format's identifier.
        if tag == 0xFFFE { tag = try field(24) }
        switch (tag, bits) {
        case (1, 8): encoding = .unsigned8
        case (1, 16): encoding = .signed16
        case (1, 24): encoding = .signed24
        case (1, 32): encoding = .signed32
        case (3, 32): encoding = .float32
        case (3, 64): encoding = .float64
        default: throw TestSupportError("WAV format \(tag) with \(bits) bits")
        }
        guard try field(12) == encoding.width * channelCount else {
            throw TestSupportError("WAV block of \(try field(12)) bytes with \(bits) bits")
        }
    }
}
