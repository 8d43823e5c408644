import SamplerHost
import TestSupport
import Testing

/// Messages that set a sound's generators (NRPN 120).
@Suite struct GeneratorMessageTests {
    /// Sets a generator as SoundFont 2.04 §9.6.2 says.
    private static func set(
        _ track: inout SMFBuilder.Track,
        _ generator: Int,
        _ data: Int,
        at tick: UInt32 = 0,
        channel: UInt8 = 0
    ) {
        track.control(at: tick, channel: channel, 99, 120)
        for _ in 0..<generator / 100 { track.control(at: tick, channel: channel, 98, 100) }
        track.control(at: tick, channel: channel, 98, UInt8(generator % 100))
        track.control(at: tick, channel: channel, 38, UInt8(data & 127))
        track.control(at: tick, channel: channel, 6, UInt8(data >> 7))
    }

    /// Those that address samples.
    private static let addresses = [0, 1, 2, 3, 4, 12, 45, 50]

    @Test func noneMovesALoopOutOfItsSample() async {
        // A process of its own, which a crash would end.
        await #expect(processExitsWith: .success) {
            let studio = try Studio()
            let songs = [0, 1, 4_096, 8_100, 8_190, 8_191, 8_193, 9_000, 16_383].map { data in
                SMFBuilder.milliseconds { track in
                    for channel: UInt8 in 0..<8 {
                        track.noteOn(at: 0, channel: channel, key: 69)
                        let generator = GeneratorMessageTests.addresses[Int(channel)]
                        GeneratorMessageTests.set(
                            &track,
                            generator,
                            data,
                            at: 1,
                            channel: channel
                        )
                        track.noteOn(at: 2, channel: channel, key: 60)
                    }
                    track.endTick = 100
                }
            }
            for song in songs { _ = try studio.render(song) }
        }
    }

    @Test(arguments: addresses)
    func thoseOfAddressesChangeNothing(generator: Int) throws {
        let studio = try Studio()
        let plain = SMFBuilder.milliseconds { $0.key(0...100) }
        let song = SMFBuilder.milliseconds { track in
            Self.set(&track, generator, 8_200)
            // What comes without a number of its own would be for generator 0.
            track.control(at: 0, channel: 0, 6, 127)
            track.control(at: 0, channel: 0, 38, 1)
            track.key(0...100)
        }
        let one = try studio.render(plain)
        let other = try studio.render(song)
        #expect(firstDifference(one.bytes, other.bytes) == nil)
    }

    @Test func aNumberThatIsPutTogetherOfManyMessagesCountsAsFluidSynthCounts() throws {
        let studio = try Studio()
        let song = SMFBuilder.milliseconds { track in
            // 40 and 11 make 51, the coarse tuning.
            track.control(at: 0, channel: 0, 99, 120)
            track.control(at: 0, channel: 0, 98, 40)
            track.control(at: 1, channel: 0, 98, 11)
            let data = 8_192 + 7
            track.control(at: 2, channel: 0, 38, UInt8(data & 127))
            track.control(at: 3, channel: 0, 6, UInt8(data >> 7))
            track.key(5...280)
        }
        let rendering = try studio.render(song)
        let heard = try rendering.left.frequency(in: rendering.frames(30..<270))
        #expect(abs(cents(heard, above: 440) - 700) < 1)
    }

    @Test(arguments: [true, false])
    func theOthersWork(isFineFirst: Bool) throws {
        let studio = try Studio()
        let song = SMFBuilder.milliseconds { track in
            let data = 8_192 - 5
            track.control(at: 0, channel: 0, 99, 120)
            track.control(at: 0, channel: 0, 98, 51)
            if isFineFirst { track.control(at: 0, channel: 0, 38, UInt8(data & 127)) }
            track.control(at: 0, channel: 0, 6, UInt8(data >> 7))
            if !isFineFirst { track.control(at: 0, channel: 0, 38, UInt8(data & 127)) }
            track.key(5...280)
        }
        let rendering = try studio.render(song)
        let heard = try rendering.left.frequency(in: rendering.frames(30..<270))
        #expect(abs(cents(heard, above: 440) + 500) < 1)
    }

    @Test func attenuationIsInTenthsOfADecibel() throws {
        let studio = try Studio()
        let plain = try studio.render(SMFBuilder.milliseconds { $0.key(0...200) })
        let softer = try studio.render(
            SMFBuilder.milliseconds { track in
                Self.set(&track, 48, 8_192 + 120)
                track.key(0...200)
            }
        )
        let difference =
            try plain.level(ofKey: 69, 20..<180) - softer.level(ofKey: 69, 20..<180)
        #expect(abs(difference - 12) < 0.2)
    }

    @Test func aRegisteredParameterOrAResetEndsTheSelection() throws {
        let studio = try Studio()
        let song = SMFBuilder.milliseconds { track in
            track.control(at: 0, channel: 0, 99, 120)
            track.control(at: 0, channel: 0, 98, 51)
            track.control(at: 0, channel: 0, 101, 127)
            track.control(at: 0, channel: 0, 100, 127)
            track.control(at: 0, channel: 0, 6, 127)
            track.control(at: 1, channel: 0, 99, 120)
            track.control(at: 1, channel: 0, 98, 51)
            track.reset(at: 2, "GM")
            track.control(at: 3, channel: 0, 6, 127)
            track.key(5...280)
        }
        let rendering = try studio.render(song)
        let heard = try rendering.left.frequency(in: rendering.frames(30..<270))
        #expect(abs(cents(heard, above: 440)) < 1)
    }

    @Test func aFontsModulatorMovesNoLoopOutOfItsSample() async {
        await #expect(processExitsWith: .success) {
            try GeneratorMessageTests.play(modulating: .endLoopAddressOffset)
            try GeneratorMessageTests.play(modulating: .endLoopAddressCoarseOffset)
        }
    }

    /// Plays a font whose modulation wheel moves a loop's end.
    private static func play(modulating destination: SoundFontGenerator.Kind) throws {
        var font = SoundFontBuilder(name: "modulated")
        let frames = (0..<1_000).map { Int16(truncatingIfNeeded: $0 * 31) }
        let sample = font.add(
            .init(name: "s", frames: frames, rate: 48_000, rootKey: 69, loop: 100..<900)
        )
        let zone = SoundFontBuilder.Zone(
            target: sample,
            generators: [.init(.sampleModes, 1)],
            // The modulation wheel, linear.
            modulators: [.init(source: 0x81, destination: destination, amount: -32_000)]
        )
        let instrument = font.add(.init(name: "i", zones: [zone]))
        font.add(.init(name: "p", bank: 0, program: 0, zones: [.init(target: instrument)]))
        let directory = try TemporaryDirectory()
        let path = try directory.write(font.bytes, to: "x.sf2")
        let song = SMFBuilder.milliseconds { track in
            track.noteOn(at: 0, channel: 0, key: 69)
            for value: UInt8 in 1...127 {
                track.control(at: UInt32(value), channel: 0, 1, value)
                track.noteOn(at: UInt32(value), channel: 0, key: value)
            }
            track.endTick = 200
        }
        _ = try Rendering(song, font: path)
    }
}
