import SamplerHost
import TestSupport
import Testing

/// Samplers that are tuned by files of Scala and the frequency of A4, heard in cents.
@Suite struct TuningSoundTests {
    /// The largest error in cents.
    private let tolerance = FluidSynthVersion.pitchTolerance

    /// Twelve notes from a key up, 300 ms each.
    private static func octave(from key: UInt8 = 60, channel: UInt8 = 0) -> SMFBuilder {
        .milliseconds { track in
            for note: UInt8 in 0..<12 {
                track.note(
                    at: UInt32(note) * 300,
                    length: 290,
                    channel: channel,
                    key: key + note
                )
            }
        }
    }

    private func render(_ song: SMFBuilder, _ tuning: TuningSettings) throws -> Rendering {
        var options = Rendering.Options()
        options.tuning = tuning
        return try Studio().render(song, options: options)
    }

    @Test(arguments: [nil, 415, 442.5])
    func aScaleIsHeardOnEachKey(a4: Double?) throws {
        var tuning = TunedSong.meantone
        tuning.a4 = a4
        let left = try render(Self.octave(), tuning).left
        for note in 0..<12 {
            let start = note * 300 + 20
            let wanted =
                TunedSong.meantoneCents[note] - TunedSong.meantoneCents[9]
                + cents(a4 ?? 440, above: 440)
            let heard = try TunedSong.cents(left, start..<start + 260, above: 69)
            #expect(abs(heard - wanted) < tolerance, "note \(note): \(heard), not \(wanted)")
        }
    }

    @Test func theFrequencyOfA4AloneMovesEqualTemperament() throws {
        var tuning = TuningSettings()
        tuning.a4 = 432
        let left = try render(Self.octave(from: 64), tuning).left
        for note: UInt8 in 0..<12 {
            let start = Int(note) * 300 + 20
            let heard = try TunedSong.cents(left, start..<start + 260, above: 64 + note)
            #expect(abs(heard - cents(432, above: 440)) < tolerance)
        }
    }

    @Test func aMappingPutsAScaleOnTheWhiteKeys() throws {
        var tuning = TuningSettings(parsing: TunedSong.example("harmonics.scl"))
        tuning.mapping = TunedSong.example("white-keys.kbm")
        let left = try render(Self.octave(), tuning).left
        // Key 69 is degree 5, the thirteenth harmonic.
        for (note, harmonic) in [(0, 8.0), (2, 9), (4, 10), (5, 11), (7, 12), (9, 13), (11, 14)] {
            let start = note * 300 + 20
            let heard = try TunedSong.cents(left, start..<start + 260, above: 69)
            #expect(abs(heard - cents(harmonic, above: 13)) < tolerance)
        }
        for note in [1, 3, 6, 8, 10] {
            #expect(try left.isSilent(in: (note * 300 + 20) * 48..<(note * 300 + 280) * 48))
        }
    }

    @Test func drumsAreNotTuned() throws {
        var tuning = TuningSettings(parsing: TunedSong.example("harmonics.scl"))
        tuning.mapping = TunedSong.example("white-keys.kbm")
        // A black key, which is silent on other channels.
        let song = SMFBuilder.milliseconds {
            $0.note(at: 0, length: 100, channel: 9, key: 61, velocity: 127)
        }
        let plain = try render(song, TuningSettings())
        #expect(try plain.left.peakLevel() > -40)
        #expect(try render(song, tuning).bytes == plain.bytes)
    }

    @Test func bendsAndTuningsAddUp() throws {
        var tuning = TunedSong.meantone
        tuning.a4 = 415
        let song = SMFBuilder.milliseconds {
            $0.registeredParameter(at: 0, channel: 0, 1, value: 8_192 + 2_048)
            $0.bend(at: 0, channel: 0, 8_192 + 1_024)
            $0.key(0...280, 64)
        }
        let wanted =
            TunedSong.meantoneCents[4] - TunedSong.meantoneCents[9] + cents(415, above: 440)
            + 25 + 25
        let heard = try TunedSong.cents(render(song, tuning).left, 20..<270, above: 69)
        #expect(abs(heard - wanted) < tolerance, "\(heard), not \(wanted)")
    }

    @Test(arguments: ["GM", "GM2", "GS", "XG"])
    func aResetKeepsTheTuning(standard: String) throws {
        let song = SMFBuilder.milliseconds {
            $0.reset(at: 0, standard)
            $0.key(50...330, 64)
        }
        let wanted = TunedSong.meantoneCents[4] - TunedSong.meantoneCents[9]
        let heard = try TunedSong.cents(render(song, TunedSong.meantone).left, 70..<320, above: 69)
        #expect(abs(heard - wanted) < tolerance)
    }

    @Test func aChannelCanHaveATuningOfItsOwn() throws {
        let studio = try Studio()
        var rack = RoutedStage.settings(font: studio.font, .rule(.all, to: "one"))
        rack.samplers[0].settings.tuning.a4 = 415
        rack.samplers[0].channelTunings[1] = TunedSong.meantone
        var other = TuningSettings()
        other.a4 = 450
        rack.samplers[0].channelTunings[2] = other
        let song = SMFBuilder.milliseconds { track in
            for channel: UInt8 in 0..<3 {
                track.note(at: UInt32(channel) * 300, length: 290, channel: channel, key: 64)
            }
        }
        let stage = try RoutedStage(song, rack)
        try stage.play()
        let baroque = cents(415, above: 440)
        let third = TunedSong.meantoneCents[4] - TunedSong.meantoneCents[9] + 500
        let wanted = [baroque, third + baroque, cents(450, above: 440)]
        for channel in 0..<3 {
            let start = channel * 300 + 20
            let heard = try TunedSong.cents(stage.left, start..<start + 260, above: 64)
            #expect(abs(heard - wanted[channel]) < tolerance, "channel \(channel): \(heard)")
        }
    }

    @Test func aMappingOfItsOwnIsNotCompletedWithAFrequency() {
        var others = TuningSettings(parsing: "a.scl")
        others.a4 = 415
        var own = TuningSettings(parsing: "b.scl,c.kbm")
        #expect(own.completed(with: others) == own)
        own.mapping = nil
        #expect(own.completed(with: others).text == "b.scl, A4 = 415 Hz")
        #expect(TuningSettings().completed(with: others) == others)
        own.mapping = "c.kbm"
        own.a4 = 450
        #expect(own.problem?.hasPrefix("a4 and the keyboard mapping c.kbm cannot") == true)
    }

    @Test func aFileThatIsNotAScaleIsAnErrorWithItsLine() throws {
        let studio = try Studio()
        let path = try studio.directory.write(Array("name\n1\nhigh\n".utf8), to: "bad.scl")
        let error = #expect(throws: HostError.self) {
            try TuningSettings(parsing: path).check()
        }
        #expect(error?.code == .data)
        #expect(
            error?.reason
                == "line 3: expected a pitch (1 of 1): a ratio such as 3/2, or cents with a period, "
                + "not \"high\""
        )
    }
}
