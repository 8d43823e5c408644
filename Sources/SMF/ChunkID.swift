/// The four letters that name a chunk.
struct ChunkID: Hashable, CustomStringConvertible {
    /// The letters, the first in the highest byte.
    var code: UInt32

    static let header = ChunkID(code: 0x4D54_6864)  // MThd
    static let track = ChunkID(code: 0x4D54_726B)  // MTrk
    static let riff = ChunkID(code: 0x5249_4646)  // RIFF
    static let list = ChunkID(code: 0x4C49_5354)  // LIST
    static let data = ChunkID(code: 0x6461_7461)  // data
    static let info = ChunkID(code: 0x494E_464F)  // INFO
    static let bankOffset = ChunkID(code: 0x4442_4E4B)  // DBNK
    static let soundFont = ChunkID(code: 0x7366_626B)  // sfbk
    static let downloadableSounds = ChunkID(code: 0x444C_5320)  // "DLS "
    static let riffMIDI = ChunkID(code: 0x524D_4944)  // RMID

    /// Whether all four are printable ASCII, as in every chunk that anyone has defined.
    var isPrintable: Bool {
        (0..<4).allSatisfy { (0x20...0x7E).contains(UInt8(truncatingIfNeeded: code >> ($0 * 8))) }
    }

    var description: String {
        String(
            decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - $0 * 8)) },
            as: UTF8.self
        )
    }
}
