import Synchronization

/// Figures that the audio thread publishes after each period and anyone may read.
struct EngineStatus: ~Copyable {
    /// Engine frames rendered.
    let frame = Atomic<Int64>(0)
    /// Frames of the current item played.
    let position = Atomic<Int64>(0)
    /// The number of the item that ``position`` belongs to; −1 when none plays.
    let item = Atomic<Int>(-1)
    /// Beats of the item's count-in that are left.
    let countIn = Atomic<Int>(0)
    let voices = Atomic<Int>(0)
    /// The highest absolute sample since it was last taken, as the bits of a Float.
    let peak = Atomic<UInt32>(0)
    /// The highest absolute sample of all.
    let peakOfAll = Atomic<UInt32>(0)
    let clipped = Atomic<Int>(0)
    let xruns = Atomic<Int>(0)
    /// The part of the available time that rendering takes, in millionths, smoothed.
    let load = Atomic<Int>(0)
    /// Whether nothing sounds and the device is given back.
    let isAsleep = Atomic<Bool>(false)
    /// Set by anyone, to end at once.
    let isCancelled = Atomic<Bool>(false)
    /// Set by the audio thread when it will render nothing any more.
    let hasEnded = Atomic<Bool>(false)
}

/// A copy of the engine's figures.
public struct EngineFigures: Hashable, Sendable {
    /// Engine frames rendered since the start.
    public var frame: Int64
    /// Frame within the item that is playing.
    public var position: Int64
    /// The number of that item; `nil` when none plays.
    public var item: Int?
    /// How many beats of its count-in are left, the one that sounds included; 0 after it.
    public var countIn = 0
    /// Voices sounding.
    public var voices: Int
    /// The highest absolute sample since the figures were last taken; 1 is full scale.
    public var peak: Float
    /// The highest absolute sample since the start.
    public var highestPeak: Float
    /// Samples that were clamped to full scale.
    public var clippedSamples: Int
    /// Times the device ran dry.
    public var xruns: Int
    /// The part of the available time that rendering takes, smoothed; above 1 it cannot keep up.
    public var load: Double
}
