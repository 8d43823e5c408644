import Wording

/// A controller or key of a live input, and the command that it gives.
public struct ControllerMap: Hashable, Sendable, Codable {
    /// The kinds of controls.
    public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
        /// A controller.
        case cc
        /// A key; its value is the velocity.
        case note
        /// A program change; it has no value.
        case program
    }

    /// The meanings of a controller's values.
    public enum Mode: String, CaseIterable, Hashable, Sendable, Codable {
        /// A position, 0 to 127.
        case absolute
        /// A change: 1 to 63 are up, 127 down to 65 are -1 to -63.
        case twosComplement = "twos-complement"
        /// A change: 1 to 63 are up, 65 to 127 are -1 to -63.
        case signMagnitude = "sign-magnitude"
        /// A change: 65 to 127 are 1 to 63, 63 down to 0 are -1 to -64.
        case offset
        /// The angle of a wheel without ends, 128 to a turn; it gives changes.
        case wheel
    }

    /// The kind of control.
    public var kind: Kind
    /// The number of the controller, key or program, 0 to 127; programs count from 0.
    public var number: Int
    /// The channel, 1 to 16; `nil` for all.
    public var channel: Int?
    /// The input, 1 to 16; `nil` for all.
    public var input: Int?
    /// The command, with `{}` for the value.
    public var command: String
    /// The meaning of the controller's values.
    public var mode = Mode.absolute
    /// The value at the lower end.
    public var minimum = 0.0
    /// The value at the upper end.
    public var maximum = 127.0
    /// The multiple to which values are rounded; `nil` for none.
    public var step: Double?
    /// Whether a value that changes beyond one end continues from the other.
    public var wraps = false
    /// The changes in a turn, for which the value is the change itself; `nil` otherwise.
    public var turn: Int?
    /// The value of a turn.
    public var perTurn = 1.0

    /// Makes a map of a control at any input and channel.
    public init(_ kind: Kind, _ number: Int, _ command: String) {
        (self.kind, self.number, self.command) = (kind, number, command)
    }

    /// The place of the value in a command.
    package static let placeholder = "{}"

    /// Whether the command has a value; without one it is given when the control is pressed.
    package var hasValue: Bool { command.contains(Self.placeholder) }

    /// Whether the value is a change, with a sign.
    package var givesChanges: Bool { turn != nil || mode == .wheel }

    /// The command with a value.
    package func command(with value: Double) -> String {
        var value = value
        if let step { value = (value / step).rounded() * step }
        let number = NumberText.decimal(value, decimals: 6)
        let text = givesChanges && value >= 0 ? "+\(number)" : number
        var (result, rest) = ("", Substring(command))
        while let place = rest.firstRange(of: Self.placeholder) {
            result += rest[..<place.lowerBound] + text
            rest = rest[place.upperBound...]
        }
        return result + rest
    }
}
