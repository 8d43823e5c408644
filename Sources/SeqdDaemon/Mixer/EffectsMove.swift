import Effects

/// The effects of a bus on their way to other ones, in steps.
struct EffectsMove {
    private let start: EffectsSettings
    private let end: EffectsSettings
    /// The engine frame at which it begins.
    private let frame: Int64
    private let frames: Int

    init(
        from start: EffectsSettings,
        to end: EffectsSettings,
        atFrame frame: Int64,
        over frames: Int
    ) {
        (self.start, self.end, self.frame, self.frames) = (start, end, frame, frames)
    }

    /// The effects at an engine frame, and whether they have arrived.
    func effects(at now: Int64) -> (settings: EffectsSettings, isOver: Bool) {
        let part = Double(max(now - frame, 0)) / Double(max(frames, 1))
        return (start.moving(to: end, part: part), part >= 1)
    }
}
