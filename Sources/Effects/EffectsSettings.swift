/// The settings of an effects bus: one reverb and one chorus.
public struct EffectsSettings: Hashable, Sendable, BitwiseCopyable {
    /// The reverb; `nil` for none.
    public var reverb: ReverbParameters? = ReverbParameters()
    /// The chorus; `nil` for none.
    public var chorus: ChorusParameters? = ChorusParameters()

    /// FluidSynth 2.4's defaults.
    @_noLocks
    public init() {}

    /// Neither reverb nor chorus.
    public static var none: EffectsSettings {
        var settings = EffectsSettings()
        settings.reverb = nil
        settings.chorus = nil
        return settings
    }
}
