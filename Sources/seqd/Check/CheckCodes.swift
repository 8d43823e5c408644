import SMF
import Sequencer

/// The words that findings are named by, and a choice of them.
struct CheckCodes: Sendable {
    /// What is found against a SoundFont.
    enum Sound: String, CaseIterable {
        /// The font lacks a preset.
        case presetMissing = "preset-missing"
        /// The preset has no sound for a key.
        case keySilent = "key-silent"
        /// More voices are needed than there are.
        case polyphonyExceeded = "polyphony-exceeded"
    }

    /// All codes.
    static let all: [String] =
        Diagnostic.Code.allCases.map(\.rawValue) + Notice.Code.allCases.map(\.rawValue)
        + Fault.Code.allCases.map(\.rawValue) + Sound.allCases.map(\.rawValue)

    private let only: Set<String>
    private let ignored: Set<String>

    /// Reads lists of codes, separated by commas.
    ///
    /// - Throws: Status 64 for a code that does not exist.
    init(only: [String], ignored: [String]) throws(CommandFailure) {
        self.only = try Self.codes(only, option: "--only")
        self.ignored = try Self.codes(ignored, option: "--ignore")
    }

    /// Whether findings with a code are shown and count.
    func contains(_ code: String) -> Bool {
        !ignored.contains(code) && (only.isEmpty || only.contains(code))
    }

    /// Whether nothing is looked for but what only a SoundFont tells.
    var needFont: Bool {
        !only.isEmpty && only.isSubset(of: Sound.allCases.map(\.rawValue))
    }

    private static func codes(
        _ lists: [String],
        option: String
    ) throws(CommandFailure) -> Set<String> {
        var codes: Set<String> = []
        for code in lists.flatMap({ $0.split(whereSeparator: { ", ".contains($0) }) }).map(
            String.init
        ) {
            guard all.contains(code) else {
                let hint =
                    Suggestion.nearest(to: code, among: all)
                    .map { "; did you mean \($0)?" } ?? "; docs/check.md lists the codes"
                throw CommandFailure(.usage, "\(option): unknown code '\(code)'\(hint)")
            }
            codes.insert(code)
        }
        return codes
    }
}
