public import Realtime

/// Controllers and parameters of channels.
extension VoiceEngine {
    /// Sets a controller, 0 … 127: modulators and pedals follow it, and CC120, 121 and 123 reset.
    @_noLocks
    public mutating func control(_ number: UInt8, _ value: UInt8, channel: Int) {
        let before = controllerValue(Int(number), channel: channel)
        switch number {
        case 120: allSoundOff(channel: channel)
        case 121: resetControllers(channel: channel)
        case 123...127: allNotesOff(channel: channel)
        default:
            guard number < 128 else { return }
            let wasDown = channels[channel].isDown(Int(number))
            channels[channel].set(Int(number), value)
            let isDown = value >= 64
            if number == 66, wasDown, !isDown { remove(.sostenuto, channel: channel) }
            if number == 66, !wasDown, isDown { holdKeys(channel: channel) }
            // Articulated regions may have another pedal.
            if number == 64 || isArticulated { followPedal(number, channel: channel) }
            follow(number, isController: true, channel: channel)
            followController(Int(number), from: before, channel: channel)
        }
    }

    /// Ends what a sustain pedal holds no more, and slows what fades by the pedal's position.
    ///
    /// - Parameters:
    ///   - number: The pedal's controller; `nil` for all.
    ///   - channel: The channel.
    @_noLocks
    private mutating func followPedal(_ number: UInt8? = nil, channel: Int) {
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard list.isOf(channel: channel, slot), number == nil || number == pedal(of: slot)
            else { continue }
            endSustain(slot)
            if settings.hasHalfPedal { followPedal(slot) }
        }
    }

    /// The value of a controller.
    @_noLocks
    public func controller(_ number: UInt8, channel: Int) -> UInt8 {
        channels[channel].controllers[Int(number & 127)]
    }

    /// Sets the pressure of a key.
    @_noLocks
    public mutating func setPressure(_ value: UInt8, key: UInt8, channel: Int) {
        channels[channel].keyPressures[Int(key & 127)] = value
        for index in 0..<list.count
        where list.isOf(channel: channel, key: key, list.slot(index)) {
            follow(list.slot(index), ControlSource.keyPressure, false, channel)
        }
    }

    /// Sets the pressure of a channel.
    @_noLocks
    public mutating func setPressure(_ value: UInt8, channel: Int) {
        channels[channel].pressure = value
        follow(ControlSource.channelPressure, isController: false, channel: channel)
    }

    /// Sets the position of the pitch wheel, 0 … 16,383.
    @_noLocks
    public mutating func setWheel(_ value: Int, channel: Int) {
        channels[channel].wheel = value
        follow(ControlSource.wheel, isController: false, channel: channel)
    }

    /// Sets the range of the pitch wheel in semitones, which may have parts.
    @_noLocks
    public mutating func setWheelRange(_ semitones: Double, channel: Int) {
        channels[channel].wheelRange = semitones
        follow(ControlSource.wheelRange, isController: false, channel: channel)
    }

    /// The offset of a parameter on a channel.
    @_noLocks
    public func offset(_ parameter: RegionParameter, channel: Int) -> Double {
        channels[channel].offsets[parameter.number]
    }

    /// Sets an offset that is added to a parameter of all voices of a channel, now and later.
    @_noLocks
    public mutating func setOffset(_ value: Double, of parameter: RegionParameter, channel: Int) {
        channels[channel].offsets[parameter.number] = value
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard list.isOf(channel: channel, slot), !voices[slot].isArticulated else { continue }
            voices[slot].update(parameter, self.channel(channel), conversions, settings)
        }
    }

    /// Sets the value that the voices of a channel have of a parameter, before modulators.
    @_noLocks
    public mutating func setSounding(
        _ value: Double,
        of parameter: RegionParameter,
        channel: Int
    ) {
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard list.isOf(channel: channel, slot), !voices[slot].isArticulated else { continue }
            voices[slot].base[parameter.number] = value
            voices[slot].update(parameter, self.channel(channel), conversions, settings)
        }
    }

    /// Tunes what sounds on a channel as notes that begin with this tuning: cents for 128 keys.
    @_noLocks
    public mutating func retune(_ cents: LentElements<Float>, channel: Int) {
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard list.isOf(channel: channel, slot), voices[slot].addTuning(cents) else { continue }
            guard !voices[slot].isArticulated else { continue }
            voices[slot].update(.fineTune, self.channel(channel), conversions, settings)
        }
    }

    /// The preset of a channel; `nil` for none.
    @_noLocks
    public func preset(channel: Int) -> PresetReference? { channels[channel].preset }

    /// Chooses the preset of a channel's next notes.
    @_noLocks
    public mutating func setPreset(_ preset: PresetReference?, channel: Int) {
        guard channels[channel].preset?.record != preset?.record else { return }
        channels[channel].preset = preset
        keys[channel].lastSwitch = preset?.record[0].controls?[0].switchDefault ?? 255
    }

    /// Resets the controllers of a channel (CC121, RP-015).
    @_noLocks
    public mutating func resetControllers(channel: Int) {
        let pedal = controllerValue(64, channel: channel)
        channels[channel].resetControllers()
        remove(.sostenuto, channel: channel)
        followPedal(channel: channel)
        // The releases that have waited for the pedal.
        followController(64, from: pedal, channel: channel)
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard list.isOf(channel: channel, slot), !voices[slot].isArticulated else { continue }
            voices[slot].modulateAll(self.channel(channel), conversions)
            voices[slot].updateAll(self.channel(channel), conversions, settings)
        }
    }

    /// Silences all channels and resets them; presets stay, and random numbers continue.
    @_noLocks
    public mutating func reset() {
        for channel in 0..<channels.count {
            allSoundOff(channel: channel)
            let preset = channels[channel].preset
            channels[channel] = ChannelState()
            keys[channel].reset()
            setPreset(preset, channel: channel)
        }
        for index in 0..<turns.count { turns[index] = 0 }
    }

    @_noLocks
    private mutating func follow(_ number: UInt8, isController: Bool, channel: Int) {
        for index in 0..<list.count {
            follow(list.slot(index), number, isController, channel)
        }
    }

    @_noLocks
    private mutating func follow(_ slot: Int, _ number: UInt8, _ isController: Bool, _ channel: Int)
    {
        guard list.isOf(channel: channel, slot), !voices[slot].isArticulated else { return }
        voices[slot].follow(
            number,
            isController: isController,
            self.channel(channel),
            conversions,
            settings
        )
    }
}
