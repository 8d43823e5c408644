import Realtime

/// The values that parameters lead to.
extension Voice {
    /// The shortest time of a segment, in timecents: what is shorter is none.
    private static var none: Double { @_noLocks get { -32_768 } }

    /// Computes all values, as the voice begins.
    @_noLocks
    mutating func updateAll(
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions,
        _ settings: VoiceSettings
    ) {
        setRoot(channel, conversions)
        setPitch(channel)
        setGains(channel, conversions, settings)
        setAttenuation(channel, conversions)
        setDepths(channel)
        setFilter(channel, conversions)
        setOscillators(channel, conversions)
        setVolume(channel, conversions)
        setModulation(channel, conversions)
    }

    /// Follows a parameter that has changed.
    @_noLocks
    mutating func update(
        _ parameter: RegionParameter,
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions,
        _ settings: VoiceSettings
    ) {
        switch parameter {
        case .pan, .balance, .reverbSend, .chorusSend: setGains(channel, conversions, settings)
        case .attenuation: setAttenuation(channel, conversions)
        case .pitch, .coarseTune, .fineTune: setPitch(channel)
        case .rootKey, .scaleTuning, .key:
            setRoot(channel, conversions)
            setPitch(channel)
        case .cutoff, .resonance: setFilter(channel, conversions)
        case .modulationToPitch, .vibratoToPitch, .envelopeToPitch, .modulationToCutoff,
            .envelopeToCutoff, .modulationToVolume:
            setDepths(channel)
        case .modulationDelay, .modulationFrequency, .vibratoDelay, .vibratoFrequency:
            setOscillators(channel, conversions)
        case .volumeDelay, .volumeAttack, .volumeHold, .volumeDecay, .volumeSustain,
            .volumeRelease, .keyToVolumeHold, .keyToVolumeDecay:
            setVolume(channel, conversions)
        case .envelopeDelay, .envelopeAttack, .envelopeHold, .envelopeDecay, .envelopeSustain,
            .envelopeRelease, .keyToEnvelopeHold, .keyToEnvelopeDecay:
            setModulation(channel, conversions)
        case .start, .end, .loopStart, .loopEnd, .startCoarse, .endCoarse, .loopStartCoarse,
            .loopEndCoarse, .velocity, .sampleMode, .exclusiveClass:
            break
        }
    }

    /// Sets the frames that are played, and goes to the first.
    @_noLocks
    mutating func setBounds(_ channel: Loan<ChannelState>, _ settings: VoiceSettings) {
        loopMode = Int(base[RegionParameter.sampleMode.number])
        let canLoop = cursor.setBounds(
            start: frames(.start, .startCoarse, channel),
            end: frames(.end, .endCoarse, channel),
            loopStart: frames(.loopStart, .loopStartCoarse, channel),
            loopEnd: frames(.loopEnd, .loopEndCoarse, channel),
            // FluidSynth plays no loop of one frame.
            least: settings.isReference ? 2 : 1
        )
        if !canLoop { loopMode = 0 }
        cursor.isLooping = loopMode == 1 || loopMode == 3
        cursor.rewind()
    }

    @_noLocks
    private mutating func frames(
        _ fine: RegionParameter,
        _ coarse: RegionParameter,
        _ channel: Loan<ChannelState>
    ) -> Int {
        Int(value(fine, channel)) &+ 32_768 &* Int(value(coarse, channel))
    }

    @_noLocks
    private mutating func setRoot(
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) {
        let own = value(.rootKey, channel)
        let root = own >= 0 ? own : sample.rootKey
        rootPitch = 100 * root - sample.correction
        rootFrequency = conversions.hertz(cents: rootPitch) * (conversions.rate / sample.rate)
        lastCents = -1e9
        base[RegionParameter.pitch.number] =
            conversions.isRounded
            // FluidSynth before 2.6 corrects a sample only as far as its region follows the keys.
            ? value(.scaleTuning, channel) * (playedKey - rootPitch / 100) + rootPitch
            : value(.scaleTuning, channel) * (playedKey - root) + 100 * root
    }

    @_noLocks
    private mutating func setPitch(_ channel: Loan<ChannelState>) {
        pitch =
            value(.pitch, channel) + 100 * value(.coarseTune, channel)
            + value(.fineTune, channel)
    }

    @_noLocks
    private mutating func setGains(
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions,
        _ settings: VoiceSettings
    ) {
        let pan = max(-500, min(value(.pan, channel), 500))
        let balance = value(.balance, channel)
        let factor = settings.gain * scale
        var (left, right) = (conversions.pan(-pan) * factor, conversions.pan(pan) * factor)
        if balance > 0 { left *= conversions.amplitude(centibels: balance) }
        if balance < 0 { right *= conversions.amplitude(centibels: -balance) }
        targetGains = SIMD4(
            Float(left),
            Float(right),
            Float(max(0, min(value(.reverbSend, channel) / 1_000, 1)) * factor),
            Float(max(0, min(value(.chorusSend, channel) / 1_000, 1)) * factor)
        )
    }

    @_noLocks
    private mutating func setAttenuation(
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) {
        let attenuation = max(0, min(value(.attenuation, channel), 1_440))
        ownLevel = conversions.amplitude(centibels: attenuation)
        let least = lowestAttenuation(attenuation, channel, conversions)
        highestLevel = conversions.amplitude(centibels: least)
    }

    @_noLocks
    private mutating func setDepths(_ channel: Loan<ChannelState>) {
        oscillatorToPitch = value(.modulationToPitch, channel)
        vibratoToPitch = value(.vibratoToPitch, channel)
        envelopeToPitch = value(.envelopeToPitch, channel)
        oscillatorToCutoff = value(.modulationToCutoff, channel)
        envelopeToCutoff = value(.envelopeToCutoff, channel)
        oscillatorToVolume = value(.modulationToVolume, channel)
        isFilterStale = true
    }

    @_noLocks
    private mutating func setFilter(
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) {
        filter.cutoff = value(.cutoff, channel)
        filter.setResonance(value(.resonance, channel), conversions)
        isFilterStale = true
    }

    @_noLocks
    private mutating func setOscillators(
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) {
        oscillator.delay = frames(ofDelay: value(.modulationDelay, channel), conversions)
        vibrato.delay = frames(ofDelay: value(.vibratoDelay, channel), conversions)
        oscillator.setFrequency(
            conversions.oscillation(cents: value(.modulationFrequency, channel)),
            rate: conversions.rate
        )
        vibrato.setFrequency(
            conversions.oscillation(cents: value(.vibratoFrequency, channel)),
            rate: conversions.rate
        )
    }

    @_noLocks
    private mutating func setVolume(
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) {
        let delay = frames(ofDelay: value(.volumeDelay, channel), conversions)
        volume.delay = delay / Block.frames
        let attack = value(.volumeAttack, channel)
        // The shortest is none: but for FluidSynth, which takes a block for it.
        let hasAttack = conversions.isRounded || attack > -12_000
        volume.setAttack(hasAttack ? 1 &+ blocks(attack, from: -12_000, conversions) : 0)
        volume.hold = blocks(
            value(.volumeHold, channel),
            byKey: value(.keyToVolumeHold, channel),
            to: 5_000,
            conversions
        )
        volume.setDecay(
            blocks(
                value(.volumeDecay, channel),
                byKey: value(.keyToVolumeDecay, channel),
                to: 8_000,
                conversions
            )
        )
        volume.sustain = sustain(value(.volumeSustain, channel))
        setRelease(channel, conversions)
    }

    /// Sets the time of the release.
    ///
    /// With half pedalling it goes evenly in timecents from that of the release, with the pedal up, to
    /// that of the decay.
    @_noLocks
    private mutating func setRelease(
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) {
        var time = value(.volumeRelease, channel)
        if hasHalfPedal, isReleased {
            let decay = value(.volumeDecay, channel)
            let byKey = value(.keyToVolumeDecay, channel) * (60 - playedKey)
            let slowest = volume.sustain < 1 ? max(time, min(decay + byKey, 8_000)) : 8_000
            time += (slowest - time) * Double(channel.value.controllers[64]) / 127
        }
        volume.setRelease(
            1 &+ blocks(time, from: -7_200, conversions),
            keepsCount: conversions.isRounded
        )
    }

    @_noLocks
    private mutating func setModulation(
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) {
        let delay = frames(ofDelay: value(.envelopeDelay, channel), conversions)
        modulation.delay = delay / Block.frames
        modulation.setAttack(
            1 &+ blocks(value(.envelopeAttack, channel), from: -12_000, conversions)
        )
        modulation.hold = blocks(
            value(.envelopeHold, channel),
            byKey: value(.keyToEnvelopeHold, channel),
            to: 5_000,
            conversions
        )
        modulation.setDecay(
            blocks(
                value(.envelopeDecay, channel),
                byKey: value(.keyToEnvelopeDecay, channel),
                to: 8_000,
                conversions
            )
        )
        modulation.sustain = sustain(value(.envelopeSustain, channel))
        modulation.setRelease(
            1 &+ blocks(value(.envelopeRelease, channel), from: -12_000, conversions),
            keepsCount: conversions.isRounded
        )
    }

    @_noLocks
    private mutating func sustain(_ decrease: Double) -> Double {
        max(0, min(1 - 0.001 * decrease, 1))
    }

    /// The frames of a delay in timecents.
    @_noLocks
    private mutating func frames(ofDelay timecents: Double, _ conversions: borrowing Conversions)
        -> Int
    {
        guard timecents > Self.none else { return 0 }
        let clamped = max(-12_000, min(timecents, 5_000))
        return Int(conversions.rate * conversions.seconds(timecents: clamped))
    }

    /// The whole blocks in a time.
    @_noLocks
    private mutating func blocks(
        _ timecents: Double,
        from least: Double,
        _ conversions: borrowing Conversions
    ) -> Int {
        guard timecents > Self.none else { return 0 }
        let clamped = max(least, min(timecents, 8_000))
        let frames = conversions.rate * conversions.seconds(timecents: clamped)
        return Int(frames / Double(Block.frames))
    }

    /// The blocks nearest to a time that depends on the key.
    @_noLocks
    private mutating func blocks(
        _ timecents: Double,
        byKey: Double,
        to most: Double,
        _ conversions: borrowing Conversions
    ) -> Int {
        let time = timecents + byKey * (60 - playedKey)
        guard time > Self.none else { return 0 }
        let clamped = max(-12_000, min(time, most))
        let frames = conversions.rate * conversions.seconds(timecents: clamped)
        return Int(frames / Double(Block.frames) + 0.5)
    }
}
