public import MIDI

/// The use of one channel of one sampler in a sequence.
public struct ChannelUse: Hashable, Sendable {
    /// A controller and how often it is sent.
    public struct ControllerUse: Hashable, Sendable {
        /// The controller.
        public var controller: Controller
        /// The number of events.
        public var count: Int
        /// The least value.
        public var least: UInt8
        /// The greatest value.
        public var greatest: UInt8

        /// Makes a use.
        public init(controller: Controller, count: Int, least: UInt8, greatest: UInt8) {
            self.controller = controller
            self.count = count
            self.least = least
            self.greatest = greatest
        }
    }

    /// The sampler, from 0, and the channel, 0 … 15.
    public var address: TrackInfo.Channel
    /// The tracks that have events on it, from 0 in file order.
    public var tracks: [Int] = []
    /// The number of notes.
    public var noteCount = 0
    /// The keys from the lowest to the highest; `nil` without notes.
    public var keys: ClosedRange<UInt8>?
    /// The programs that are selected or sound, in order of appearance.
    public var programs: [ProgramUse] = []
    /// The controllers by number.
    public var controllers: [ControllerUse] = []
    /// The number of pitch bends.
    public var bendCount = 0
    /// The number of channel and polyphonic pressures.
    public var pressureCount = 0
    /// The pitch bend ranges that are set (RPN 0), in semitones, in order of appearance.
    public var bendRanges: [Double] = []

    /// Makes a use of a channel by nothing.
    public init(address: TrackInfo.Channel) {
        self.address = address
    }
}
