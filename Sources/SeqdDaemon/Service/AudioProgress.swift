/// The progress of the audio thread, as the service manager's watchdog has to know it.
struct AudioProgress {
    /// The state of the audio thread at a time.
    struct Figures {
        /// The frames rendered so far.
        var frames: Int64
        /// Whether it waits for something to play, with the device released.
        var isAsleep: Bool
        /// Whether the device is lost, and waited for.
        var isLost: Bool
    }

    private var lastFrames: Int64?

    /// Whether there was progress since the last call, or a reason why there was none.
    mutating func isMade(_ now: Figures) -> Bool {
        defer { lastFrames = now.frames }
        return now.isAsleep || now.isLost || now.frames != lastFrames
    }
}
