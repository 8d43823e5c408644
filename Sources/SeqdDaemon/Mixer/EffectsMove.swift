import Effects

/// The reverb or the chorus of a bus on its way to another one, in steps.
struct EffectsMove {
    /// The effects of a bus.
    enum Effect {
        case reverb
        case chorus
    }

    /// The bus.
    let bus: String
    /// The effect of it that moves.
    let effect: Effect
    /// The effects to which it moves.
    let end: EffectsSettings
    private let start: EffectsSettings
    /// The engine frame at which it begins.
    private let frame: Int64
    private let frames: Int

    init(
        of effect: Effect,
        ofBus bus: String,
        from start: EffectsSettings,
        to end: EffectsSettings,
        atFrame frame: Int64,
        over frames: Int
    ) {
        (self.effect, self.bus) = (effect, bus)
        (self.start, self.end, self.frame, self.frames) = (start, end, frame, frames)
    }

    /// Sets its effect as it is at an engine frame.
    ///
    /// - Returns: Whether it has arrived.
    func step(_ settings: inout EffectsSettings, at now: Int64) -> Bool {
        let part = Double(max(now - frame, 0)) / Double(max(frames, 1))
        set(start.moving(to: end, part: part), in: &settings)
        return part >= 1
    }

    /// Sets its effect as others have it.
    func set(_ others: EffectsSettings, in settings: inout EffectsSettings) {
        switch effect {
        case .reverb: settings.reverb = others.reverb
        case .chorus: settings.chorus = others.chorus
        }
    }
}
