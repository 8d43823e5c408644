import Effects

/// The value of an option for an effect.
enum EffectChoice<Parameters: Sendable>: Sendable {
    case off
    case on(Parameters)

    /// The parameters; `nil` for off.
    var parameters: Parameters? {
        switch self {
        case .off: nil
        case .on(let parameters): parameters
        }
    }
}

extension EffectChoice<ReverbParameters> {
    /// Reads the value of `--reverb`.
    @Sendable
    static func parsing(_ text: String) throws(EffectsError) -> Self {
        try ReverbParameters.parsing(text).map(Self.on) ?? .off
    }
}

extension EffectChoice<ChorusParameters> {
    /// Reads the value of `--chorus`.
    @Sendable
    static func parsing(_ text: String) throws(EffectsError) -> Self {
        try ChorusParameters.parsing(text).map(Self.on) ?? .off
    }
}
