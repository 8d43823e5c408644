public import MIDI

/// Changes of the channel messages of lanes, as rules ask for them.
public protocol LaneMessageChanges {
    /// The copies of lanes that get other messages than these, numbered from 1 for each lane.
    var copies: [Lane] { get }

    /// The messages that a lane has instead of one.
    ///
    /// - Parameters:
    ///   - message: A channel message of the lane, or of the one that it is a copy of.
    ///   - lane: The lane.
    /// - Returns: The messages in their order; none where the lane does not get it.
    func messages(_ message: MIDIMessage, in lane: Lane) -> [MIDIMessage]
}
