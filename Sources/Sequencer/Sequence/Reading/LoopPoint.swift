import SMF

/// An end of the part that a game repeats, as files mark it with a text.
///
/// The markers `loopStart` and `loopEnd` are those of Final Fantasy VII and of many game engines.
/// Case does not count, nor do blanks, hyphens, underscores and brackets: `[Loop Start]` is one.
enum LoopPoint: Hashable, Sendable {
    case start
    case end

    /// Reads a text; `nil` if it is none.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 16 else { return nil }
        switch text.lowercased().filter({ !" _-[]()<>:".contains($0) }) {
        case "loopstart", "startloop", "loopbegin": self = .start
        case "loopend", "endloop": self = .end
        default: return nil
        }
    }

    /// Reads a text event; `nil` if it is none, or of a kind that no program writes loops in.
    init?(_ bytes: ArraySlice<UInt8>, _ kind: TextKind) {
        guard bytes.count <= 16, kind == .marker || kind == .text || kind == .cuePoint else {
            return nil
        }
        self.init(String(decoding: bytes, as: UTF8.self))
    }
}
