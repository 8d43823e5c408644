package import CommandSupport
import GameMusic
import MIDI2
package import SMF
import Sequencer
import Wording

/// A choice of diagnostic codes.
package struct CheckCodes: Sendable {
    /// All codes.
    package static let all: [Diagnostic.Code] =
        Diagnostic.Code.fileCodes + Diagnostic.Code.gameMusicCodes + Diagnostic.Code.midi2Codes
        + Diagnostic.Code.sequenceCodes + Diagnostic.Code.faultCodes + Diagnostic.Code.fontCodes

    private let only: Set<Diagnostic.Code>
    private var ignored: Set<Diagnostic.Code>

    /// Reads lists of codes, separated by commas.
    ///
    /// - Throws: Status 64 for an unknown code, for one that is ignored and not among `only`, and if
    ///   no code is left.
    package init(only: [String], ignored: [String]) throws(CommandFailure) {
        self.only = try Self.codes(only, option: "--only")
        self.ignored = try Self.codes(ignored, option: "--ignore")
        guard !self.only.isEmpty else { return }
        if let code = self.ignored.subtracting(self.only).map(\.rawValue).min() {
            throw CommandFailure(
                .usage,
                "--ignore \(code): --only does not look for it anyway; leave it out"
            )
        }
        if self.only == self.ignored {
            let codes = self.only.map(\.rawValue).sorted().joined(separator: ",")
            throw CommandFailure(.usage, "--ignore leaves nothing of --only \(codes)")
        }
    }

    /// Leaves out a code, even one that was asked for.
    package mutating func leaveOut(_ code: Diagnostic.Code) {
        ignored.insert(code)
    }

    /// Whether findings with a code are shown and counted.
    package func contains(_ code: Diagnostic.Code) -> Bool {
        !ignored.contains(code) && (only.isEmpty || only.contains(code))
    }

    /// Whether a code is among `only`.
    package func asksFor(_ code: Diagnostic.Code) -> Bool { only.contains(code) }

    /// The first code among `only` that needs a SoundFont.
    package var fontCode: Diagnostic.Code? { Diagnostic.Code.fontCodes.first(where: only.contains) }

    private static func codes(
        _ lists: [String],
        option: String
    ) throws(CommandFailure) -> Set<Diagnostic.Code> {
        let words = lists.flatMap { $0.split(whereSeparator: { ", ".contains($0) }) }
        var codes: Set<Diagnostic.Code> = []
        for word in words.map(String.init) {
            let code = Diagnostic.Code(rawValue: word)
            guard all.contains(code) else {
                let hint =
                    Suggestion.nearest(to: word, among: all.map(\.rawValue))
                    .map { "; did you mean \($0)?" } ?? "; docs/check.md lists the codes"
                throw CommandFailure(.usage, "\(option): unknown code '\(word)'\(hint)")
            }
            codes.insert(code)
        }
        return codes
    }
}
