import Realtime

/// How a voice begins, is released and ends.
extension Voice {
    /// Centibels and cents of a note that begins while the soft pedal is down.
    private static var soft: (attenuation: Double, cutoff: Double) {
        @_noLocks get { (30, -1_800) }
    }

    /// Begins a note.
    @_noLocks
    mutating func begin(
        key: UInt8,
        velocity: UInt8,
        ownParameters: UInt64,
        note settings: NoteSettings,
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions,
        _ engine: VoiceSettings
    ) {
        self.key = key
        self.velocity = velocity
        change(settings, ownParameters)
        let own = base[RegionParameter.key.number]
        playedKey = own >= 0 ? own : Double(key)
        let ownVelocity = base[RegionParameter.velocity.number]
        playedVelocity = ownVelocity > 0 ? ownVelocity : Double(velocity)
        exclusiveClass = Int(base[RegionParameter.exclusiveClass.number])
        if let cents = settings.tuning { addTuning(cents) }
        setGlide(settings)
        modulateAll(channel, conversions)
        setBounds(channel, engine)
        updateAll(channel, conversions, engine)
        hasHalfPedal = engine.hasHalfPedal
        if !engine.isReference {
            gains = targetGains
            waitsForRelease = loopMode == 2
        }
    }

    /// Has the pitch glide from that of another key.
    @_noLocks
    mutating func setGlide(_ settings: NoteSettings) {
        guard settings.glideFrames > 0, settings.glide != 0 else { return }
        glide = Double(settings.glide)
        let blocks = (settings.glideFrames &+ Block.frames &- 1) / Block.frames
        glideStep = -glide / Double(max(1, blocks))
    }

    /// The cents of the glide in this block; moves it on.
    @_noLocks
    mutating func nextGlide() -> Double {
        guard glide != 0 else { return 0 }
        let cents = glide
        glide += glideStep
        if glide * glideStep >= 0 { glide = 0 }
        return cents
    }

    /// Makes the changes that messages ask for.
    @_noLocks
    private mutating func change(_ settings: NoteSettings, _ ownParameters: UInt64) {
        if let changes = settings.changes {
            for index in 0..<changes.count {
                let change = changes[index]
                let number = change.parameter.number
                if !change.isDefault {
                    base[number] += Double(change.value)
                } else if ownParameters >> UInt64(number) & 1 == 0 {
                    base[number] = Double(change.value)
                }
            }
        }
        if settings.isSoft {
            base[RegionParameter.attenuation.number] += Self.soft.attenuation
            base[RegionParameter.cutoff.number] += Self.soft.cutoff
        }
    }

    /// Adds what a key is tuned by, in the place of what was added before.
    ///
    /// - Returns: Whether that changes it.
    @_noLocks
    @discardableResult
    mutating func addTuning(_ cents: LentElements<Float>) -> Bool {
        let key = Int(playedKey)
        guard key >= 0, key < cents.count, !cents[key].isNaN else { return false }
        let scale = base[RegionParameter.scaleTuning.number]
        let wanted = Double(cents[key]) * scale / 100
        guard wanted != tuned else { return false }
        base[RegionParameter.fineTune.number] += wanted - tuned
        tuned = wanted
        return true
    }

    /// Releases the voice, at the earliest when it has sounded for its least length.
    @_noLocks
    mutating func release(_ conversions: borrowing Conversions, _ settings: VoiceSettings) {
        guard !isReleased else { return }
        isReleased = true
        if frame < settings.minimumLength {
            releaseFrame = settings.minimumLength
        } else {
            beginRelease(conversions)
        }
    }

    /// Begins the release of both envelopes.
    @_noLocks
    mutating func beginRelease(_ conversions: borrowing Conversions) {
        releaseFrame = nil
        isReleased = true
        guard !volume.isReleased else { return }
        if waitsForRelease {
            // It sounds from now on as others do after their release.
            waitsForRelease = false
            volume.beginRelease(from: volume.sustain)
            return
        }
        volume.beginRelease(from: levelAtRelease(conversions))
        let isRising = modulation.isRising
        modulation.beginRelease(
            from: isRising ? conversions.convex(modulation.value) : modulation.value
        )
        if loopMode == 3 { cursor.isLooping = false }
    }

    /// The value of the volume envelope from which it falls: an attack is even in amplitude, a release
    /// in decibels.
    @_noLocks
    private mutating func levelAtRelease(_ conversions: borrowing Conversions) -> Double {
        guard volume.isRising else { return volume.value }
        guard volume.value > 0 else { return 0 }
        // The tremolo stays what it is, whichever way it is added.
        let tremolo = -oscillator.value * oscillatorToVolume
        let amplitude = volume.value * conversions.amplitude(centibels: tremolo)
        guard amplitude > 0 else { return 0 }
        let level = 1 + (200 * conversions.decimalLogarithm(amplitude) + tremolo) / 960
        return max(0, min(level, 1))
    }

    /// Ends the voice as FluidSynth does for another one of its exclusive class.
    @_noLocks
    mutating func cut(_ conversions: borrowing Conversions, _ settings: VoiceSettings) {
        exclusiveClass = 0
        if volume.isReleased {
            // The time of a release counts from now.
            volume.beginRelease(from: volume.value)
            modulation.beginRelease(from: modulation.value)
        } else {
            // It has its least length too.
            release(conversions, settings)
        }
        // FluidSynth's: −200 timecents for 96 dB.
        let frames = conversions.rate * conversions.seconds(timecents: -200)
        volume.setRelease(1 &+ Int(frames / Double(Block.frames)))
        modulation.setRelease(1 &+ Int(frames / Double(Block.frames)))
    }

    /// Fades within 3 ms.
    @_noLocks
    mutating func fadeOut(_ conversions: borrowing Conversions) {
        guard fade == nil else { return }
        exclusiveClass = 0
        fade = max(1, Int(0.003 * conversions.rate) / Block.frames)
        holds = Holds(rawValue: 0)
        isReleased = true
    }
}
