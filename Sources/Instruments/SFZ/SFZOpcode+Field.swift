extension SFZOpcode {
    /// The number of a region that it sets, and that controllers change; `nil` for opcodes that take
    /// more than that.
    var field: WritableKeyPath<SFZRegion, Double>? {
        switch self {
        case .lovel: \.velocities.low
        case .hivel: \.velocities.high
        case .pitchKeycenter: \.keycenter
        case .pitchKeytrack: \.keytrack
        case .tune: \.tune
        case .transpose: \.transpose
        case .pitchVeltrack: \.pitchVelocity
        case .volume: \.volume
        case .groupVolume: \.outerVolumes.group
        case .masterVolume: \.outerVolumes.master
        case .globalVolume: \.outerVolumes.global
        case .amplitude: \.amplitude
        case .groupAmplitude: \.outerAmplitudes.group
        case .masterAmplitude: \.outerAmplitudes.master
        case .globalAmplitude: \.outerAmplitudes.global
        case .pan: \.pan
        case .ampVeltrack: \.velocityTracking
        case .ampKeytrack: \.ampKeytrack
        case .ampKeycenter: \.ampKeycenter
        case .offset: \.offset
        case .delay: \.delay
        case .seqLength: \.sequenceLength
        case .hirand: \.randomEnd
        case .resonance: \.resonance
        case .filVeltrack: \.filterVelocity
        case .filKeytrack: \.filterKeytrack
        case .filKeycenter: \.filterKeycenter
        case .effect1: \.effects.reverb
        case .effect2: \.effects.chorus
        case .loprog: \.programs.low
        case .hiprog: \.programs.high
        case .lochan: \.channels.low
        case .hichan: \.channels.high
        default: modulationField
        }
    }

    private var modulationField: WritableKeyPath<SFZRegion, Double>? {
        switch self {
        case .ampDelay: \.amp.delay
        case .ampAttack: \.amp.attack
        case .ampHold: \.amp.hold
        case .ampDecay: \.amp.decay
        case .ampSustain: \.amp.sustain
        case .ampRelease: \.amp.release
        case .filDelay: \.filter.delay
        case .filAttack: \.filter.attack
        case .filHold: \.filter.hold
        case .filDecay: \.filter.decay
        case .filSustain: \.filter.sustain
        case .filRelease: \.filter.release
        case .filDepth: \.filter.depth
        case .pitchDelay: \.pitch.delay
        case .pitchAttack: \.pitch.attack
        case .pitchHold: \.pitch.hold
        case .pitchDecay: \.pitch.decay
        case .pitchSustain: \.pitch.sustain
        case .pitchRelease: \.pitch.release
        case .pitchDepth: \.pitch.depth
        case .ampLFODelay: \.ampLFO.delay
        case .ampLFOFrequency: \.ampLFO.frequency
        case .ampLFODepth: \.ampLFO.depth
        case .pitchLFODelay: \.pitchLFO.delay
        case .pitchLFOFrequency: \.pitchLFO.frequency
        case .pitchLFODepth: \.pitchLFO.depth
        case .filLFODelay: \.filterLFO.delay
        case .filLFOFrequency: \.filterLFO.frequency
        case .filLFODepth: \.filterLFO.depth
        default: nil
        }
    }

    /// Whether controllers change its value.
    var isModulated: Bool {
        switch self {
        case .lovel, .hivel, .pitchKeycenter, .ampKeycenter, .filKeycenter, .seqLength, .hirand,
            .loprog, .hiprog, .lochan, .hichan:
            false
        case .cutoff: true
        default: field != nil
        }
    }

    /// The fade of a region that it sets an end of; `nil` for other opcodes.
    var crossfade: (fade: WritableKeyPath<SFZRegion, SFZCrossfade>, end: SFZCrossfade.End)? {
        switch self {
        case .xfInLokey: (\.keyFade, .inLow)
        case .xfInHikey: (\.keyFade, .inHigh)
        case .xfOutLokey: (\.keyFade, .outLow)
        case .xfOutHikey: (\.keyFade, .outHigh)
        case .xfInLovel: (\.velocityFade, .inLow)
        case .xfInHivel: (\.velocityFade, .inHigh)
        case .xfOutLovel: (\.velocityFade, .outLow)
        case .xfOutHivel: (\.velocityFade, .outHigh)
        default: nil
        }
    }
}
