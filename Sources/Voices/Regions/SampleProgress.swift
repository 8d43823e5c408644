import Synchronization

/// How far the frames of a sample have been written, and whether voices play them.
struct SampleProgress: ~Copyable {
    /// The number of frames that have been written, from the first on.
    let written = Atomic<Int>(0)
    /// When a voice has played it last, by the clock of its engine in nanoseconds, to some milliseconds.
    let lastUse = Atomic<Int64>(SampleFrames.never)
    /// The number of voices that ended because frames were missing, since that was asked last.
    let starved = Atomic<Int>(0)
}
