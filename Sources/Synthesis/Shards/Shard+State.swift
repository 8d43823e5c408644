package import MIDI

/// The state of channels, carried from one instance to another.
extension Shard {
    /// The value of a controller of a channel.
    @_noLocks
    package func controller(_ number: UInt8, of channel: UInt8) -> Int {
        Int(synthesizer.controller(number, of: Int(channel)))
    }

    /// Brings a channel into the state that it has in another instance.
    @_noLocks
    package mutating func copyChannel(_ number: Int, from other: borrowing Shard) {
        banks.copy(number, from: other.banks)
        // The keys that are down stay with the old instance.
        keys[number].isMono = other.keys[number].isMono
        copyPreset(number, from: other, number)
        setType(number)
        portamentos[number] = other.portamentos[number]
        tunings.copy(number, from: other.tunings, number)
        copyControllers(number, from: other, number, withPedals: true)
        wheels[number] = other.wheels[number]
        setBendRange(number)
        copySelection(number, from: other, number)
        copyOffsets(number, from: other, number)
        sounds.copy(number, from: other.sounds, number)
        modulationDepths[number] = other.modulationDepths[number]
        setVibrato(number)
        masterTuning = other.masterTuning
        tune(number)
    }

    /// Brings a channel into the state that a part had on a channel of another instance, but for the
    /// pedals.
    ///
    /// - Parameters:
    ///   - number: The channel.
    ///   - other: The other instance.
    ///   - source: Its channel.
    ///   - kinds: The bits of `MessageKinds` that the part may set here.
    @_noLocks
    package mutating func takePart(
        _ number: Int,
        from other: borrowing Shard,
        _ source: Int,
        kinds: UInt8
    ) {
        if kinds & MessageKindBit.programs != 0 { takeProgram(number, from: other, source) }
        if kinds & MessageKindBit.controllers != 0 {
            takeControllers(number, from: other, source)
        }
        if kinds & MessageKindBit.bends != 0 {
            wheels[number].position = other.wheels[source].position
        }
        setBendRange(number)
        copySelection(number, from: other, source)
        setVibrato(number)
        tune(number)
    }

    @_noLocks
    private mutating func takeProgram(
        _ number: Int,
        from other: borrowing Shard,
        _ source: Int
    ) {
        // Whatever nothing has selected is the font's own choice.
        guard let preset = other.selectedPreset(source) else { return }
        // Channel 10 of a part may lead to one of melodies: kits are no melodies.
        guard number == source || other.banks.isDrums(source) == banks.isDrums(number) else {
            changeProgram(number, to: Int(preset >> 16 & 127))
            return
        }
        banks.copyChannel(number, from: other.banks, source)
        copyPreset(number, from: other, source)
        setType(number)
    }

    @_noLocks
    private mutating func takeControllers(
        _ number: Int,
        from other: borrowing Shard,
        _ source: Int
    ) {
        keys[number].isMono = other.keys[source].isMono
        portamentos[number] = other.portamentos[source]
        tunings.copy(number, from: other.tunings, source)
        copyControllers(number, from: other, source, withPedals: false)
        wheels[number] = other.wheels[source]
        wheels[number].position = PitchWheel().position
        copyOffsets(number, from: other, source)
        sounds.copy(number, from: other.sounds, source)
        modulationDepths[number] = other.modulationDepths[source]
    }

    /// The preset that a message has selected on a channel, as `ShardEvent.Kind.program` packs it;
    /// `nil` where none has.
    @_noLocks
    package func selectedPreset(_ channel: Int) -> UInt32? {
        guard isProgrammed(channel) else { return nil }
        let program = synthesizer.preset(of: channel).program
        return UInt32(truncatingIfNeeded: program & 127) << 16
            | UInt32(truncatingIfNeeded: banks.bank(channel) & 0x3FFF)
    }

    @_noLocks
    private func copyControllers(
        _ number: Int,
        from other: borrowing Shard,
        _ source: Int,
        withPedals: Bool
    ) {
        for controller: UInt8 in 0..<120 where !Self.actsWhenSent(controller) {
            if !withPedals, Pedal.isMoved(by: controller) { continue }
            let value = other.synthesizer.controller(controller, of: source)
            guard value != synthesizer.controller(controller, of: number) else { continue }
            synthesizer.control(number, controller, value)
        }
    }

    /// Takes the music's offsets of generators over.
    @_noLocks
    private func copyOffsets(_ number: Int, from other: borrowing Shard, _ source: Int) {
        for generator in 0..<Self.generatorCount {
            let offset = other.musicOffset(of: generator, on: source)
            setMusicOffset(offset, of: generator, on: number)
        }
    }

    /// Takes what a part has set for all channels of another instance.
    @_noLocks
    package mutating func takeSettings(from other: borrowing Shard) {
        banks.copyMode(from: other.banks)
        masterTuning = other.masterTuning
        tunings.copyPrograms(from: other.tunings)
        tuneChannels()
    }

    // MARK: State as messages

    /// The number of steps of ``partMessage(_:of:)``.
    package static var partMessageCount: Int { @_noLocks get { 120 + 10 } }

    /// Whether a message of ``partMessage(_:of:)`` says what an instrument that has just been switched
    /// on need not be told.
    @_noLocks
    package static func isUsual(_ message: MIDIMessage) -> Bool {
        guard message.status & 0xF0 == 0xB0 else { return false }
        switch (message.data1, message.data2) {
        case (1, _), (7, _), (10, _), (11, _), (100, _), (101, _), (6, _), (38, _): return false
        case (8, 64), (40, 64), (42, 64), (43, 127), (70...79, 64), (91, 40): return true
        default: return message.data2 == 0
        }
    }

    /// A message of those that bring a channel elsewhere into the state of one here, but for the
    /// program and the pedals.
    ///
    /// - Parameters:
    ///   - step: Which of them, 0 ..< ``partMessageCount``.
    ///   - channel: The channel here.
    /// - Returns: The message; `nil` for a step that has none.
    @_noLocks
    package func partMessage(_ step: Int, of channel: UInt8) -> MIDIMessage? {
        let number = Int(channel)
        let (range, registered) = (wheels[number].range, dataEntries[number].registered)
        switch step {
        case 0..<120: return controllerMessage(UInt8(truncatingIfNeeded: step), channel)
        case 120: return control(101, 0)
        case 121: return control(100, 0)
        case 122: return control(6, range.semitones)
        case 123: return control(38, range.cents)
        case 124: return control(101, registered.coarse)
        case 125: return control(100, registered.fine)
        case 126: return control(5, portamentos[number].time)
        case 127: return control(37, portamentos[number].fineTime)
        // It ends notes, so the usual mode is not sent.
        case 128: return keys[number].isMono ? control(126, 1) : nil
        default:
            let position = wheels[number].position
            return MIDIMessage(
                status: 0xE0,
                data1: UInt8(truncatingIfNeeded: position & 127),
                data2: UInt8(truncatingIfNeeded: position >> 7 & 127)
            )
        }
    }

    @_noLocks
    private func control(_ controller: UInt8, _ value: UInt8) -> MIDIMessage {
        MIDIMessage(status: 0xB0, data1: controller, data2: value)
    }

    @_noLocks
    private func controllerMessage(_ controller: UInt8, _ channel: UInt8) -> MIDIMessage? {
        // 84 and 88 are for one note.
        guard !Self.actsWhenSent(controller), !Pedal.isMoved(by: controller),
            !Portamento.hides(controller), controller != 84, controller != 88
        else { return nil }
        let value = self.controller(controller, of: channel)
        return control(controller, UInt8(truncatingIfNeeded: value & 127))
    }

    /// Selects the parameter that data entry controllers are for.
    @_noLocks
    private mutating func copySelection(
        _ number: Int,
        from other: borrowing Shard,
        _ source: Int
    ) {
        let entry = other.dataEntries[source]
        dataEntries[number] = entry
        // Only stored: while a parameter is selected, FluidSynth from 2.4 on would set it.
        synthesizer.control(number, 101, 127)
        synthesizer.control(number, 100, 127)
        synthesizer.control(number, 38, other.synthesizer.controller(38, of: source))
        synthesizer.control(number, 101, entry.registered.coarse)
        synthesizer.control(number, 100, entry.registered.fine)
        // A number that means nothing to FluidSynth.
        if entry.isNonRegistered { synthesizer.control(number, 99, 119) }
    }

    /// Controllers that do something when they come, instead of standing for a value: bank select
    /// and data entry.
    @_noLocks
    private static func actsWhenSent(_ number: UInt8) -> Bool {
        switch number {
        case 0, 32, 6, 38, 96...101: true
        default: false
        }
    }
}
