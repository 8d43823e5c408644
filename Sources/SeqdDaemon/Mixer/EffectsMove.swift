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
    private let time: MoveTime

    init(
        of effect: Effect,
        ofBus bus: String,
        from start: EffectsSettings,
        to end: EffectsSettings,
        _ time: MoveTime
    ) {
        (self.effect, self.bus) = (effect, bus)
        (self.start, self.end, self.time) = (start, end, time)
    }

    /// Sets its effect as it is at an engine frame.
    ///
    /// - Returns: Whether it has arrived.
    func step(_ settings: inout EffectsSettings, at now: Int64) -> Bool {
        let part = time.part(at: now)
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
