public import Platform

/// The status of live MIDI: the ports that exist, and those that are connected.
public struct LiveInputStatus: Hashable, Sendable {
    /// The sequencer client.
    public internal(set) var sequencer: SequencerState
    /// The inputs, in order.
    public internal(set) var inputs: [LiveInputPort]
    /// The ports of others that can be heard, and all that are connected.
    public internal(set) var ports: [LivePort] = []
    /// The outputs, in order.
    public internal(set) var outputs: [LiveInputPort] = []
    /// The ports of others that can be played to, and all that are connected to an output; none
    /// without outputs.
    public internal(set) var receivers: [LivePort] = []
    /// The raw sources, in the order of the settings.
    public internal(set) var raw: [RawSourceStatus]
    /// Senders that have been heard and are still there.
    public internal(set) var sources = 0
    /// Channel messages and System Exclusive messages received.
    public internal(set) var messages = 0
    /// Times that the sequencer's queue for us was full, so that events were lost.
    ///
    /// Each time all that senders held is released, for their note-offs may be lost.
    public internal(set) var overruns = 0
    /// System Exclusive messages dropped because they were too long or not finished.
    public internal(set) var droppedExclusives = 0
}

/// Whether there is a sequencer client.
public enum SequencerState: Hashable, Sendable {
    /// There is, and this is its number.
    case available(client: Int)
    /// There is none, and why, with what to do about it.
    case unavailable(HostError)
    /// None is wanted.
    case unused
}

/// An input or an output of ours.
public struct LiveInputPort: Hashable, Sendable {
    /// Its name, `in 1` or `out 1` and so on.
    public let name: String
    /// Its port; `nil` without a sequencer.
    public let address: SequencerAddress?
}

/// A port of another client.
public struct LivePort: Hashable, Sendable {
    /// Its numbers.
    public let address: SequencerAddress
    /// The name of its client.
    public let clientName: String
    /// Its own name.
    public let name: String
    /// Whether it belongs to a sound card or says that it is hardware.
    public let isHardware: Bool
    /// Whether it is System's or Midi Through's.
    package let isUtility: Bool
    /// The inputs, from 0, that it is connected to.
    public internal(set) var inputs: [Int]
    /// The outputs, from 0, that play to it.
    public internal(set) var outputs: [Int] = []

    /// Whether it is connected to any input or output.
    public var isConnected: Bool { !inputs.isEmpty || !outputs.isEmpty }
}

/// A raw source.
public struct RawSourceStatus: Hashable, Sendable {
    /// The kind of source.
    public let source: RawSource
    /// The present status.
    public internal(set) var state: State

    /// The status of a raw source.
    public enum State: Hashable, Sendable {
        /// A FIFO without a writer.
        case waiting
        /// A device, or a FIFO with a writer.
        case open
        /// It is absent, for the reason given; it is opened again when it comes back.
        case absent(String)
    }
}
