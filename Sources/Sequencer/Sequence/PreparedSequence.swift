public import SMF

/// A piece of music ready to be played: where time goes, what there is, and the merged schedule.
///
/// A value that never changes; made from a file by ``sequences(from:decoding:using:)``.
public struct PreparedSequence: Sendable {
    /// The most ports that one sequence has; events of further ones share them.
    public static let maximumPorts = Schedule.maximumPorts

    /// The meaning of a tick.
    public let division: Division
    /// Musical time to real time.
    public internal(set) var tempoMap: TempoMap
    /// Bars and beats.
    public let meterMap: MeterMap
    /// The latest end of all tracks, and of what ``lasting(toFrame:rate:)`` adds.
    public internal(set) var endTick: Int64
    /// The tracks in file order.
    public internal(set) var tracks: [TrackInfo]
    /// The FF 21 values of the channel and System Exclusive events, in order of appearance by
    /// track, then time; never empty.
    ///
    /// The index is the number that events have: that of the port, and where the sequence was
    /// ``split(tracks:after:changing:)``, that of the lane.
    public internal(set) var ports: [UInt8]
    /// The device (FF 09) that each of ``ports`` belongs to; `nil` for a port whose devices share a
    /// sampler.
    ///
    /// Two devices that have notes on one channel are two instruments.
    public internal(set) var portDevices: [String?]
    /// The markers (FF 06) and cue points (FF 07) by tick.
    public let markers: [Marker]
    /// The key signatures by tick, one per tick.
    public let keySignatures: [KeyChange]
    /// The name: that of the first track for formats 0 and 1, of its own track for format 2.
    public let name: String?
    /// The number of notes that begin.
    public internal(set) var noteCount: Int
    /// Every program that is selected or sounds, in order of appearance.
    public internal(set) var programs: [ProgramUse]
    /// The events in playing order.
    public internal(set) var schedule: Schedule
    /// The findings of preparing it from the file; at most 100, and one that counts the others.
    ///
    /// The findings in the file's bytes are in `MIDIFile.diagnostics`.
    public internal(set) var diagnostics: [Diagnostic]

    /// The tempo that stands in for the sequence's own, in microseconds per quarter note; `nil`
    /// without one.
    ///
    /// See ``withTempo(_:)``.
    public internal(set) var tempoOverride: UInt32?
    /// The lanes that it was split into, by number; empty where it was not.
    var splitLanes: [Lane] = []
    /// The channels of lanes, lane × 16 + channel, that share a destination with others.
    ///
    /// The message sent there last applies there, whatever lane it came from: at a beginning their
    /// last messages are sent again in the order of the piece.
    package var sharingChannels: [Int] = []
    /// Loop points that stand in texts, by tick.
    var loopTexts: [(tick: Int64, point: LoopPoint)] = []

    /// The time signatures by tick, one per tick, as far as bars can be counted with them.
    public var timeSignatures: [MeterMap.Change] { meterMap.changes }

    /// The length of the sequence at a rate: the first frame not before the end.
    public func endFrame(rate: Int) -> Int64 { tempoMap.frame(atTick: endTick, rate: rate) }
}
