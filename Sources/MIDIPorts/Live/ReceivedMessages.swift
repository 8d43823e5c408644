import MIDI
import Synchronization

/// Hands the messages of live sources to the controlling thread, apart from their route to the
/// samplers.
public final class ReceivedMessages: Sendable {
    /// The messages that are wanted.
    public struct Interest: OptionSet, Sendable {
        /// The kinds, a bit each.
        public let rawValue: UInt8

        /// Makes a set of its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Clock, song position and time code.
        public static let sync = Interest(rawValue: 1)
        /// Channel messages.
        public static let channels = Interest(rawValue: 2)
        /// All other messages.
        public static let others = Interest(rawValue: 4)
        /// All messages.
        public static let all: Interest = [.sync, .channels, .others]
    }

    private struct State {
        var waiting: [InputMessage] = []
        var dropped = 0
        var onMessages: @Sendable () -> Void = {}
    }

    /// The most messages that wait; further ones are dropped and counted.
    private static let capacity = 4_096

    private let interest = Atomic<UInt8>(0)
    private let state = Mutex(State())

    package init() {}

    /// Sets what is wanted from now on.
    ///
    /// - Parameters:
    ///   - interest: The kinds of messages; none ends it.
    ///   - onMessages: Called on the input thread when a message arrives and none was waiting.
    public func watch(_ interest: Interest, onMessages: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.onMessages = onMessages
            if interest.isEmpty { state.waiting = [] }
        }
        self.interest.store(interest.rawValue, ordering: .releasing)
    }

    /// Takes the messages that wait, in the order of their arrival.
    ///
    /// - Returns: The messages, and the number of those that found no room.
    public func take() -> (messages: [InputMessage], dropped: Int) {
        state.withLock { state in
            defer { (state.waiting, state.dropped) = ([], 0) }
            return (state.waiting, state.dropped)
        }
    }

    /// Adds a message if it is wanted.
    package func push(_ body: InputMessage.Body, from key: SenderKey, stamp: Int64) {
        let wanted = Interest(rawValue: interest.load(ordering: .acquiring))
        guard !wanted.isDisjoint(with: Self.kind(of: body)) else { return }
        let message = InputMessage(body, from: key, stamp: stamp)
        let onMessages = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.waiting.count < Self.capacity else {
                state.dropped += 1
                return nil
            }
            state.waiting.append(message)
            return state.waiting.count == 1 ? state.onMessages : nil
        }
        onMessages?()
    }

    private static func kind(of body: InputMessage.Body) -> Interest {
        switch body {
        case .message(let message) where message.isChannelMessage: .channels
        case .message(let message):
            switch message.status {
            case 0xF1, 0xF2, 0xF8, 0xFA, 0xFB, 0xFC: .sync
            default: .others
            }
        case .closed: .channels
        // Full frames of time code are among these.
        case .exclusive(let bytes):
            bytes.count == 8 && bytes[0] == 0x7F && bytes[2] == 1 ? [.sync, .others] : .others
        }
    }
}
