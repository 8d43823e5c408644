import Effects

/// The example of Effects's page.
func startWithEffects() throws {
    // begin
    var effects = EffectsSettings()
    effects.reverb = try ReverbParameters.parsing("large-hall,level=0.5")
    effects.chorus = nil
    print(effects.reverbText, effects.chorusText)
    print(Decibels.factor(-6), Decibels.level(0.5))
    // end
}
