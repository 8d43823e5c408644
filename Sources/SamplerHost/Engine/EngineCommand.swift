import Sequencer

/// What the controlling thread asks of the audio thread.
///
/// A value: nothing in it needs counting.
enum EngineCommand: BitwiseCopyable {
    /// Fade out, then end.
    case stop
    /// Fade out, then stand still.
    case pause
    /// Go on, and fade in.
    case resume
}

/// A sequence to play, with the number by which reports name it.
struct QueuedItem: BitwiseCopyable {
    /// Stands in memory that the engine's owner frees once the item was reported as ended.
    let view: UnsafePointer<PlayItemView>
    let number: Int
    /// Whether the engine ends after it, once the tail is over.
    let isLast: Bool
}

/// What the audio thread tells the controlling thread.
public enum EngineReport: BitwiseCopyable, Sendable {
    /// The item with this number began at an engine frame.
    case began(item: Int, frame: Int64)
    /// The item with this number ended at an engine frame; its memory is free.
    case ended(item: Int, frame: Int64)
    /// The last item's tail is over; the engine renders nothing any more.
    case finished(frame: Int64)
}
