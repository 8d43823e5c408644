public import MIDI

/// An action of a live source: a message, its arrival or its departure.
///
/// Plain data, for the queue to the audio thread.
@safe
public struct LiveEvent: BitwiseCopyable, @unchecked Sendable {
    package enum Kind: UInt8, BitwiseCopyable {
        /// The source begins to play on the input `bits`.
        case open
        /// From now on `bits` are the names of the source, see ``InputNames``.
        case names
        case message
        /// `bytes` hold `bits` bytes, F0 and F7 left out.
        case systemExclusive
        /// The source has disconnected: what it holds is released.
        case close
        /// A bank and a program, whatever the bank mode: `bits` are channel, program (8 bits each)
        /// and bank (16 bits).
        case program
        /// All sound ends, in all samplers and of all senders.
        case panic
    }

    /// The most sources that one queue may have at a time.
    public static let sources = 128

    /// The same, for the audio thread.
    package static var sourceCapacity: Int { @_noLocks get { 128 } }

    /// The time at which it happened, in nanoseconds of the monotonic clock.
    package var stamp: Int64
    package var bits: UInt32
    /// 0 … 127, chosen by the queue's producer.
    package var source: UInt8
    package var kind: Kind
    /// Allocated by the producer; the queue returns and frees it.
    package var bytes: UnsafeMutablePointer<UInt8>?

    @_noLocks
    package init(
        stamp: Int64,
        bits: UInt32,
        source: UInt8,
        kind: Kind,
        bytes: UnsafeMutablePointer<UInt8>? = nil
    ) {
        self.stamp = stamp
        self.bits = bits
        self.source = source
        self.kind = kind
        unsafe self.bytes = bytes
    }

    /// A source begins: from now on it plays on an input, and what it starts is recorded separately
    /// from what others do.
    ///
    /// - Parameters:
    ///   - source: Its number, 0 … 127; what an earlier source of the number held is released.
    ///   - input: The input that it plays on, from 0.
    ///   - stamp: When, in nanoseconds of the monotonic clock.
    /// - Returns: The event.
    public static func open(source: UInt8, input: Int, stamp: Int64) -> LiveEvent {
        unsafe LiveEvent(
            stamp: stamp,
            bits: UInt32(truncatingIfNeeded: input),
            source: source,
            kind: .open
        )
    }

    /// The names of a source, by which rules choose it.
    package static func names(_ names: UInt32, source: UInt8, stamp: Int64) -> LiveEvent {
        unsafe LiveEvent(stamp: stamp, bits: names, source: source, kind: .names)
    }

    /// A channel message.
    ///
    /// - Parameters:
    ///   - message: The message; of system messages, all but System Reset are ignored.
    ///   - source: The source that sent it.
    ///   - stamp: The time at which it arrived, in nanoseconds of the monotonic clock.
    /// - Returns: The event.
    public static func message(_ message: MIDIMessage, source: UInt8, stamp: Int64) -> LiveEvent {
        unsafe LiveEvent(stamp: stamp, bits: message.bits, source: source, kind: .message)
    }

    /// A whole System Exclusive message.
    ///
    /// - Parameters:
    ///   - bytes: The message without F0 and F7; it is copied.
    ///   - source: The source that sent it.
    ///   - stamp: The time at which it arrived, in nanoseconds of the monotonic clock.
    /// - Returns: The event, to be pushed exactly once.
    public static func systemExclusive(
        _ bytes: some Collection<UInt8>,
        source: UInt8,
        stamp: Int64
    ) -> LiveEvent {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
        _ = unsafe copy.initialize(from: bytes)
        return unsafe LiveEvent(
            stamp: stamp,
            bits: UInt32(truncatingIfNeeded: bytes.count),
            source: source,
            kind: .systemExclusive,
            bytes: copy.baseAddress
        )
    }

    /// A source has disconnected: the notes and pedals that it holds are released, no others.
    ///
    /// - Parameters:
    ///   - source: Its number.
    ///   - stamp: When, in nanoseconds of the monotonic clock.
    /// - Returns: The event.
    public static func close(source: UInt8, stamp: Int64) -> LiveEvent {
        unsafe LiveEvent(stamp: stamp, bits: 0, source: source, kind: .close)
    }

    /// A channel gets a preset, however bank select messages are understood; bank 128 makes it a
    /// drum channel, any other a melodic one.
    ///
    /// - Parameters:
    ///   - bank: 0 … 16383.
    ///   - program: 0 … 127.
    ///   - channel: 0 … 15.
    ///   - source: Who asks for it.
    ///   - stamp: When, in nanoseconds of the monotonic clock.
    /// - Returns: The event.
    public static func program(
        bank: UInt16,
        program: UInt8,
        channel: UInt8,
        source: UInt8,
        stamp: Int64
    ) -> LiveEvent {
        let bits = UInt32(channel) << 24 | UInt32(program) << 16 | UInt32(bank)
        return unsafe LiveEvent(stamp: stamp, bits: bits, source: source, kind: .program)
    }

    /// All notes and pedals end, those of the music that is played too.
    ///
    /// - Parameter stamp: When, in nanoseconds of the monotonic clock.
    /// - Returns: The event.
    public static func panic(stamp: Int64) -> LiveEvent {
        unsafe LiveEvent(stamp: stamp, bits: 0, source: 0, kind: .panic)
    }

    /// Frees what the event holds, where it is not pushed after all.
    public func discard() { unsafe bytes?.deallocate() }
}
