import Racks

/// The example of Racks's page.
func startWithRacks() throws {
    // begin
    var rack = RackSettings(SamplerSettings(fonts: [SoundFontReference(path: "gm.sf2")]))
    let piano = SamplerSettings(fonts: [SoundFontReference(path: "piano.sf2")])
    rack.samplers = [RackSettings.Sampler(name: "piano", settings: piano)]
    rack.samplers[0].strip.gain = -3

    // Channel 1 plays the piano; everything else plays gm.sf2.
    let part = try RoutingSelector(parsing: "ch:1")
    var rule = RoutingRule(
        source: part.source,
        destinations: [RoutingDestination(sampler: "piano")]
    )
    rule.channels = part.channels
    rack.rules = [rule]
    try rack.check()
    // end
}
