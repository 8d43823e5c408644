/// A sound of a clip that moves through its file: the one that plays, or one that fades out because
/// playing continues elsewhere.
struct ClipVoice: BitwiseCopyable {
    /// The place of the next frame, in frames from the clip's beginning.
    var place = 0.0
    /// The frames of sound for a frame of output.
    var pace = 1.0
    /// The pace for which the table was made that it is resampled with.
    var tablePace = 1.0
    /// The level between silence and the whole sound, and its change with each frame.
    var level: Float = 0
    var change: Float = 0
    /// Whether there is anything to play.
    var isOn = false

    @_noLocks
    init() {}

    /// Moves the level by a frame.
    ///
    /// - Returns: The level of the frame.
    @_noLocks
    mutating func nextLevel() -> Float {
        let level = level
        self.level = min(max(level + change, 0), 1)
        return level
    }
}
