/// A sound of a clip that moves through its file: the one that plays, or one that fades out because
/// playing continues elsewhere.
struct ClipVoice: BitwiseCopyable {
    /// A place in frames from the clip's beginning, and the frames of output since it was there: so
    /// periods of any length have the same places.
    private var anchor = 0.0
    private var count: Int64 = 0
    /// The frames of sound for a frame of output.
    private(set) var pace = 1.0
    /// The pace for which the table was made that it is resampled with.
    var tablePace = 1.0
    /// The level between silence and the whole sound, and its change with each frame.
    var level: Float = 0
    var change: Float = 0
    /// Whether there is anything to play.
    var isOn = false

    @_noLocks
    init() {}

    /// The place of the next frame.
    var place: Double { @_noLocks get { place(in: 0) } }

    /// The place of a frame that follows.
    @_noLocks
    func place(in frames: Int) -> Double { anchor + Double(count &+ Int64(frames)) * pace }

    /// Continues behind some frames.
    @_noLocks
    mutating func advance(by frames: Int) { count &+= Int64(frames) }

    /// Continues at a pace from a place.
    @_noLocks
    mutating func move(to place: Double, pace: Double) {
        anchor = place
        count = 0
        self.pace = pace
    }

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
