import Effects
import Foundation
import Racks
import Realtime
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Numbers of inserts that move with the music.
extension AutomationTests {
    /// Two inserts of each kind that differ in every number that can move.
    static let pairs: [(from: String, to: String)] = [
        ("filter,frequency=300,q=4", "filter,frequency=2000,q=0.5,mix=0.75"),
        (
            "eq,peak=500:12:2,low-shelf=100:6,high-cut=4000:24",
            "eq,peak=750:-6:0.5,low-shelf=200:-6:1,high-cut=2000:24,mix=0.5"
        ),
        (
            "compressor,threshold=-30,ratio=2",
            "compressor,threshold=-36,ratio=8,knee=12,attack=2,release=50,makeup=6,mix=0.5"
        ),
        (
            "gate,threshold=-50",
            "gate,threshold=-16,range=-12,attack=4,hold=20,release=250,mix=0.75"
        ),
        ("limiter,gain=0,mix=0.5", "limiter,gain=6,ceiling=-12,mix=0.75"),
        ("drive,drive=3,mix=0.5", "drive,drive=18,tone=3000,level=-3,mix=0.75"),
        ("delay,time=100", "delay,time=150,feedback=0.5,high-cut=2000,mix=0.5"),
        ("delay,time=1/8", "delay,time=1/8,feedback=0.5,high-cut=2000,mix=0.5"),
        ("reverb", "reverb,room-size=0.75,damping=0.5,size=0.5,width=0.25,level=0.5,mix=0.5"),
        (
            "chorus",
            "chorus,voices=2,level=0.75,speed=1,depth=8,delay=10,feedback=0.25,mix=0.25"
        ),
        ("width", "width,width=0.25,mix=0.5"),
    ]

    /// An insert that makes both sides different.
    private static let stereo = "delay,type=ping-pong,time=7,feedback=0,mix=0.5"

    /// A line for each number that can move, which has the values of other settings.
    private func lines(to text: String) throws -> [AutomationLine] {
        let settings = try InsertSettings(parsing: text)
        return settings.numbers(rate: RoutedStage.rate).enumerated().compactMap { index, number in
            guard number.name != nil else { return nil }
            return line(
                .insert(number: index, place: 2, layout: settings.layout),
                (0, Float(number.value))
            )
        }
    }

    @Test("has an insert sound like one with the numbers to which it is moved", arguments: pairs)
    func numbers(_ from: String, _ to: String) throws {
        let moved = try stage(inserts: "\(Self.stereo);\(from)")
        let sound = try play(moved, item(moved, try lines(to: to)))
        let set = try stage(inserts: "\(Self.stereo);\(to)")
        let expected = try play(set, item(set))
        let other = try stage(inserts: "\(Self.stereo);\(from)")
        let unmoved = try play(other, item(other))
        func difference(_ other: Signal) -> Float {
            let count = min(sound.frameCount, other.frameCount)
            return (0..<count).reduce(0) { max($0, abs(sound.samples[$1] - other.samples[$1])) }
        }
        let change = difference(unmoved)
        #expect(change > 0.001, "\(from)")
        // Modulation has begun with the other speed, and has another phase.
        let isModulated = to.hasPrefix("reverb") || to.hasPrefix("chorus")
        let tolerance = isModulated ? change * 0.5 : 1e-5
        #expect(difference(expected) < tolerance, "\(from): \(change)")
    }

    @Test("moves frequencies by their ratio")
    func ratio() throws {
        let layout = try InsertSettings(parsing: "filter").layout
        let sweep = AutomationLine(
            strip: "other",
            .insert(number: 2, place: 2, layout: layout),
            .powers,
            points: [.init(frame: 0, value: log2(110)), .init(frame: 48_000, value: log2(1_760))]
        )
        let inserts = "width;filter,frequency=\(20_000),q=0.5"
        let stage = try stage(inserts: inserts)
        let sound = try play(stage, item(stage, sweep))
        let reference = try self.stage(inserts: "width")
        let plain = try play(reference, item(reference))
        for (time, hertz) in [(250, 220.0), (500, 440), (750, 880)] {
            // Twice a pole of the first order, at a Q of 0.5.
            let warped = tan(.pi * 440 / 48_000) / tan(.pi * hertz / 48_000)
            let expected = -20 * log10(1 + warped * warped)
            #expect(try abs(level(sound, plain, at: time) - expected) < 0.1, "\(time) ms")
        }
    }

    @Test("reaches an insert when the sound in front of it does")
    func delayedInsert() throws {
        let layout = try InsertSettings(parsing: "width").layout
        func sound(_ first: String) throws -> [UInt8] {
            let stage = try stage(inserts: "\(first);\(Self.stereo);width,width=0")
            let line = line(
                .insert(number: 1, place: 3, layout: layout),
                (300, 0),
                (500, 1)
            )
            _ = try play(stage, item(stage, line))
            return stage.sink.bytes
        }
        // 5.33 ms are a whole turn of values.
        #expect(
            try sound("compressor,ratio=1,look-ahead=5.334") == sound("compressor,ratio=1")
        )
    }

    @Test("is the same in periods of any length, and in another insert changes nothing")
    func periodsOfInserts() throws {
        let layout = try InsertSettings(parsing: "filter").layout
        func sound(_ period: Int, _ inserts: String) throws -> [UInt8] {
            let stage = try stage(inserts: inserts, period: period)
            let line = line(
                .insert(number: 2, place: 1, layout: layout),
                (100, 300),
                (700, 3_000),
                (710, 200)
            )
            _ = try play(stage, item(stage, line))
            return stage.sink.bytes
        }
        let inserts = "filter,q=2;delay"
        #expect(try sound(441, inserts) == sound(4_096, inserts))
        let others = try sound(256, "compressor;filter")
        let plain = try stage(inserts: "compressor;filter")
        _ = try play(plain, item(plain))
        #expect(others == plain.sink.bytes)
    }

    @Test("takes the place of a number that is set, which returns after the music")
    func settings() throws {
        let filter = try InsertSettings(parsing: "filter,frequency=100,q=0.5")
        let stage = try stage(inserts: "filter,frequency=100,q=0.5")
        let line = line(
            .insert(number: 2, place: 1, layout: filter.layout),
            (0, 20_000)
        )
        try stage.start(item(stage, line), isLast: false)
        let next = item(stage)
        _ = stage.engine.enqueue(next, on: stage.rack, routed: stage.routed, isLast: true)
        // Another quality, while the music has the frequency.
        var settings = StripSettings()
        settings.inserts = try StripParameter.inserts("filter,frequency=110,q=0.7")
        try stage.engine.setStrip("other", settings)
        try stage.run()
        let plainStage = try self.stage()
        let plain = try play(plainStage, item(plainStage))
        let sound = try stage.left
        #expect(try abs(level(sound, plain, at: 500)) < 0.05)
        let middle = try plain.level(ofPartial: 440, in: (500 * 48 - 120)..<(500 * 48 + 120))
        let later = try sound.level(ofPartial: 440, in: (1_500 * 48 - 120)..<(1_500 * 48 + 120))
        // A low-pass at 110 Hz, two octaves below.
        #expect(later - middle < -22 && later - middle > -26, "\(later - middle)")
    }

    @Test("moves a setting that moves too, and inserts that take over")
    func changes() throws {
        let filter = try InsertSettings(parsing: "filter,frequency=20000,q=0.5")
        let stage = try stage(inserts: "filter,frequency=20000,q=0.5")
        let line = line(
            .insert(number: 2, place: 1, layout: filter.layout),
            (0, 440),
            (1_000, 440.5)
        )
        try stage.start(item(stage, line))
        var settings = StripSettings()
        // The level at the cutoff is that of the quality: from -6 dB to 6 dB within 500 ms.
        stage.at(100) {
            settings.inserts = try StripParameter.inserts("filter,frequency=20000,q=2")
            try stage.engine.setStrip("other", settings, over: 24_000)
        }
        // Another insert is added: the filter is made again.
        stage.at(700) {
            settings.inserts = try StripParameter.inserts("filter,frequency=20000,q=2;width")
            try stage.engine.setStrip("other", settings)
        }
        try stage.run()
        let plainStage = try self.stage()
        let plain = try play(plainStage, item(plainStage))
        let sound = try stage.left
        for (time, q) in [
            (90, 0.5), (267, 1.0), (433, 1.5), (650, 2), (705, 2), (712, 2), (720, 2),
        ] {
            let difference = try level(sound, plain, at: time) - 20 * log10(q)
            #expect(abs(difference) < 0.5, "\(time) ms: \(difference)")
        }
    }
}
