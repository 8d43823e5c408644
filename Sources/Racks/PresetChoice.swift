/// A preset as people choose it: by bank and program, by program alone, or by name.
public enum PresetChoice: Hashable, Sendable {
    /// A bank and a program: `0:40`.
    case address(RoutingDestination.FixedPreset)
    /// A program, 0 … 127, of bank 0; of a drum kit for a part that is channel 10 alone: `40`.
    case program(Int)
    /// A name in the SoundFont, or a part of it that no other preset has: `Violin`.
    case name(String)

    /// Reads a choice.
    ///
    /// - Parameter text: The text.
    /// - Throws: The text and what was expected.
    public init(parsing text: String) throws(RoutingSyntaxError) {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
        if isNumber, let program = Int(text), (0...127).contains(program) {
            self = .program(program)
        } else if text.contains(where: \.isLetter) {
            self = .name(text)
        } else {
            self = .address(try RoutingDestination.FixedPreset(parsing: text))
        }
    }
}

extension PresetChoice: CustomStringConvertible {
    /// The choice as it is written.
    public var description: String {
        switch self {
        case .address(let preset): preset.description
        case .program(let program): "\(program)"
        case .name(let name): name
        }
    }
}
