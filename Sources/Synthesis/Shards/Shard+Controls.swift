package import MIDI

/// Controllers, and the parameters that their data entry sets.
extension Shard {
    @_noLocks
    package mutating func control(_ message: MIDIMessage) {
        let channel = Int(message.channel)
        if message.data1 >= 124 {
            // FluidSynth itself would group channels and disable others, whose voices then continue
            // to sound and take no message any more.
            changeMode(channel, controller: message.data1)
            return
        }
        if message.data1 == 120 || message.data1 == 123 { releaseKeys(channel) }
        if message.data1 == 0 || message.data1 == 32 { selectBank(message) }
        portamentos[channel].note(message.data1, message.data2)
        if Portamento.hides(message.data1) { return }
        dataEntries[channel].note(message.data1, message.data2)
        let entry = dataEntries[channel]
        if let selection = entry.tuningSelection(message.data1) {
            select(selection, message, on: channel)
            return
        }
        if let parameter = entry.parameter(after: message.data1),
            set(parameter, message, on: channel)
        {
            return
        }
        send(message, entry)
        switch message.data1 {
        case 0: tune(channel)
        case 64, 66, 120, 123: synthesizer.noteReleases()
        case 1: setVibrato(channel)
        case 121:
            setVibrato(channel)
            synthesizer.noteReleases()
        default: break
        }
    }

    @_noLocks
    private mutating func selectBank(_ message: MIDIMessage) {
        banks.control(message.data1, message.data2, on: Int(message.channel))
        // It may have made drums of the channel, or a melody.
        setType(Int(message.channel))
    }

    /// Sends a controller to the synthesizer.
    @_noLocks
    private mutating func send(_ message: MIDIMessage, _ entry: DataEntry) {
        let channel = Int(message.channel)
        let isHidden = message.data1 == 99 && DataEntry.isHidden(message.data2)
        // A number that means nothing to FluidSynth.
        let value = isHidden ? 119 : message.data2
        if message.data1 == 121 {
            resetControllers(channel, value)
            return
        }
        synthesizer.control(channel, message.data1, value)
        if let value = entry.repetition(after: message.data1) {
            synthesizer.control(channel, 6, value)
        }
        if entry.setsFineTuning(message.data1) { restoreTuning(of: channel) }
        if let generator = entry.generator(after: message.data1) {
            setGenerator(generator.number, coarse: generator.coarse, on: channel)
        }
    }

    /// Resets the controllers; parameters keep their values (RP-015), which FluidSynth forgets: those
    /// that it has as offsets of generators, RPN 1, 2 and NRPN 120.
    @_noLocks
    private mutating func resetControllers(_ channel: Int, _ value: UInt8) {
        var offsets = InlineArray<64, Float>(repeating: 0)
        for generator in 0..<Self.generatorCount {
            offsets[Int(generator)] = synthesizer.offset(of: generator, on: channel)
        }
        // The wheel, on which this depends, goes back.
        offsets[Int(Self.vibrato)] = musicOffset(of: Self.vibrato, on: channel)
        added[channel].vibrato = 0
        wheels[channel].position = PitchWheel().position
        synthesizer.control(channel, 121, value)
        for generator in 0..<Self.generatorCount where offsets[Int(generator)] != 0 {
            synthesizer.setOffset(offsets[Int(generator)], of: generator, on: channel)
        }
    }

    /// Undoes what NRPN 120 has set, and RPN 1 and 2.
    @_noLocks
    private func clearOffsets(_ channel: Int) {
        for generator in 0..<Self.generatorCount {
            setMusicOffset(0, of: generator, on: channel)
        }
    }

    @_noLocks
    private func setGenerator(_ number: Int, coarse: UInt8, on channel: Int) {
        let fine = synthesizer.controller(38, of: channel)
        let data = Int(coarse) << 7 | Int(fine & 127)
        guard let value = GeneratorOffset.value(of: number, data: data) else { return }
        setMusicOffset(value, of: UInt8(truncatingIfNeeded: number), on: channel)
    }

    /// Sets a parameter that is seqd's own.
    ///
    /// - Returns: Whether it is; the others are the synthesizer's.
    @_noLocks
    private mutating func set(
        _ parameter: ChannelParameter,
        _ message: MIDIMessage,
        on channel: Int
    ) -> Bool {
        switch parameter {
        case .tuning where dataEntries[channel].registered.fine == 2:
            return stepCoarseTuning(message, on: channel)
        case .tuning, .tuningProgram, .generator:
            return false
        case .bendRange:
            setBendRange(message, on: channel)
        case .modulationDepth:
            setModulationDepth(message, on: channel)
        case .controller(let number):
            setController(number, message, on: channel)
        case .drum(let drum, let key):
            // The fine part means nothing, and there is no value to step from.
            guard message.data1 == 6 else { break }
            sounds.set(drum, of: key, to: message.data2, channel)
        case .awe32(let number):
            setAWE32(number, message, on: channel)
        case .noteDefaults:
            guard message.data1 == 6 else { break }
            sounds.reset(channel)
            clearOffsets(channel)
        }
        return true
    }

    /// Sets a sound controller by data entry, or steps it by increment and decrement.
    @_noLocks
    private func setController(_ number: UInt8, _ message: MIDIMessage, on channel: Int) {
        let before = synthesizer.controller(number, of: channel)
        switch message.data1 {
        case 6: synthesizer.control(channel, number, message.data2)
        case 96: synthesizer.control(channel, number, min(127, before + 1))
        case 97: synthesizer.control(channel, number, max(1, before) - 1)
        default: break
        }
    }

    @_noLocks
    private mutating func setAWE32(_ number: UInt8, _ message: MIDIMessage, on channel: Int) {
        guard message.data1 == 6 || message.data1 == 38 else { return }
        let data = dataEntries[channel].dataAroundMiddle
        // The initial pitch is that of the wheel.
        if number == 16 {
            bend(channel, to: data)
            return
        }
        guard let (generator, isRealTime) = GeneratorValue.awe32(number, data: data) else { return }
        sounds.set(generator, channel)
        if isRealTime, voiceCount > 0 { synthesizer.setSounding(generator, on: channel) }
    }

    // MARK: The range of the pitch wheel

    /// Sets the range of the pitch wheel by data entry.
    @_noLocks
    private mutating func setBendRange(_ message: MIDIMessage, on channel: Int) {
        switch message.data1 {
        case 6:
            let fine = dataEntries[channel].leadingFine
            wheels[channel].setRange(semitones: message.data2, cents: fine)
        case 38: wheels[channel].setRange(cents: message.data2)
        // RP-018: the fine part changes by one.
        case 96: wheels[channel].stepRange(by: 1)
        case 97: wheels[channel].stepRange(by: -1)
        default: return
        }
        setBendRange(channel)
    }

    /// Steps the coarse tuning (RPN 2) by a semitone, as RP-018 has it; FluidSynth knows no steps.
    ///
    /// - Returns: Whether the message is an increment or decrement.
    @_noLocks
    private func stepCoarseTuning(_ message: MIDIMessage, on channel: Int) -> Bool {
        guard message.data1 == 96 || message.data1 == 97 else { return false }
        let coarseTune: UInt8 = 51
        let semitones = musicOffset(of: coarseTune, on: channel)
        let wanted = max(-64, min(63, semitones + (message.data1 == 96 ? 1 : -1)))
        setMusicOffset(wanted, of: coarseTune, on: channel)
        return true
    }

    /// Tells the synthesizer the range of the pitch wheel, and the position of the wheel in it.
    @_noLocks
    package mutating func setBendRange(_ channel: Int) {
        let range = UInt8(truncatingIfNeeded: wheels[channel].wholeRange)
        synthesizer.setBendRange(channel, semitones: range)
        bend(channel, to: wheels[channel].position)
    }

    // MARK: The modulation wheel's depth

    /// Sets the depth of the modulation wheel: semitones and, in the fine part, 128ths of one.
    ///
    /// Drums have none, as in General MIDI 2.
    @_noLocks
    private mutating func setModulationDepth(_ message: MIDIMessage, on channel: Int) {
        guard message.data1 == 6 || message.data1 == 38 else { return }
        modulationDepths[channel] = Float(dataEntries[channel].data) * (100.0 / 128)
        setVibrato(channel)
    }

    /// Sets the depth of the modulation wheel's vibrato to the channel's range.
    ///
    /// FluidSynth's modulator gives the default depth; the rest is added here. Presets with a
    /// modulator of their own for it keep to that.
    @_noLocks
    package mutating func setVibrato(_ channel: Int) {
        let depth = modulationDepths[channel] - AddedOffsets.modulationDepth
        guard depth != 0 || added[channel].vibrato != 0 else { return }
        let wheel = synthesizer.controller(1, of: channel)
        let isOwn = synthesizer.hasOwnModulation(channel)
        let wanted = isOwn || banks.isDrums(channel) ? 0 : depth * Float(wheel) / 128
        guard wanted != added[channel].vibrato else { return }
        let music = musicOffset(of: Self.vibrato, on: channel)
        added[channel].vibrato = wanted
        synthesizer.setOffset(music + wanted, of: Self.vibrato, on: channel)
    }
}
