/// A rule that leads events from their source to channels of samplers.
///
/// The order of rules matters. Of the rules that match a source, each note goes to the first whose
/// ``keys`` and ``velocities`` include it: two rules split a keyboard, and a last one without
/// ranges takes the remaining notes. Other messages go to all rules that match, up to and including
/// the first that takes every note. One rule with several destinations is a layer.
public struct RoutingRule: Hashable, Sendable {
    /// The sources that it matches; those that match nothing in a piece are reported.
    public var source: RoutingSource
    /// The channels of the source that it matches, bit n for channel n (0 … 15).
    public var channels: UInt16 = .max
    /// The keys of notes that it matches, before transposition.
    public var keys: ClosedRange<UInt8> = 0...127
    /// The velocities of note-ons that it matches.
    public var velocities: ClosedRange<UInt8> = 1...127
    /// The kinds of messages that pass; the others are dropped.
    public var kinds = MessageKinds.all
    /// The changes of messages before they go to the destinations,
    /// ``ControllerChange/maximumCount`` at most; ``kinds`` is about what they have become.
    ///
    /// A message becomes what each change that matches it makes of it; any other passes.
    public var changes: [ControllerChange] = []
    /// The destinations of the events, 1 … 4; none drops them.
    public var destinations: [RoutingDestination]

    /// Makes a rule that takes all of a source.
    public init(source: RoutingSource, destinations: [RoutingDestination]) {
        self.source = source
        self.destinations = destinations
    }
}

extension RoutingRule {
    /// The pattern for live sources by name; `nil` for any other source.
    public var sourceName: String? {
        if case .inputName(let name) = source { name } else { nil }
    }

    /// Whether it takes every note of its source.
    package var takesEveryNote: Bool {
        keys == 0...127 && velocities.lowerBound <= 1 && velocities.upperBound == 127
    }
}

/// The source of events.
public enum RoutingSource: Hashable, Sendable {
    /// Everything.
    case all
    /// A track of the file, from 1 in file order.
    case track(Int)
    /// Tracks by name, ignoring case; `*` and `?` match any characters and any one character.
    case trackName(String)
    /// A port of the file: its FF 21 value and 1.
    case port(Int)
    /// Events of the file for devices (FF 09), by name, ignoring case; `*` and `?` match any
    /// characters and any one character.
    case deviceName(String)
    /// A live input, from 1.
    case input(Int)
    /// Live sources by name, on any input: a pattern for the names or numbers of a client or port of
    /// ALSA's sequencer, as connection rules have it, or for the path of a raw source.
    case inputName(String)
    /// Events that arrive through the daemon's socket.
    case socket
}

/// A destination of events: a channel of a sampler or of a MIDI output, or all of its channels.
public struct RoutingDestination: Hashable, Sendable {
    /// The sampler's name, or that of a MIDI output: ``MIDIOutputName``.
    public var sampler: String
    /// The channel (0 … 15) that all events go to; `nil` to keep their own channels.
    public var channel: UInt8?
    /// Transposition in semitones, −127 … 127; notes outside of 0 … 127 are moved back by octaves.
    ///
    /// Drum channels are not transposed.
    public var transpose = 0
    /// The velocity curve.
    public var velocity = VelocityCurve.linear
    /// The preset that plays, whatever the source selects; `nil` for what the source selects.
    public var preset: FixedPreset?
    /// Whether the channel plays drums; `nil` to follow the default and the messages.
    public var isDrums: Bool?

    /// A bank and a program, from 0.
    public struct FixedPreset: Hashable, Sendable {
        /// The bank, 0 … 16,383; 128 is drums.
        public var bank: Int
        /// The program, 0 … 127.
        public var program: Int

        /// Names a preset.
        public init(bank: Int, program: Int) {
            self.bank = bank
            self.program = program
        }
    }

    /// Names a sampler.
    public init(sampler: String) { self.sampler = sampler }
}

/// A velocity curve: the velocity that is played for a note's velocity v, 1 … 127.
public enum VelocityCurve: Hashable, Sendable {
    /// As it is.
    case linear
    /// 127 · (v / 127)^exponent, rounded, at least 1; the exponent is 0.1 … 10. Below 1 is louder.
    case power(Double)
    /// The same velocity for every note, 1 … 127.
    case fixed(UInt8)
}

/// Kinds of messages that a rule lets pass.
public struct MessageKinds: OptionSet, Hashable, Sendable {
    /// A bit for each kind.
    public let rawValue: UInt8

    /// Makes a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Note-ons. (Note-offs follow their note-ons.)
    public static let notes = MessageKinds(rawValue: 1)
    /// Controllers, except bank select.
    public static let controllers = MessageKinds(rawValue: 2)
    /// Program changes and bank select.
    public static let programs = MessageKinds(rawValue: 4)
    /// Pitch bends.
    public static let bends = MessageKinds(rawValue: 8)
    /// Channel and key pressure.
    public static let pressures = MessageKinds(rawValue: 16)
    /// System Exclusive messages.
    public static let systemExclusive = MessageKinds(rawValue: 32)
    /// All of them.
    public static let all = MessageKinds(rawValue: 63)
}
