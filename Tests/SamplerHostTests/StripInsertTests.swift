import Effects
import Foundation
import MIDI
import Racks
import Realtime
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Inserts in the strips of an engine.
@Suite struct StripInsertTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private func settings(_ inserts: String) throws -> StripSettings {
        var settings = StripSettings()
        settings.inserts = try StripParameter.inserts(inserts)
        return settings
    }

    private struct Rendered {
        var left: Signal
        var bytes: [UInt8]
        var engine: Engine
        var returned: [EngineLoan]
    }

    /// Renders the song, doing something to the engine before it and at frames in it.
    private func render(
        _ song: SMFBuilder = StripTests.song,
        _ options: Rendering.Options = Rendering.Options(),
        before: (Engine) throws -> Void = { _ in },
        at changes: [(frame: Int, change: (Engine) throws -> Void)] = []
    ) throws -> Rendered {
        let (engine, items) = try Rendering.engine(for: [song.bytes], font: studio.font, options)
        try before(engine)
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let sink = MemorySink(periodFrames: options.period, format: .float)
        var failure: (any Error)?
        var next = 0
        var returned: [EngineLoan] = []
        try engine.run(into: sink) {
            returned += engine.takeReports().compactMap(\.loan)
            while next < changes.count, sink.frameCount >= changes[next].frame {
                do { try changes[next].change(engine) } catch { failure = error }
                next += 1
            }
        }
        if let failure { throw failure }
        returned += engine.takeReports().compactMap(\.loan)
        let (left, _) = try sink.channels(rate: options.rate)
        return Rendered(left: left, bytes: sink.bytes, engine: engine, returned: returned)
    }

    private func level(_ signal: Signal, _ hertz: Double, _ range: Range<Int>) throws -> Double {
        try signal.level(ofPartial: hertz, in: range)
    }

    @Test func anInsertIsOfItsStripAlone() throws {
        let plain = try render()
        let cut = try render(before: {
            try $0.setStrip("sampler", settings("eq,low-cut=4400:24"))
        })
        let range = 4_800..<14_400
        // 3.3 octaves below the cutoff, by the bilinear transform: 80.9 dB.
        let fall = try level(cut.left, 440, range) - level(plain.left, 440, range)
        #expect(fall < -60)
        let other = try level(cut.left, 329.628, range) - level(plain.left, 329.628, range)
        #expect(abs(other) < 0.05)
    }

    @Test func theOrderIsThatOfTheList() throws {
        func peak(_ inserts: String) throws -> Double {
            let song = SMFBuilder.milliseconds { $0.key(0...400, 69) }
            let rendered = try render(
                song,
                before: {
                    try $0.setStrip("sampler", settings(inserts))
                }
            )
            return try rendered.left.peakLevel(in: 9_600..<14_400)
        }
        let compressor = "compressor,threshold=-40,ratio=100,knee=0,attack=1"
        let band = "eq,peak=440:12"
        // Behind the compressor the band is heard in full, before it hardly.
        let behind = try peak("\(compressor);\(band)")
        let before = try peak("\(band);\(compressor)")
        #expect(abs(behind - before - 12) < 0.5)
    }

    @Test func theMeterShowsWhatCompressorsAndLimitersReduce() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...400, 69) }
        func reduction(_ inserts: String) throws -> Double {
            var reading = 0.0
            _ = try render(
                song,
                before: { try $0.setStrip("sampler", settings(inserts)) },
                at: [(14_400, { reading = try $0.meter(ofStrip: "sampler").reduction })]
            )
            return reading
        }
        let level = MeasuringFont.sinePeakLevel
        let compressor = "compressor,threshold=-40,ratio=100,knee=0,attack=0.05,release=5000"
        let expected = (level + 40) * 0.99
        #expect(abs(try reduction(compressor) - expected) < 0.5)
        let limited = try reduction("limiter,gain=12,ceiling=-24")
        #expect(abs(limited - (level + 36.35)) < 0.6, "\(limited) \(level)")
        #expect(try reduction("eq,warm") == 0)
        #expect(try reduction("none") == 0)
    }

    @Test func eachInsertHasItsLevel() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...400, 69) }
        var levels: [InsertReading?] = []
        _ = try render(
            song,
            before: {
                let inserts =
                    "eq,peak=440:-6:0.5;gate,bypass=yes;"
                    + "compressor,threshold=-40,ratio=100,knee=0,attack=0.05,release=5000"
                try $0.setStrip("sampler", settings(inserts))
            },
            at: [(14_400, { levels = $0.insertLevels(of: "sampler") })]
        )
        #expect(levels.count == 3)
        let filtered = try #require(levels.first ?? nil)
        let compressed = try #require(levels.last ?? nil)
        #expect(levels[1] == nil)
        let peak = Decibels.level(filtered.peak)
        #expect(abs(peak - MeasuringFont.sinePeakLevel + 6) < 0.2)
        #expect(filtered.reduction == 0)
        let level = Decibels.level(compressed.peak)
        #expect(abs(peak - compressed.reduction - level) < 0.2)
        #expect(compressed.reduction > 5)
    }

    @Test func periodsAndThreadsChangeNothing() throws {
        let inserts = "compressor,drums;delay,time=70;gate,threshold=-60;reverb,room"
        func render(_ period: Int, _ threads: Int) throws -> [UInt8] {
            var options = Rendering.Options()
            (options.period, options.threads) = (period, threads)
            return try self.render(
                StripTests.song,
                options,
                before: {
                    try $0.setStrip("sampler", settings(inserts))
                    try $0.setStrip("sampler 2", settings("chorus;width,wide"))
                }
            ).bytes
        }
        let whole = try render(256, 1)
        #expect(try render(64, 1) == whole)
        #expect(try render(1_000, 3) == whole)
    }

    @Test func whatRingsIsHeardBehindTheLastNote() throws {
        let plain = try render()
        let echo = try render(before: {
            try $0.setStrip("sampler", settings("delay,time=400,feedback=0.5"))
        })
        #expect(echo.left.frameCount > plain.left.frameCount + 19_200)
        #expect(try level(echo.left, 440, 24_000..<33_600) > -40)
    }

    @Test(arguments: [256, 1_000, 4_096])
    func aRenderWaitsForAnEchoThatComesAfterSilence(_ period: Int) throws {
        let song = SMFBuilder.milliseconds { $0.key(500...600, 69) }
        var options = Rendering.Options()
        options.period = period
        let echo = try render(
            song,
            options,
            before: {
                try $0.setStrip("sampler", settings("delay,time=2000,feedback=0,mix=1"))
            }
        )
        #expect(abs(try level(echo.left, 440, 121_000..<124_000) - MeasuringFont.sinePeakLevel) < 1)
        // A tenth of a second behind the echo; no other can come.
        #expect((129_000...136_000).contains(echo.left.frameCount), "\(echo.left.frameCount)")
    }

    @Test func aChorusMakesARenderHardlyLonger() throws {
        let plain = try render()
        let chorus = try render(before: { try $0.setStrip("sampler", settings("chorus")) })
        #expect(chorus.left.frameCount - plain.left.frameCount < 22_000)
    }

    @Test func changesDoNotClickAndAreReturned() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...1_000, 69) }
        let plain = try render(song)
        func step(_ signal: Signal, _ range: Range<Int>) -> Float {
            zip(signal.samples[range], signal.samples[range].dropFirst())
                .map { abs($1 - $0) }.max() ?? 0
        }
        let texts = ["eq,peak=440:-12", "width,mono;filter,type=low-pass,frequency=300", "none"]
        let changed = try render(
            song,
            at: texts.enumerated().map { index, text in
                ((index + 1) * 9_600, { try $0.setStrip("sampler", settings(text)) })
            }
        )
        let range = 4_800..<46_000
        #expect(step(changed.left, range) < step(plain.left, range) * 1.02)
        #expect(try level(changed.left, 440, 12_000..<18_000) < level(plain.left, 440, range) - 11)
        // Nothing of them is left.
        let end = 32_000..<46_000
        #expect(abs(try level(changed.left, 440, end) - level(plain.left, 440, end)) < 0.01)
        // The last ones stay: they let everything pass.
        #expect(
            changed.returned.filter { if case .inserts = $0 { true } else { false } }.count == 2
        )
    }

    @Test func manyChangesAtOnceReturnAllButTheLast() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...500, 69) }
        let rendered = try render(
            song,
            at: [
                (
                    4_800,
                    { engine in
                        for gain in 1...5 {
                            try engine.setStrip("sampler", settings("eq,peak=440:\(gain)"))
                        }
                    }
                )
            ]
        )
        let numbers = rendered.returned.compactMap { loan -> Int? in
            if case .inserts(let number) = loan { number } else { nil }
        }
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.count == 4)
    }

    @Test func parametersMoveWhileTheSoundContinues() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...1_000, 69) }
        let before: (Engine) throws -> Void = {
            try $0.setStrip("sampler", settings("compressor,threshold=0,makeup=0"))
        }
        let plain = try render(song, before: before)
        let to = try settings("compressor,threshold=0,makeup=-12")
        let moved = try render(
            song,
            before: before,
            at: [
                (9_600, { try $0.setStrip("sampler", to, over: 19_200) }),
                // Back at once from the middle of the way.
                (19_200, before),
            ]
        )
        func gain(_ range: Range<Int>) throws -> Double {
            try level(moved.left, 440, range) - level(plain.left, 440, range)
        }
        #expect(abs(try gain(2_400..<9_600)) < 0.01)
        #expect(abs(try gain(14_160..<14_640) + 3) < 0.2)
        #expect(abs(try gain(18_600..<19_000) + 5.5) < 0.3)
        #expect(abs(try gain(21_600..<40_000)) < 0.01)
        let inserts = moved.returned.filter { if case .inserts = $0 { true } else { false } }
        #expect(inserts.count == 2)
    }

    @Test func aKnobThatTurnsReturnsAllItsChanges() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...1_000, 69) }
        let turns = (0..<60).map { index in
            (
                frame: 4_800 + index * 256,
                change: { (engine: Engine) throws in
                    let frequency = 200 + 60 * index
                    try engine.setStrip("sampler", settings("filter,frequency=\(frequency)"))
                    // Now and then all is another.
                    guard index % 20 == 19 else { return }
                    try engine.setStrip("sampler", settings("filter;width,width=0.\(index)"))
                }
            )
        }
        let turned = try render(
            song,
            before: { try $0.setStrip("sampler", settings("filter,frequency=200")) },
            at: turns
        )
        let numbers = turned.returned.compactMap { loan -> Int? in
            if case .inserts(let number) = loan { number } else { nil }
        }
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.count >= 60)
        // Those that are heard.
        #expect(turned.engine.loans.strips.lentInserts == 1)
    }

    @Test func aStripThatGoesReturnsItsInserts() throws {
        let rendered = try render(
            before: { try $0.setStrip("sampler", settings("chorus")) },
            at: [
                (2_400, { try $0.setStrip("sampler", settings("eq,warm")) }),
                (
                    4_800,
                    { engine in
                        let lent = engine.loans.strips.lend("sampler")
                        let strip = try #require(lent)
                        engine.give(EngineCommand.Immediate.removeStrip(strip, number: 77))
                    }
                ),
            ]
        )
        let inserts = rendered.returned.filter { if case .inserts = $0 { true } else { false } }
        #expect(inserts.count == 2)
        #expect(rendered.returned.contains(.strip(77)))
    }

    @Test func racksHaveInserts() throws {
        var rack = RoutedStage.settings(font: studio.font)
        try rack.add(InsertArgument(parsing: "other=eq,low-cut=4400:48"))
        let song = SMFBuilder.milliseconds { $0.key(0...400, 69) }
        let stage = try RoutedStage(song, rack)
        try stage.start(stage.item())
        try stage.run()
        #expect(try stage.left.level(ofPartial: 440, in: 4_800..<14_400) < -70)
        let data = try JSONEncoder().encode(rack)
        #expect(try JSONDecoder().decode(RackSettings.self, from: data) == rack)
        #expect(
            String(decoding: data, as: UTF8.self).contains("\"inserts\":\"eq,low-cut=4400:48\"")
        )
    }

    @Test func channelsHaveInserts() throws {
        let song = SMFBuilder.milliseconds { track in
            track.key(0...400, 69)
            track.program(at: 0, channel: 1, .saw)
            track.note(at: 0, length: 400, channel: 1, key: 64, velocity: 127)
        }
        func levels(_ insert: String?) throws -> (sine: Double, saw: Double) {
            var rack = RoutedStage.settings(font: studio.font)
            rack.fallback?.channels[0] = StripSettings()
            if let insert { try rack.add(InsertArgument(parsing: insert)) }
            let stage = try RoutedStage(song, rack)
            try stage.start(stage.item())
            try stage.run()
            let range = 4_800..<14_400
            return (
                try stage.left.level(ofPartial: 440, in: range),
                try stage.left.level(ofPartial: 329.628, in: range)
            )
        }
        let plain = try levels(nil)
        let channel = try levels("other/1=filter,type=high-pass,frequency=8000")
        #expect(channel.sine < plain.sine - 40)
        #expect(abs(channel.saw - plain.saw) < 0.05)
        let sampler = try levels("other=filter,type=high-pass,frequency=8000")
        #expect(sampler.sine < plain.sine - 40)
        #expect(sampler.saw < plain.saw - 20)
    }

    @Test func theMasterHasInserts() throws {
        let plain = try render()
        let changed = try render(
            before: {
                try $0.setInserts(
                    settings("eq,peak=440:-20:8,peak=329.6:-10:8").inserts,
                    of: .output(.main)
                )
            },
            at: [(9_600, { try $0.setInserts([], of: .output(.main)) })]
        )
        func difference(_ hertz: Double, _ range: Range<Int>) throws -> Double {
            try level(changed.left, hertz, range) - level(plain.left, hertz, range)
        }
        #expect(abs(try difference(440, 2_400..<9_600) + 20) < 1.5)
        #expect(abs(try difference(329.628, 2_400..<9_600) + 10) < 4)
        #expect(abs(try difference(440, 12_000..<18_000)) < 0.05)
        #expect(changed.returned.count { if case .inserts = $0 { true } else { false } } == 1)
    }

    @Test func theMastersInsertsOfARackAreThoseOfTheEngine() throws {
        var rack = RoutedStage.settings(font: studio.font)
        try rack.add(InsertArgument(parsing: "master=width,mono"))
        try rack.add(InsertArgument(parsing: "master=eq,warm"))
        #expect(StripParameter.text(rack.inserts.master) == "width,mono;eq,warm")
        let data = try JSONEncoder().encode(rack)
        #expect(try JSONDecoder().decode(RackSettings.self, from: data) == rack)
        let song = SMFBuilder.milliseconds { $0.key(0...400, 69) }
        let stage = try RoutedStage(song, rack) {
            $0.inserts = rack.inserts
            $0.inserts.master.append(InsertSettings(.gate(GateParameters())))
        }
        #expect(stage.engine.inserts.master.count == 3)
    }

    @Test func atAPositionTheyTakeOverThere() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...1_000, 69) }
        let stage = try RoutedStage(song, RoutedStage.settings(font: studio.font))
        try stage.start(stage.item())
        stage.at(100) {
            try stage.engine.scheduling(at: 24_000, ofItem: 0) {
                try stage.engine.setStrip("other", settings("eq,peak=440:-20"))
            }
        }
        try stage.run()
        let before = try stage.left.level(ofPartial: 440, in: 12_000..<23_900)
        let behind = try stage.left.level(ofPartial: 440, in: 26_000..<40_000)
        #expect(abs(behind - before + 20) < 0.1)
    }

    @Test func atAPositionParametersMoveThere() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...1_000, 69) }
        var rack = RoutedStage.settings(font: studio.font)
        rack.samplers[0].strip = try settings("eq,peak=440:0.1")
        let stage = try RoutedStage(song, rack)
        try stage.start(stage.item())
        stage.at(100) {
            try stage.engine.scheduling(at: 24_000, ofItem: 0) {
                try stage.engine.setStrip("other", settings("eq,peak=440:-20"))
            }
        }
        try stage.run()
        let before = try stage.left.level(ofPartial: 440, in: 12_000..<23_900)
        let behind = try stage.left.level(ofPartial: 440, in: 26_000..<40_000)
        #expect(abs(behind - before + 20.1) < 0.2)
    }

    @Test(arguments: [
        ("bass=eq,warm", "no strip \"bass\"; expected \"one\", \"two\", \"three\", \"other\""),
        ("compressor,ratio=4", "expected STRIP=INSERT"), ("one=comp", "one: no insert \"comp\""),
        ("one/17=eq,warm", "no strip \"one/17\""),
    ])
    func whatCannotBeInsertedIsNamed(_ text: String, _ message: String) {
        var rack = RoutedStage.settings(font: studio.font)
        #expect {
            try rack.add(InsertArgument(parsing: text))
        } throws: {
            "\($0)".contains(message)
        }
    }

    @Test func moreThanSixteenAreTooMany() throws {
        var rack = RoutedStage.settings(font: studio.font)
        for _ in 0..<16 { try rack.add(InsertArgument(parsing: "one=width")) }
        #expect(throws: RoutingSyntaxError.self) {
            try rack.add(InsertArgument(parsing: "one=width"))
        }
    }
}
