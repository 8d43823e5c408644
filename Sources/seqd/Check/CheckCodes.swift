import SMF
import Sequencer
import Wording

/// The words that findings are named by, and a choice of them.
struct CheckCodes: Sendable {
    /// What is found against a SoundFont.
    enum Sound: String, CaseIterable {
        /// The font lacks a preset.
        case presetMissing = "preset-missing"
        /// The preset has no sound for a key.
        case keySilent = "key-silent"
        /// A sample of a preset that has notes cannot be played.
        case sampleInvalid = "sample-invalid"
        /// A loop of a preset that has notes lies outside of its sample.
        case loopInvalid = "loop-invalid"
        /// The font's structure is odd, and nothing is lost.
        case fontStructure = "font-structure"
        /// More voices are needed than there are.
        case polyphonyExceeded = "polyphony-exceeded"
    }

    /// All codes.
    static let all: [String] =
        Diagnostic.Code.allCases.map(\.rawValue) + Notice.Code.allCases.map(\.rawValue)
        + Fault.Code.allCases.map(\.rawValue) + Sound.allCases.map(\.rawValue)

    private let only: Set<String>
    private var ignored: Set<String>

    /// Reads lists of codes, separated by commas.
    ///
    /// - Throws: Status 64 for a code that does not exist, one that is ignored and not looked for
    ///   anyway, and where nothing is left to look for.
    init(only: [String], ignored: [String]) throws(CommandFailure) {
        self.only = try Self.codes(only, option: "--only")
        self.ignored = try Self.codes(ignored, option: "--ignore")
        guard !self.only.isEmpty else { return }
        if let code = self.ignored.subtracting(self.only).min() {
            throw CommandFailure(
                .usage,
                "--ignore \(code): --only does not look for it anyway; leave it out"
            )
        }
        if self.only == self.ignored {
            throw CommandFailure(
                .usage,
                "--ignore leaves nothing of --only \(self.only.sorted().joined(separator: ","))"
            )
        }
    }

    /// Leaves out a code, whatever was asked for.
    mutating func leaveOut(_ code: String) {
        ignored.insert(code)
    }

    /// Whether findings with a code are shown and count.
    func contains(_ code: String) -> Bool {
        !ignored.contains(code) && (only.isEmpty || only.contains(code))
    }

    /// The first code that is looked for by name and needs a SoundFont to be found.
    var fontCode: String? {
        Sound.allCases.map(\.rawValue).first(where: only.contains)
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
