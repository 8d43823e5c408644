import Voices

/// Plays pseudo-random music on the presets of an input.
enum EngineRun {
    /// Plays notes and sends messages of many kinds.
    ///
    /// Requires that samples are finite, and that no voice sounds after All Sound Off.
    ///
    /// - Parameters:
    ///   - bank: The presets.
    ///   - seed: Determines the music, and the rules by which it is played.
    static func play(_ bank: RegionBank, _ seed: UInt64) {
        let tables = RegionTables(bank)
        guard !tables.presets.isEmpty else { return }
        var numbers = Numbers(state: seed)
        var engine = VoiceEngine(
            polyphony: 16,
            rate: 48_000,
            mode: tables.areArticulated || numbers.next(4) > 0 ? .exact : .reference,
            kernels: numbers.next(2) == 0 ? .scalar : .fastest,
            isArticulated: tables.areArticulated,
            mostTurns: tables.mostTurns
        )
        let all = Interpolation.allCases
        engine.interpolation = all[numbers.next(all.count)]
        engine.hasHalfPedal = numbers.next(2) == 0
        for channel in 0..<16 {
            engine.setPreset(tables.presets[numbers.next(tables.presets.count)], channel: channel)
        }
        for _ in 0..<24 {
            act(on: &engine, tables, &numbers)
            render(1 + numbers.next(160), &engine)
        }
        for channel in 0..<16 { engine.control(120, 0, channel: channel) }
        render(512, &engine)
        require(engine.voiceCount == 0, "\(engine.voiceCount) voices after All Sound Off")
    }

    private static func act(
        on engine: inout VoiceEngine,
        _ tables: RegionTables,
        _ numbers: inout Numbers
    ) {
        let channel = numbers.next(3)
        let key = UInt8(numbers.next(128))
        switch numbers.next(14) {
        case 0...4:
            let velocity = UInt8(1 + numbers.next(127))
            engine.noteOn(channel: channel, key: key, velocity: velocity)
        case 5: engine.noteOff(channel: channel, key: key)
        case 6: engine.setWheel(numbers.next(16_384), channel: channel)
        case 7: engine.setPressure(key, channel: channel)
        case 10: engine.setPressure(UInt8(numbers.next(128)), key: key, channel: channel)
        case 11: engine.setWheelRange(Double(numbers.next(128)), channel: channel)
        case 12:
            let parameters = RegionParameter.allCases
            let parameter = parameters[numbers.next(parameters.count)]
            let value = Double(numbers.next(65_536) - 32_768)
            engine.setOffset(value, of: parameter, channel: channel)
        case 13 where numbers.next(4) == 0: engine.reset()
        case 8:
            let preset = tables.presets[numbers.next(tables.presets.count)]
            engine.setPreset(preset, channel: channel)
        default: engine.control(key, UInt8(numbers.next(128)), channel: channel)
        }
    }

    private static func render(_ frames: Int, _ engine: inout VoiceEngine) {
        var sound = [Float](repeating: 0, count: 4 * frames)
        sound.withUnsafeMutableBufferPointer { sound in
            guard let start = sound.baseAddress else { return }
            engine.render(
                frames,
                left: start,
                right: start + frames,
                reverb: start + 2 * frames,
                chorus: start + 3 * frames
            )
        }
        require(sound.allSatisfy(\.isFinite), "a sample that is no number")
    }

    /// Numbers that a seed determines (SplitMix64).
    private struct Numbers {
        var state: UInt64

        mutating func next(_ count: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
            return Int((bits ^ bits >> 31) >> 1) % count
        }
    }
}
