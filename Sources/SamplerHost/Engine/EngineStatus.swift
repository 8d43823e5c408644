import Realtime
import Synchronization

/// Figures that the audio thread publishes after each period and anyone may read.
struct EngineStatus: ~Copyable {
    /// All that belongs together.
    let period = SequenceLock(PeriodFigures())
    /// The highest absolute sample since it was last taken, as the bits of a Float.
    ///
    /// Apart from the others, since the reader that takes it also writes it.
    let peak = Atomic<UInt32>(0)
    /// The limiter's lowest gain since it was last taken, as the bits of a Float.
    let lowestGain = Atomic<UInt32>(Float(1).bitPattern)
    /// Whether the engine has to wait for taps that lose nothing.
    let hasWaitingTaps = Atomic<Bool>(false)
    let master = SequenceLock(MeterFigures())
    /// The highest peaks of the master since they were last taken.
    let masterPeaks = PeakHold()
    let clock = SequenceLock(OutputClock())
    let xruns = Atomic<Int>(0)
    let renderTimes = RenderHistogram()
    /// Whether nothing sounds and the device is released.
    let isAsleep = Atomic<Bool>(false)
    /// Set by anyone, to end at once.
    let isCancelled = Atomic<Bool>(false)
    /// The rate of an item that was refused because of it, which ends the engine; 0 for none.
    let refusedRate = Atomic<Int>(0)
    /// Set by the audio thread when it will render nothing any more.
    let hasEnded = Atomic<Bool>(false)
}

/// The figures of a period: one value, so that no reader gets the item of one period
/// with the position of another.
struct PeriodFigures: BitwiseCopyable {
    /// Engine frames rendered.
    var frame: Int64 = 0
    /// Frames of the current item played.
    var position: Int64 = 0
    /// The frame of the current item that is mixed next, and the frames that the vari-speed has played
    /// until there, as recorded; and the vari-speed.
    var mixedPosition: Int64 = 0
    var tape = 0.0
    var variSpeed = 1.0
    /// The number of the item that ``position`` belongs to; −1 when none plays.
    var item = -1
    /// Beats of the item's count-in that are left.
    var countIn = 0
    /// Whether the item is held at a tick.
    var isHeld = false
    /// The number of times that the item has jumped back in loops.
    var pass: Int64 = 0
    /// The number of times that it still jumps back; `Int64.max` for ever.
    var repeats: Int64 = 0
    var voices = 0
    /// The highest absolute sample of all.
    var highestPeak: Float = 0
    /// The limiter's lowest gain of all.
    var lowestGain: Float = 1
    /// Frames that the limiter has reduced.
    var reducedFrames: Int64 = 0
    /// The most voices at the end of a span.
    var highestVoices = 0
    var clipped = 0
    var load = RenderLoad()

    @_noLocks
    init() {}
}

/// Where the music is, and how much of it the vari-speed says that has been played.
public struct TapePosition: Hashable, Sendable {
    /// The position of what is mixed next.
    public var position: EnginePosition
    /// The frames that have been played until there, as recorded.
    public var played: Double
    /// The vari-speed.
    public var variSpeed: Double
}

/// A copy of the engine's figures.
public struct EngineFigures: Hashable, Sendable {
    /// Engine frames rendered since the start.
    public var frame: Int64
    /// Frame within the item that is playing.
    public var position: Int64
    /// The number of that item; `nil` when none plays.
    public var item: Int?
    /// The beats left of its count-in, the sounding one included; 0 after it.
    public var countIn = 0
    /// Voices sounding.
    public var voices: Int
    /// The highest absolute sample since the figures were last taken; 1 is full scale.
    public var peak: Float
    /// The highest absolute sample since the start.
    public var highestPeak: Float
    /// The most by which the limiter reduced the level since the figures were last taken, in dB; 0
    /// where it reduced nothing.
    public var gainReduction = 0.0
    /// The most by which the limiter reduced the level since the start, in dB.
    public var highestGainReduction = 0.0
    /// Frames that the limiter has reduced since the start.
    public var limitedFrames: Int64 = 0
    /// The highest number of voices since the start, counted before each event.
    public var highestVoices = 0
    /// Samples that were clamped to full scale.
    public var clippedSamples: Int
    /// Buffer underruns.
    public var xruns: Int
    /// The part of the available time that rendering takes, smoothed; above 1 it cannot keep up.
    public var load: Double
    /// The times that rendering took since the start.
    public var renderTimes = RenderTimes()
}

/// The position of an engine's playback.
public struct EnginePosition: Hashable, Sendable {
    /// The number of the item that plays; `nil` when none does.
    public var item: Int?
    /// The frame of its own that was rendered last.
    public var frame: Int64
    /// The beats left of its count-in, the sounding one included; 0 after it.
    public var countInBeats: Int
    /// The engine frame on which ``frame`` falls.
    public var engineFrame: Int64
    /// Whether playback is held there; see `Engine.hold(_:)`.
    public var isHeld = false
    /// The number of times that the item has jumped back in loops since it was begun.
    public var pass: Int64 = 0
    /// The number of times that it still jumps back in its loop; `nil` for ever.
    public var repeats: Int64? = 0
}
