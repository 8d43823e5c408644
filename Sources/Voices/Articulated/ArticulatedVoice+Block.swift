import Realtime

/// The computation of a block.
extension ArticulatedVoice {
    private typealias P = ArticulationParameter

    /// The part of CC91 and CC93 that goes to the reverb and to the chorus: as of a SoundFont's voices.
    private static var sendOfControllers: Float { @_noLocks get { 0.2 } }
    /// The gain, +1.15 dB, that makes SFZ as loud as SoundFonts.
    ///
    /// It was measured. A SoundFont's filter adds 1.5 dB; its velocity, CC7 and CC11, which are
    /// divided by 128, take some of that away.
    private static var gain: Double { @_noLocks get { 1.1416 } }
    /// The factor that makes up for the two positions of a stereo sample: +3 dB.
    private static var stereoFactor: Double { @_noLocks get { 1.4142135623730951 } }

    /// Advances by a block.
    @_noLocks
    mutating func advance(
        _ voice: inout Voice,
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions,
        _ engine: VoiceSettings
    ) -> Voice.Output {
        if isOver { return .finished }
        if waiting > 0 {
            waiting &-= 1
            return voice.fade == nil ? .silent : .finished
        }
        for index in envelopes.indices { envelopes[index].step(conversions) }
        var first = 0
        for index in 0..<min(record[0].envelopes.count, 4) {
            points[index].step(
                record[0].envelopes[index],
                &pointTimes,
                &pointLevels,
                from: first,
                conversions
            )
            first &+= record[0].envelopes[index].points.count
        }
        if hasEnded(&voice) { return .finished }
        applyBlock(&voice, channel, conversions, engine)
        voice.frame &+= Block.frames
        voice.hasSounded = true
        var target = amplitude(&voice, conversions)
        if let left = voice.fade {
            guard left > 0 else { return .finished }
            voice.fade = left &- 1
            target *= Double(left &- 1) / Double(left)
        }
        return .sounding(target)
    }

    /// Whether its envelope is over.
    @_noLocks
    private mutating func hasEnded(_ voice: inout Voice) -> Bool {
        if record[0].hasAmplitudeEnvelope { return envelopes[0].hasEnded }
        guard voice.isReleased else { return false }
        if voice.isOff { return envelopes[0].hasEnded }
        for index in 0..<min(record[0].envelopes.count, 4) where !points[index].hasEnded {
            return false
        }
        return true
    }

    /// Computes the values, and what follows from them but for the amplitude.
    @_noLocks
    mutating func applyBlock(
        _ voice: inout Voice,
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions,
        _ engine: VoiceSettings
    ) {
        updateLive(channel, conversions)
        live[P.amplitude] *= fades(channel, conversions)
        setStep(&voice, channel, conversions)
        setGains(&voice, channel, conversions, engine)
        setFilters(conversions)
    }

    /// The amplitude at the end of the block.
    @_noLocks
    mutating func amplitude(_ voice: inout Voice, _ conversions: borrowing Conversions) -> Double {
        let hasEnvelope = record[0].hasAmplitudeEnvelope || voice.isOff
        let envelope = hasEnvelope ? envelopes[0].value : 1
        let amplitude = max(0, min(live[P.amplitude], 1e10))
        let gain = conversions.factor(decibels: live[P.volume]) * amplitude
        // No file asks for more than 60 dB in earnest.
        return min(Double(level * gain * envelope), 1_000) * voice.scale
    }

    /// The product of all crossfades.
    @_noLocks
    private mutating func fades(
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) -> Float {
        var factor: Float = 1
        let crossfades = record[0].crossfades
        for index in 0..<crossfades.count {
            let fade = crossfades[index]
            let value = controller(Int(fade.controller), channel)
            let part = fade.factor(at: value)
            factor *= fade.isPower ? Float(conversions.squareRoot(Double(part))) : part
        }
        return factor
    }

    @_noLocks
    private mutating func setStep(
        _ voice: inout Voice,
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) {
        let (up, down, step) = (live[P.bendUp], live[P.bendDown], live[P.bendStep])
        let wheel = controller(ControllerNumber.wheel, channel)
        let range = Float(100 * channel.value.wheelRange)
        var bend =
            wheel > 0
            ? wheel * (up.isFinite ? up : range) : -wheel * (down.isFinite ? down : -range)
        if step > 1 { bend = Float(Int(max(-1e9, min(bend / step, 1e9)))) * step }
        var cents = Double(live[P.pitch] + bend)
        cents += voice.base[RegionParameter.fineTune.number]
        cents += channel.value.offsets[RegionParameter.fineTune.number]
        cents += 100 * channel.value.offsets[RegionParameter.coarseTune.number]
        cents += voice.nextGlide()
        guard cents != voice.lastCents else { return }
        voice.lastCents = cents
        let ratio =
            conversions.powerOfTwo(max(-12_000, min(cents, 12_000)) / 1_200)
            * voice.sample.rate / conversions.rate
        voice.cursor.step = max(1, UInt64(max(0, min(ratio, 65_536)) * 4_294_967_296))
    }

    @_noLocks
    private mutating func setGains(
        _ voice: inout Voice,
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions,
        _ engine: VoiceSettings
    ) {
        let reverb = send(P.reverbSend, 91, channel, engine)
        let chorus = send(P.chorusSend, 93, channel, engine)
        let pan = Double(max(-1, min(live[P.pan], 1))) * 500
        let gain = engine.gain * Self.gain
        let (left, right) = (conversions.pan(-pan) * gain, conversions.pan(pan) * gain)
        guard record[0].isStereo else {
            voice.targetGains = SIMD4(Float(left), Float(right), reverb, chorus)
            return
        }
        let width = Double(max(-1, min(live[P.width], 1))) * 500
        let (same, other) = (conversions.pan(width), conversions.pan(-width))
        let position = Double(max(-1, min(live[P.position], 1))) * 500
        let (toLeft, toRight) = (
            conversions.pan(-position) * Self.stereoFactor,
            conversions.pan(position) * Self.stereoFactor
        )
        voice.targetGains = SIMD4(
            Float(left * same * toLeft),
            Float(left * other * toRight),
            reverb,
            chorus
        )
        rightTargets = SIMD4(
            Float(right * other * toLeft),
            Float(right * same * toRight),
            reverb,
            chorus
        )
    }

    @_noLocks
    private mutating func send(
        _ parameter: Int,
        _ number: Int,
        _ channel: Loan<ChannelState>,
        _ engine: VoiceSettings
    ) -> Float {
        let sent = Float(channel.value.controllers[number]) / 127 * Self.sendOfControllers
        return max(0, min(live[parameter] + sent, 1)) * Float(engine.gain * Self.gain)
    }
}

extension Crossfade {
    /// The factor at a value of its controller, or its square.
    @_noLocks
    func factor(at value: Float) -> Float {
        var factor: Float = 1
        if value < fadeIn.x { return 0 }
        if value < fadeIn.y { factor = (value - fadeIn.x) / (fadeIn.y - fadeIn.x) }
        if value > fadeOut.y { return 0 }
        if value > fadeOut.x { factor *= (fadeOut.y - value) / (fadeOut.y - fadeOut.x) }
        return factor
    }
}

extension Conversions {
    /// The square root of a number from 0 on.
    @_noLocks
    func squareRoot(_ number: Double) -> Double {
        number > 0 ? powerOfTwo(decimalLogarithm(number) * 1.660964047443681) : 0
    }

    /// The factor of decibels, 200 at most.
    @_noLocks
    func factor(decibels: Float) -> Float {
        if decibels == 0 { return 1 }
        return Float(powerOfTwo(Double(min(decibels, 200)) * 0.16609640474436813))
    }
}
