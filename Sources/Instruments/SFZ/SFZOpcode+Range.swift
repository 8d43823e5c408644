extension SFZOpcode {
    /// The last frame that an SFZ file can name.
    private static let lastFrame = 0xFFFF_FFFF

    /// The values that are played; `nil` for words, for numbers of groups, and where the reader of
    /// regions says more.
    var range: ClosedRange<Int>? {
        switch self {
        case .sample, .loopMode, .trigger, .filType, .group, .offBy, .seqPosition, .xfKeycurve,
            .xfVelcurve, .xfCCcurve, .ampVelcurve, .masterLabel, .groupLabel:
            nil
        // −1 is a region that no key plays.
        case .lokey, .hikey, .key: -1...127
        case .lovel, .hivel, .pitchKeycenter, .switchLast, .switchDefault, .switchLowest,
            .switchHighest, .switchDown, .switchPrevious, .ampKeycenter, .filKeycenter, .xfInLokey,
            .xfInHikey, .xfOutLokey, .xfOutHikey, .xfInLovel, .xfInHivel, .xfOutLovel, .xfOutHivel,
            .loprog, .hiprog:
            0...127
        case .lochan, .hichan: 1...16
        case .pitchKeytrack: 0...1_200
        case .tune: -12_000...12_000
        case .transpose: -120...120
        case .volume, .groupVolume, .masterVolume, .globalVolume: -144...48
        case .amplitude, .groupAmplitude, .masterAmplitude, .globalAmplitude: 0...10_000
        case .pan, .ampVeltrack: -100...100
        case .ampKeytrack: -96...12
        case .filKeytrack: 0...1_200
        // −1 is a region that is not played.
        case .end: -1...Self.lastFrame
        case .offset, .loopStart, .loopEnd: 0...Self.lastFrame
        case .seqLength: 1...65_535
        case .lorand, .hirand: 0...1
        case .effect1, .effect2, .ampSustain, .filSustain, .pitchSustain: 0...100
        case .ampAttack, .ampDecay, .ampRelease, .filAttack, .filDecay, .filRelease, .pitchAttack,
            .pitchDecay, .pitchRelease:
            0...100
        // A SoundFont's generators for them end at 5,000 timecents.
        case .delay, .ampDelay, .ampHold, .filDelay, .filHold, .pitchDelay, .pitchHold,
            .ampLFODelay, .pitchLFODelay, .filLFODelay:
            0...18
        case .filDepth, .pitchDepth, .pitchLFODepth, .filLFODepth, .filVeltrack,
            .pitchVeltrack:
            -12_000...12_000
        case .cutoff: 0...100_000
        case .resonance: 0...96
        case .ampLFODepth: -96...96
        case .ampLFOFrequency, .pitchLFOFrequency, .filLFOFrequency: 0...110
        }
    }
}
