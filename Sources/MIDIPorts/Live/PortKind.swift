/// The kinds of ports of ours that rules connect.
public enum PortKind: Sendable {
    /// A port that others play to: `in 1`.
    case input
    /// A port that plays to others: `out 1`.
    case output

    /// Its name in messages.
    package var name: String {
        switch self {
        case .input: "input"
        case .output: "output"
        }
    }

    /// The option that says how many there are.
    package var option: String {
        switch self {
        case .input: "--inputs"
        case .output: "--midi-outs"
        }
    }
}
