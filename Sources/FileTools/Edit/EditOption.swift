/// An option of `seqd edit` whose order matters: these options are carried out in the order in
/// which they are given.
package enum EditOption: String, CaseIterable {
    case track
    case channel
    case quantise
    case strength
    case swing
    case ends
    case transpose
    case cut
    case clear
    case copy
    case move
    case to
    case reverse
    case scaleTime = "scale-time"
    case scaleVelocity = "scale-velocity"
    case offset
    case merge
    case deleteTracks = "delete-tracks"
    case renameTrack = "rename-track"
    case program
    case setTempo = "set-tempo"

    /// Whether a value follows.
    package enum Value {
        case never
        case maybe
        case always
    }

    /// The option as it is typed.
    package var name: String { "--\(rawValue)" }

    /// Whether a value follows it.
    package var value: Value {
        switch self {
        case .ends: .never
        case .reverse: .maybe
        default: .always
        }
    }

    /// Reads the name of an option, without its dashes.
    package init?(name: some StringProtocol) {
        // The American spelling.
        self.init(rawValue: name == "quantize" ? "quantise" : String(name))
    }
}

/// An option of `seqd edit` and its value.
package struct EditWord: Hashable {
    package var option: EditOption
    package var value: String?

    /// The ordered options of a command line that the parser has accepted.
    ///
    /// The parser checks the options and their values, but does not report their order.
    ///
    /// - Parameter arguments: The arguments after `edit`.
    /// - Returns: The options whose order matters, in order.
    package static func words(in arguments: some Sequence<String>) -> [EditWord] {
        var words: [EditWord] = []
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst(), argument != "--" {
            guard argument.hasPrefix("--") else { continue }
            let parts = argument.dropFirst(2).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard let name = parts.first, let option = EditOption(name: name) else { continue }
            var value = parts.count > 1 ? String(parts[1]) : nil
            if value == nil {
                switch option.value {
                case .never: break
                case .maybe:
                    if let next = rest.first, !next.hasPrefix("-") { value = rest.popFirst() }
                case .always: value = rest.popFirst()
                }
            }
            words.append(EditWord(option: option, value: value))
        }
        return words
    }
}
