import Foundation
import MIDI
import SMF
import SamplerHost
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

/// Our own voices in the place of FluidSynth's: the rules of MIDI are the same.
@Suite("The engine seqd") struct SynthesisEngineTests {
    private func render(
        _ song: SMFBuilder,
        _ engine: SynthesisEngine,
        _ change: (inout Rendering.Options) -> Void = { _ in }
    ) throws -> Rendering {
        var options = Rendering.Options()
        options.engine = engine
        change(&options)
        return try Studio().render(song, options: options)
    }

    @Test("begins every note at its own frame")
    func onsets() throws {
        let song = SMFBuilder.milliseconds { track in
            track.program(at: 0, channel: 0, MeasuringFont.Program.click.rawValue)
            for tick: UInt32 in [0, 11, 23, 101, 307, 401] {
                track.note(at: tick, length: 3, channel: 0, key: 60, velocity: 127)
            }
        }
        let onsets = try render(song, .seqd).left.onsets()
        #expect(onsets == [0, 11, 23, 101, 307, 401].map { 48 * $0 + 128 })
        let others = try render(song, .fluidSynth).left.onsets()
        #expect(others == [0, 11, 23, 101, 307, 401].map { (48 * $0 + 63) / 64 * 64 + 128 })
    }

    @Test("gives the same samples in periods of any length, on any number of threads")
    func periods() throws {
        let song = SMFBuilder.milliseconds { track in
            for channel: UInt8 in 0..<4 {
                track.program(at: 0, channel: channel, channel % 3)
                for step: UInt32 in 0..<8 {
                    let key = 50 + channel + UInt8(step)
                    track.note(at: step * 37, length: 60, channel: channel, key: key, velocity: 90)
                }
            }
        }
        let one = try render(song, .seqd) { ($0.period, $0.threads) = (64, 1) }
        let other = try render(song, .seqd) { ($0.period, $0.threads) = (1_000, 3) }
        #expect(one.bytes == other.bytes)
        #expect(try one.left.peak() > 0.01)
    }

    @Test("divides a busy channel among instances, which is not to be heard")
    func division() throws {
        let song = SMFBuilder.milliseconds { track in
            track.control(at: 400, channel: 0, 64, 127)
            track.control(at: 1_400, channel: 0, 64, 0)
            track.bend(at: 700, channel: 0, 10_000)
            for step: UInt32 in 0..<20 {
                for voice: UInt8 in 0..<8 {
                    let key = 40 + voice * 5 + UInt8(step % 7)
                    track.note(at: step * 100, length: 99, channel: 0, key: key, velocity: 80)
                }
            }
        }
        func options(_ options: inout Rendering.Options, _ shards: Int, _ threads: Int) {
            (options.shards, options.threads, options.polyphony) = (shards, threads, 1_024)
            options.limiter = false
        }
        let alone = try render(song, .seqd) { options(&$0, 1, 1) }
        let divided = try render(song, .seqd) { options(&$0, 16, 1) }
        let threads = try render(song, .seqd) { options(&$0, 16, 4) }
        #expect(divided.bytes == threads.bytes)
        // The order of additions is another.
        #expect(divided.bytes != alone.bytes)
        let differences = zip(divided.left.samples, alone.left.samples).map { abs($0 - $1) }
        #expect(try #require(differences.max()) < 1e-6)
        #expect(try alone.left.peak() > 0.05)
    }

    @Test("leaves a channel whole whose notes end those of other keys")
    func linkedKeys() throws {
        let studio = try InstrumentStudio()
        let song = SMFBuilder.milliseconds { track in
            for step: UInt32 in 0..<20 {
                for voice: UInt8 in 0..<8 {
                    let key = 40 + voice * 5 + UInt8(step % 7)
                    track.note(at: step * 100, length: 99, channel: 0, key: key, velocity: 80)
                }
            }
        }
        func shards(_ opcodes: String) throws -> Int {
            let path = try studio.write("<region> sample=sine.wav \(opcodes)")
            var options = Rendering.Options()
            (options.engine, options.polyphony, options.shards) = (.seqd, 1_024, 16)
            let (engine, _) = try Rendering.engine(for: [song.bytes], font: path, options)
            return try #require(engine.stage?.shardCount)
        }
        #expect(try shards("") == 8)
        #expect(try shards("group=1 off_by=1") == 1)
    }

    /// Messages, and what they have to sound like: as with FluidSynth.
    enum Case: String, CaseIterable, CustomTestStringConvertible {
        case plain, velocity, volume, expression, pan, bend, bendRange, fineTuning, coarseTuning
        case program, missingProgram, drums, softPedal, sustain, sostenuto, allNotesOff
        case controllersReset, brightness, masterTuning, reset, mono, legato

        var testDescription: String { rawValue }

        func write(_ track: inout SMFBuilder.Track) {
            switch self {
            case .plain: break
            case .velocity:
                track.note(at: 5, length: 300, channel: 0, key: 81, velocity: 40)
            case .volume: track.control(at: 5, channel: 0, 7, 50)
            case .expression: track.control(at: 5, channel: 0, 11, 50)
            case .pan: track.control(at: 5, channel: 0, 10, 20)
            case .bend: track.bend(at: 5, channel: 0, 12_000)
            case .bendRange:
                for (controller, value) in [(101, 0), (100, 0), (6, 12), (38, 50)] {
                    track.control(at: 5, channel: 0, UInt8(controller), UInt8(value))
                }
                track.bend(at: 6, channel: 0, 12_000)
            case .fineTuning:
                for (controller, value) in [(101, 0), (100, 1), (38, 5), (6, 80)] {
                    track.control(at: 5, channel: 0, UInt8(controller), UInt8(value))
                }
            case .coarseTuning:
                for (controller, value) in [(101, 0), (100, 2), (6, 67)] {
                    track.control(at: 5, channel: 0, UInt8(controller), UInt8(value))
                }
            case .program: track.program(at: 5, channel: 0, MeasuringFont.Program.saw.rawValue)
            case .missingProgram: track.program(at: 5, channel: 0, 99)
            case .drums: track.note(at: 5, length: 300, channel: 9, key: 40, velocity: 127)
            case .softPedal: track.control(at: 5, channel: 0, 67, 127)
            case .sustain: track.control(at: 5, channel: 0, 64, 127)
            case .sostenuto: track.control(at: 50, channel: 0, 66, 127)
            case .allNotesOff: track.control(at: 150, channel: 0, 123, 0)
            case .controllersReset:
                track.control(at: 5, channel: 0, 11, 30)
                track.bend(at: 5, channel: 0, 16_000)
                track.control(at: 8, channel: 0, 121, 0)
            case .brightness: track.control(at: 5, channel: 0, 74, 30)
            case .masterTuning:
                track.systemExclusive(
                    at: 5,
                    [0x7F, 0x7F, 0x04, 0x03, 0x00, 0x60, 0xF7]
                )
            case .reset:
                track.program(at: 5, channel: 0, MeasuringFont.Program.saw.rawValue)
                track.control(at: 5, channel: 0, 7, 20)
                track.reset(at: 8, "GM")
            case .legato:
                track.control(at: 5, channel: 0, 68, 127)
                track.note(at: 7, length: 400, channel: 0, key: 57, velocity: 100)
            case .mono:
                track.control(at: 5, channel: 0, 126, 1)
                track.note(at: 10, length: 400, channel: 0, key: 57, velocity: 100)
            }
            track.note(at: 10, length: 200, channel: 0, key: 69, velocity: 100)
        }
    }

    /// The level of some milliseconds, in dB; nothing is heard behind the end.
    private static func level(_ signal: Signal, _ milliseconds: Range<Int>) throws -> Double {
        let frames = milliseconds.lowerBound * 48..<milliseconds.upperBound * 48
        guard frames.upperBound <= signal.samples.count else { return -200 }
        return try max(signal.level(in: frames), -200)
    }

    @Test("understands messages as FluidSynth's instances do", arguments: Case.allCases)
    func messages(_ message: Case) throws {
        let song = SMFBuilder.milliseconds { track in
            message.write(&track)
            track.control(at: 500, channel: 0, 64, 0)
            track.control(at: 500, channel: 0, 66, 0)
        }
        let own = try render(song, .seqd)
        let reference = try render(song, .fluidSynth)
        // While the key is down, when it is up, and when the pedals are.
        for part in [60..<140, 160..<200, 250..<400, 600..<650] {
            for (ours, theirs) in [(own.left, reference.left), (own.right, reference.right)] {
                let (level, wanted) = (try Self.level(ours, part), try Self.level(theirs, part))
                if wanted < -90 {
                    #expect(level < -90, "\(part)")
                } else {
                    #expect(abs(level - wanted) < 0.15, "\(level) \(wanted) \(part)")
                }
            }
        }
        guard message != .drums, message != .velocity else { return }
        let frames = 60 * 48..<140 * 48
        let pitch = cents(
            try own.left.frequency(in: frames),
            above: try reference.left.frequency(in: frames)
        )
        #expect(abs(pitch) < 1.5, "\(pitch)")
    }

    @Test(
        "reports what plays in the place of a missing preset",
        arguments: SynthesisEngine.allCases
    )
    func substitution(_ engine: SynthesisEngine) throws {
        let song = SMFBuilder.milliseconds { track in
            track.program(at: 0, channel: 3, 99)
            track.note(at: 10, length: 50, channel: 3, key: 60, velocity: 100)
        }
        let studio = try Studio()
        var settings = SamplerSettings(testing: studio.font)
        settings.engine = engine
        let rack = try SamplerRack(
            settings,
            rate: 48_000,
            maximumPeriod: 256,
            for: [try sequence(song)]
        )
        #expect(rack.substitutions.map(\.program) == [99])
    }

    @Test("refuses the interpolation that FluidSynth does not have")
    func interpolation() throws {
        let studio = try Studio()
        var settings = SamplerSettings(testing: studio.font)
        settings.engine = .fluidSynth
        settings.interpolation = .sinc
        let error = #expect(throws: HostError.self) {
            try SamplerRack(settings, rate: 48_000, maximumPeriod: 256, for: [])
        }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("interpolation sinc: the engine fluidsynth has none"))
        settings.engine = .auto
        #expect(settings.playingEngine == .seqd)
    }

    @Test("plays in one rack with FluidSynth's voices, which keep to their grid")
    func mixed() throws {
        let studio = try Studio()
        var rules = [RoutingRule(source: .all, destinations: [.init(sampler: "one")])]
        rules[0].channels = 1
        rules.append(RoutingRule(source: .all, destinations: [.init(sampler: "two")]))
        rules[1].channels = 2
        var rack = RoutedStage.settings(font: studio.font, samplers: ["one", "two"])
        rack.rules = rules
        rack.samplers[0].settings.engine = .fluidSynth
        rack.samplers[1].settings.engine = .seqd
        let text = String(decoding: try JSONEncoder().encode(rack), as: UTF8.self)
        #expect(text.contains(#""engine":"seqd""#))
        #expect(try JSONDecoder().decode(RackSettings.self, from: Data(text.utf8)) == rack)
        let song = SMFBuilder.milliseconds { track in
            for channel: UInt8 in 0..<2 {
                track.program(at: 0, channel: channel, MeasuringFont.Program.click.rawValue)
            }
            track.note(at: 11, length: 3, channel: 0, key: 60, velocity: 127)
            track.note(at: 101, length: 3, channel: 1, key: 60, velocity: 127)
        }
        let stage = try RoutedStage(song, rack)
        try stage.start(try stage.item())
        try stage.run()
        let onsets = try stage.sink.channels(rate: 48_000).left.onsets()
        #expect(onsets == [11, 101].map { (48 * $0 + 63) / 64 * 64 + 128 })
    }
}
