/// A part of a sequence with one tempo and one meter: what programs need that count bars and beats from
/// the time alone.
public struct BeatSegment: Hashable, Sendable {
    /// The time in seconds at which it begins.
    public var seconds: Double
    /// The bar there, from 1.
    public var bar: Int64
    /// The ticks from the start of that bar to the start of the segment.
    public var ticks: Double
    /// The tick at the start of that bar.
    public var barStart: Double
    /// The ticks that pass in a second.
    public var ticksPerSecond: Double
    /// The ticks of a beat of the meter.
    public var ticksPerBeat: Double
    /// The beats of a bar.
    public var beatsPerBar: Int
    /// The note value of a beat: 4 for a quarter note.
    public var beatType: Int
}
