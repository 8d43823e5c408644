public import MIDI

/// A change that a rule makes to messages: a controller, a key or pressure becomes something else.
///
/// Values are led from ``values`` to ``first`` … ``last`` in a straight line; those outside of
/// ``values`` count as the nearest one within. So nothing that was pressed stays pressed.
public struct ControllerChange: Hashable, Sendable, BitwiseCopyable {
    /// The messages that are changed.
    public enum Source: Hashable, Sendable, BitwiseCopyable {
        /// A controller, 0 … 119: its value.
        case controller(UInt8)
        /// A key, 0 … 127: the velocity of its notes, and 0 when it is released.
        case key(UInt8)
        /// Channel pressure.
        case pressure
        /// The pressure of any key.
        case keyPressure
    }

    /// The messages that they become.
    public enum Target: Hashable, Sendable, BitwiseCopyable {
        /// A controller, 0 … 119.
        case controller(UInt8)
        /// A program change; a key that is released selects none.
        case program
        /// Channel pressure.
        case pressure
        /// Nothing: the message does not pass.
        case nothing
    }

    /// The messages that are changed.
    public var source: Source
    /// The lowest and the highest of ``values``.
    private var low: UInt8 = 0
    private var high: UInt8 = 127
    /// The messages that they become.
    public var target: Target
    /// The value that the lowest of ``values`` becomes, 0 … 127.
    public var first: UInt8 = 0
    /// The value that the highest of ``values`` becomes, 0 … 127; if it is below ``first``, the
    /// change inverts.
    public var last: UInt8 = 127

    /// The most changes of a rule.
    public static let maximumCount = 16

    /// Makes a change that leaves values as they are.
    public init(_ source: Source, to target: Target) {
        (self.source, self.target) = (source, target)
    }

    /// The values that are told apart, 0 … 127; two at least.
    public var values: ClosedRange<UInt8> {
        get { low...high }
        set { (low, high) = (newValue.lowerBound, newValue.upperBound) }
    }

    /// The value that a value becomes.
    ///
    /// Any thread; it takes no lock and allocates nothing.
    ///
    /// - Parameter value: The value, 0 … 127.
    /// - Returns: The new value, rounded.
    @_noLocks
    public func result(of value: UInt8) -> UInt8 {
        let width = max(Int(high) &- Int(low), 1)
        let part = min(max(Int(value) &- Int(low), 0), width)
        let moved = part &* (Int(last) &- Int(first))
        let half = moved < 0 ? -(width / 2) : width / 2
        return UInt8(truncatingIfNeeded: Int(first) &+ (moved &+ half) / width) & 0x7F
    }

    /// Whether a message is changed.
    ///
    /// Any thread; it takes no lock and allocates nothing.
    ///
    /// - Parameter message: A channel message.
    /// - Returns: Whether it is of ``source``.
    @_noLocks
    public func matches(_ message: MIDIMessage) -> Bool {
        switch source {
        case .controller(let number):
            message.status & 0xF0 == 0xB0 && message.data1 == number
        case .key(let key):
            message.status & 0xE0 == 0x80 && message.data1 == key
        case .pressure:
            message.status & 0xF0 == 0xD0
        case .keyPressure:
            message.status & 0xF0 == 0xA0
        }
    }

    /// The message that one that ``matches(_:)`` becomes.
    ///
    /// Any thread; it takes no lock and allocates nothing.
    ///
    /// - Parameter message: The message.
    /// - Returns: The message that is sent instead, on the same channel; `nil` for none.
    @_noLocks
    public func result(of message: MIDIMessage) -> MIDIMessage? {
        let isReleased = message.isNoteOff
        let value =
            isReleased ? 0 : message.status & 0xF0 == 0xD0 ? message.data1 : message.data2
        let channel = message.status & 0x0F
        switch target {
        case .controller(let number):
            return MIDIMessage(status: 0xB0 | channel, data1: number, data2: result(of: value))
        case .program:
            return isReleased
                ? nil : MIDIMessage(status: 0xC0 | channel, data1: result(of: value))
        case .pressure:
            return MIDIMessage(status: 0xD0 | channel, data1: result(of: value))
        case .nothing:
            return nil
        }
    }

    /// The problem of values that are out of range; `nil` without one.
    package var problem: String? {
        if case .controller(let number) = source, number > 119 { return Self.modeProblem(number) }
        if case .controller(let number) = target, number > 119 { return Self.modeProblem(number) }
        if case .key(let key) = source, key > 127 { return "key \(key), expected 0 … 127" }
        guard values.upperBound <= 127, values.count > 1, max(first, last) <= 127 else {
            return "values \(values) and \(first) … \(last), expected 0 … 127, and two at least"
        }
        return nil
    }

    static func modeProblem(_ number: UInt8) -> String {
        "controller \(number), expected 0 … 119; channel mode messages cannot be changed"
    }
}
