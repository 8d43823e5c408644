/// The content of a RIFF-MIDI file (RMID).
///
/// Sources: Multimedia Programming Interface and Data Specifications 1.0 (RMID); MMA RP-029 (bundled
/// DLS); the SF2 RMIDI specification for a SoundFont and the `DBNK` bank offset.
struct RIFFWrapper {
    /// The range of the MIDI file.
    private(set) var music: Range<Int>?
    /// The range of the sound bank, including its own RIFF header.
    private(set) var soundBank: Range<Int>?
    /// The offset of the sound bank's bank numbers.
    private(set) var bankOffset: Int?

    private let input: Input

    /// Whether the input is a RIFF file of the form RMID.
    static func isPresent(in input: Input) -> Bool {
        input.id(at: 0) == .riff && input.id(at: 8) == .riffMIDI
    }

    /// Goes through the chunks of the wrapper.
    ///
    /// Sizes that exceed the file are cut to it.
    init(_ input: Input, log: inout DiagnosticLog) {
        self.input = input
        let count = unsafe input.bytes.count
        if let size = input.littleEndian(at: 4), Int(size) + 8 > count {
            log.report(
                .riffSizeWrong,
                .warning,
                offset: 4,
                "RIFF size is \(size), but only \(count - 8) bytes follow"
            )
        }
        var position = 12
        while let id = input.id(at: position), let size = input.littleEndian(at: position + 4) {
            let start = position + 8
            let end = min(start + Int(size), count)
            if start + Int(size) > count {
                log.report(
                    .riffSizeWrong,
                    .warning,
                    offset: position + 4,
                    "RIFF chunk \(id) claims \(size) bytes, but only \(count - start) follow"
                )
            }
            take(id, position: position, content: start..<end)
            // The music itself follows a size of 0, which writers to pipes leave.
            if id == .data, size == 0, music?.lowerBound == start { break }
            // Chunks are padded to even sizes.
            position = end + (end - start) % 2
        }
    }

    private mutating func take(_ id: ChunkID, position: Int, content: Range<Int>) {
        switch id {
        case .data where music == nil:
            // Writers to pipes leave the size 0.
            music = unsafe content.isEmpty ? content.lowerBound..<input.bytes.count : content
        case .riff where soundBank == nil:
            let form = input.id(at: content.lowerBound)
            guard form == .soundFont || form == .downloadableSounds else { return }
            soundBank = position..<content.upperBound
        case .list where input.id(at: content.lowerBound) == .info:
            takeInfo(content.dropFirst(4))
        default:
            break
        }
    }

    private mutating func takeInfo(_ content: Range<Int>) {
        var position = content.lowerBound
        while position <= content.upperBound - 8,
            let id = input.id(at: position),
            let size = input.littleEndian(at: position + 4)
        {
            if id == .bankOffset, size >= 2, position + 10 <= content.upperBound {
                bankOffset = input.bigEndian16(at: position + 8).map { Int($0.byteSwapped) }
            }
            position += 8 + Int(size) + Int(size % 2)
        }
    }
}
