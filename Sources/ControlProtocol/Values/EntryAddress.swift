/// An entry of the queue: its position, or the ID that it keeps when the queue is edited.
public enum EntryAddress: Hashable, Sendable, CustomStringConvertible {
    /// The position in the queue, from 1: `3`.
    case position(Int)
    /// The ID, from 1: `id:17`.
    case id(Int)

    /// Reads `3` or `id:17`; `nil` for anything else.
    public init?(parsing text: String) {
        let digits = text.hasPrefix("id:") ? text.dropFirst(3) : text[...]
        guard let number = Int(digits), number > 0, digits.utf8.allSatisfy({ $0 >= 48 }) else {
            return nil
        }
        self = text.hasPrefix("id:") ? .id(number) : .position(number)
    }

    /// The address as it is read.
    public var description: String {
        switch self {
        case .position(let position): "\(position)"
        case .id(let id): "id:\(id)"
        }
    }
}

extension EntryAddress: ExpressibleByIntegerLiteral {
    /// Makes the address of a position.
    public init(integerLiteral position: Int) { self = .position(position) }
}
