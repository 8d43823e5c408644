import Realtime

/// How an articulated voice begins, is released and ends.
extension ArticulatedVoice {
    private typealias P = ArticulationParameter

    /// Begins a note.
    ///
    /// - Parameters:
    ///   - voice: The voice of the same slot.
    ///   - channel: The controllers.
    ///   - position: The frame of the engine's block at which the note begins.
    ///   - settings: The settings of the note that are no controllers.
    ///   - conversions: The tables.
    ///   - engine: The settings of the engine.
    /// - Returns: Whether anything can sound.
    @_noLocks
    mutating func begin(
        _ voice: inout Voice,
        _ channel: Loan<ChannelState>,
        at position: Int,
        _ settings: NoteSettings,
        _ conversions: borrowing Conversions,
        _ engine: VoiceSettings
    ) -> Bool {
        takeControllers(channel)
        // What chance adds stays: it becomes a part of the values.
        values[P.pitch] += pitchOffset()
        values[P.offset] = live[P.offset] + live[P.offsetRandom] * note.otherRandom
        level = levelOfNote(conversions)
        for filter in 0..<2 { addCutoff(of: filter) }
        for band in 0..<3 {
            let first = P.band(band)
            let velocity = Float(note.velocity) / 127
            values[first + P.frequency] += velocity * live[first + P.frequencyVelocity]
            values[first + P.bandGain] += velocity * live[first + P.bandGainVelocity]
        }
        guard setFrames(&voice) else { return false }
        beginEnvelopes(channel, conversions)
        setDelay(&voice, at: position)
        if let cents = settings.tuning { voice.addTuning(cents) }
        voice.setGlide(settings)
        if settings.isSoft {
            level *= Float(conversions.amplitude(centibels: 30))
            for filter in 0..<2 { values[P.filter(filter) + P.cutoff] -= 1_800 }
        }
        applyBlock(&voice, channel, conversions, engine)
        voice.amplitude = amplitude(&voice, conversions)
        voice.gains = voice.targetGains
        rightGains = rightTargets
        return true
    }

    /// Cents by key, velocity and chance.
    @_noLocks
    private mutating func pitchOffset() -> Float {
        live[P.pitchKeytrack] * (Float(note.key) - live[P.pitchKeycenter])
            + live[P.pitchVelocity] * Float(note.velocity) / 127
            + live[P.pitchRandom] * (2 * note.random - 1)
    }

    /// The factor by key, velocity and chance.
    @_noLocks
    private mutating func levelOfNote(_ conversions: borrowing Conversions) -> Float {
        var decibels = live[P.ampKeytrack] * (Float(note.key) - live[P.ampKeycenter])
        decibels += live[P.ampRandom] * note.random - live[P.releaseDecay] * note.seconds
        let velocity = Float(note.velocity) / 127
        let curve = record[0].velocityCurve
        let gain = curve.count > 0 ? curve[Int(note.velocity & 127)] : velocity * velocity
        let tracking = live[P.velocityTracking]
        let part = abs(tracking) * (1 - gain)
        return conversions.factor(decibels: decibels) * (tracking < 0 ? part : 1 - part)
    }

    @_noLocks
    private mutating func addCutoff(of filter: Int) {
        let first = P.filter(filter)
        let keys = Float(note.key) - live[first + P.filterKeycenter]
        values[first + P.cutoff] +=
            live[first + P.filterKeytrack] * keys
            + live[first + P.filterVelocity] * Float(note.velocity) / 127
            + live[first + P.filterRandom] * note.random
    }

    /// Sets the frames that are played.
    ///
    /// - Returns: Whether there are any.
    @_noLocks
    private mutating func setFrames(_ voice: inout Voice) -> Bool {
        let record = record
        let start = Int(max(0, min(values[P.offset], 1e9)))
        var isLooping =
            switch record[0].loopMode {
            case .continuous, .untilRelease: true
            case .none, .oneShot: false
            }
        var loop = (record[0].loopStart, record[0].loopEnd)
        if loop.0 < 0 { loop = (voice.sample.loopStart, voice.sample.loopEnd) }
        if loop.1 <= loop.0 { loop = (start, .max) }
        if !isLooping, record[0].repeats != .max {
            isLooping = true
            loop = (start, record[0].end)
        }
        voice.cursor.isReversed = record[0].isReversed
        return voice.cursor.setFrames(
            from: start,
            to: record[0].end,
            loop: isLooping ? loop : nil,
            repeats: record[0].repeats
        )
    }

    @_noLocks
    private mutating func beginEnvelopes(
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) {
        for index in envelopes.indices {
            envelopes[index] = TimedEnvelope()
            envelopes[index].begin(settings(ofEnvelope: index), conversions)
        }
        for index in 0..<min(record[0].oscillators.count, 8) {
            let phase = live[P.oscillator(index) + P.phase]
            let seed = UInt32(note.random * 16_777_216) &+ UInt32(index)
            oscillators[index].begin(phase: max(0, min(phase, 1)), seed: seed)
        }
        var next = 0
        for index in 0..<min(record[0].envelopes.count, 4) {
            let list = record[0].envelopes[index].points
            for number in 0..<list.count where next < pointTimes.count {
                let point = list[number]
                (pointTimes[next], pointLevels[next]) = (point.time, point.level)
                if let input = point.timeControl {
                    pointTimes[next] += point.timeAmount * value(input, channel)
                }
                if let input = point.levelControl {
                    pointLevels[next] += point.levelAmount * value(input, channel)
                }
                next &+= 1
            }
        }
    }

    /// The settings of an envelope in frames.
    @_noLocks
    private mutating func settings(ofEnvelope index: Int) -> TimedEnvelope.Settings {
        let first = P.envelope(index)
        var settings = TimedEnvelope.Settings()
        settings.delay = max(0, live[first + P.envelopeDelay]) * note.rate
        settings.start = max(0, min(live[first + P.envelopeStart], 1))
        settings.attack = max(0, live[first + P.attack]) * note.rate
        settings.hold = max(0, live[first + P.hold]) * note.rate
        settings.decay = max(0, live[first + P.decay]) * note.rate
        settings.sustain = max(0, min(live[first + P.sustain], 1))
        settings.release = max(0, live[first + P.release]) * note.rate
        settings.shape =
            switch index {
            case 0: record[0].shapes.0
            case 1: record[0].shapes.1
            default: record[0].shapes.2
            }
        return settings
    }

    /// Has the voice begin a number of frames later, exactly.
    @_noLocks
    private mutating func setDelay(_ voice: inout Voice, at position: Int) {
        let seconds = live[P.delay] + live[P.delayRandom] * note.otherRandom
        let frames = position &+ Int(max(0, min(seconds, 1_000)) * note.rate)
        voice.offset = frames % Block.frames
        waiting = frames / Block.frames
    }

    // MARK: End

    /// Begins the release.
    @_noLocks
    mutating func release(_ voice: inout Voice, _ conversions: borrowing Conversions) {
        guard !voice.isReleased else { return }
        voice.isReleased = true
        note.isDown = false
        if waiting > 0 { isOver = true }
        for index in envelopes.indices {
            // Else times are those that controllers gave at the note-on.
            if record[0].hasDynamicEnvelope[index] != 0 {
                let release = live[P.envelope(index) + P.release]
                envelopes[index].setRelease(max(0, release) * note.rate, conversions)
            }
            envelopes[index].release()
        }
        for index in points.indices { points[index].release() }
        if case .untilRelease = record[0].loopMode { voice.cursor.isLooping = false }
    }

    /// Has the amplitude fall as slowly as the sustain pedal's position says, 0 … 1.
    @_noLocks
    mutating func followPedal(
        at position: Double,
        _ conversions: borrowing Conversions
    ) {
        let conditions = record[0].conditions
        guard conditions.followsSustain, !conditions.isRelease else { return }
        envelopes[0].slowRelease(to: position, conversions)
    }

    /// Ends the voice as another one's group does.
    @_noLocks
    mutating func cut(_ voice: inout Voice, _ conversions: borrowing Conversions) {
        guard !voice.isOff else { return }
        voice.isOff = true
        let conditions = record[0].conditions
        release(&voice, conversions)
        switch conditions.offMode {
        // No pedal holds it.
        case .normal: envelopes[0].slowRelease(to: 0, conversions)
        case .fast: envelopes[0].end(in: 0.006 * note.rate, conversions)
        case .time: envelopes[0].end(in: max(0, conditions.offTime) * note.rate, conversions)
        }
    }
}
