/// The computation of a block: what changes once in 64 frames.
extension Voice {
    /// The sound of a block.
    enum Output: BitwiseCopyable {
        /// It is silent and moves nothing.
        case silent
        /// It sounds, up to this amplitude.
        case sounding(Double)
        /// It has ended.
        case finished
    }

    /// The level below which FluidSynth ends a voice: that of 16 bits.
    private static var noiseFloor: Double { @_noLocks get { 0.00003 } }

    /// Advances envelopes and oscillators by a block, and sets the pitch and the filter.
    @_noLocks
    mutating func advance(
        _ conversions: borrowing Conversions,
        _ settings: VoiceSettings
    ) -> Output {
        if let due = releaseFrame, frame >= due { beginRelease(conversions) }
        if waitsForRelease {
            frame &+= Block.frames
            return .silent
        }
        volume.step(isVolume: true)
        if volume.hasEnded { return .finished }
        modulation.step(isVolume: false)
        oscillator.advance(at: frame)
        vibrato.advance(at: frame)
        frame &+= Block.frames
        guard var target = level(conversions, settings) else { return .finished }
        if let left = fade {
            guard left > 0 else { return .finished }
            fade = left &- 1
            target *= Double(left &- 1) / Double(left)
        }
        let isWaiting = volume.isWaiting
        if settings.isReference, isWaiting || (amplitude == 0 && target == 0) { return .silent }
        setStep(conversions)
        if isWaiting { return cursor.skip(Block.frames) ? .silent : .finished }
        setCoefficients(conversions)
        if !hasSounded {
            hasSounded = true
            if !settings.isReference, !volume.isRising { amplitude = target }
        }
        return .sounding(target)
    }

    /// The amplitude at the end of the block; `nil` for one that has become inaudible.
    @_noLocks
    private mutating func level(
        _ conversions: borrowing Conversions,
        _ settings: VoiceSettings
    ) -> Double? {
        let tremolo = -oscillator.value * oscillatorToVolume
        if volume.isWaiting { return 0 }
        if volume.isRising {
            return ownLevel * conversions.amplitude(centibels: tremolo) * volume.value
        }
        let fall = 960 * (1 - volume.value) + tremolo
        if fall != lastFall {
            lastFall = fall
            lastLevel = conversions.amplitude(centibels: fall)
        }
        if settings.isReference {
            // The value itself, which is even in decibels: so only the end of a release is cut.
            if highestLevel * volume.value < Self.noiseFloor { return nil }
        } else if highestLevel * lastLevel < 0.00001, !volume.isHolding {
            return nil
        }
        return ownLevel * lastLevel
    }

    @_noLocks
    private mutating func setStep(_ conversions: borrowing Conversions) {
        let cents =
            pitch + oscillator.value * oscillatorToPitch + vibrato.value * vibratoToPitch
            + envelopeValue(conversions) * envelopeToPitch + nextGlide()
        guard cents != lastCents else { return }
        lastCents = cents
        let ratio = conversions.hertz(cents: cents) / rootFrequency
        let step = max(0, min(ratio, 65_536)) * 4_294_967_296
        cursor.step = max(1, UInt64(step))
    }

    @_noLocks
    private mutating func setCoefficients(_ conversions: borrowing Conversions) {
        let isMoving = oscillatorToCutoff != 0 || envelopeToCutoff != 0
        guard isMoving || isFilterStale else { return }
        isFilterStale = false
        var cents =
            filter.cutoff + oscillator.value * oscillatorToCutoff
            + envelopeValue(conversions) * envelopeToCutoff
        if conversions.isRounded { cents = Double(Int(max(-20_000, min(cents, 40_000)))) }
        filter.aim(at: cents, conversions)
    }

    /// The value of the modulation envelope: convex in the attack.
    @_noLocks
    private mutating func envelopeValue(_ conversions: borrowing Conversions) -> Double {
        modulation.isRising ? conversions.convex(modulation.value) : modulation.value
    }
}
