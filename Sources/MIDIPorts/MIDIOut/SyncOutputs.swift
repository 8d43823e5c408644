public import Sequencer

/// The clock and the time code that an engine sends to its MIDI outputs.
public struct SyncOutputs: Hashable, Sendable {
    /// Time code on an output.
    public struct TimeCodeOutput: Hashable, Sendable {
        /// The frames per second.
        public var rate: MIDITimeCode.Rate
        /// The output, from 0.
        public var output: Int

        /// Makes a time code of a rate on an output.
        public init(rate: MIDITimeCode.Rate, output: Int = 0) {
            self.rate = rate
            self.output = output
        }
    }

    /// The output, from 0, that gets MIDI clock, start, stop, continue and song positions.
    public var clockOutput: Int?
    /// The output that gets MIDI Time Code.
    public var timeCode: TimeCodeOutput?

    /// Sends neither.
    public init() {}

    /// The number of outputs that it needs.
    public var outputs: Int {
        [clockOutput, timeCode?.output].compactMap(\.self).max().map { $0 + 1 } ?? 0
    }
}
