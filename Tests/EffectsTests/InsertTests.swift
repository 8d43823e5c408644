import Foundation
import Realtime
import Testing

@testable import Effects

/// The effects of strips: what they do to known sounds.
@Suite struct InsertTests {
    private static let rate = 48_000

    /// Sends both sides of a sound through inserts, in calls of some lengths.
    private func process(
        _ inserts: [InsertSettings],
        _ left: [Float],
        _ right: [Float]? = nil,
        lengths: [Int] = [256]
    ) -> (left: [Float], right: [Float]) {
        var chain = InsertChain(inserts, rate: Self.rate)
        let count = left.count
        var sound = StereoBuffer(capacity: count)
        var sends = SendBuffer(capacity: count)
        for frame in 0..<count {
            sound.left[frame] = left[frame]
            sound.right[frame] = (right ?? left)[frame]
        }
        var (start, call) = (0, 0)
        while start < count {
            let end = min(count, start + lengths[call % lengths.count])
            chain.process(&sound, &sends, from: start, to: end)
            (start, call) = (end, call + 1)
        }
        return ((0..<count).map { sound.left[$0] }, (0..<count).map { sound.right[$0] })
    }

    private func insert(_ text: String) throws -> InsertSettings {
        try InsertSettings(parsing: text)
    }

    /// The response to an impulse at a frequency, in dB.
    private func response(_ text: String, at hertz: [Double]) throws -> [Double] {
        var impulse = [Float](repeating: 0, count: 96_000)
        impulse[0] = 1
        let output = process([try insert(text)], impulse).left
        return hertz.map { hertz in
            let step = 2 * Double.pi * hertz / Double(Self.rate)
            var (real, imaginary) = (0.0, 0.0)
            for (frame, value) in output.enumerated() where value != 0 {
                real += Double(value) * cos(step * Double(frame))
                imaginary += Double(value) * sin(step * Double(frame))
            }
            return 10 * log10(real * real + imaginary * imaginary)
        }
    }

    /// A number with a real and an imaginary part.
    private struct Complex {
        var (real, imaginary): (Double, Double)

        var power: Double { real * real + imaginary * imaginary }
    }

    /// a s² + b s + c at s = j w.
    private static func polynomial(_ a: Double, _ b: Double, _ c: Double, _ w: Double) -> Complex {
        Complex(real: c - a * w * w, imaginary: b * w)
    }

    /// The decibels of a filter of the analog kind, at a frequency that the bilinear transform has bent.
    private func decibels(
        _ above: (Double, Double, Double),
        _ below: (Double, Double, Double),
        _ hertz: Double,
        _ middle: Double
    ) -> Double {
        let rate = Double(Self.rate)
        let w = tan(.pi * hertz / rate) / tan(.pi * middle / rate)
        let top = Self.polynomial(above.0, above.1, above.2, w).power
        return 10 * log10(top / Self.polynomial(below.0, below.1, below.2, w).power)
    }

    private static let frequencies = [20.0, 55, 173, 440, 990, 2_500, 6_000, 12_000, 21_600]

    @Test(arguments: [("low-pass", 0.7071), ("high-pass", 3), ("band-pass", 0.5), ("notch", 2)])
    func filtersHaveTheResponsesOfTheirFormulas(_ kind: String, _ q: Double) throws {
        let measured = try response(
            "filter,type=\(kind),frequency=1000,q=\(q)",
            at: Self.frequencies
        )
        let below = (1.0, 1 / q, 1.0)
        let above: (Double, Double, Double) =
            switch kind {
            case "low-pass": (0, 0, 1)
            case "high-pass": (1, 0, 0)
            case "band-pass": (0, 1 / q, 0)
            default: (1, 0, 1)
            }
        for (hertz, value) in zip(Self.frequencies, measured) {
            let expected = decibels(above, below, hertz, 1_000)
            // Below −90 dB a float's impulse has too few digits.
            #expect(
                abs(value - expected) < 0.1 || expected < -90,
                "\(hertz) Hz: \(value) \(expected)"
            )
        }
    }

    @Test func anAllPassChangesNoLevel() throws {
        let measured = try response("filter,type=all-pass,frequency=700", at: Self.frequencies)
        #expect(measured.allSatisfy { abs($0) < 0.01 })
    }

    @Test(arguments: [-12.0, -3, 6, 18])
    func bandsHaveTheResponsesOfTheirFormulas(_ gain: Double) throws {
        let a = pow(10, gain / 40)
        let q = 1.4
        let forms: [(String, (Double, Double, Double), (Double, Double, Double), Double)] = [
            ("peak", (1, a / q, 1), (1, 1 / (a * q), 1), 1),
            ("low-shelf", (1, a.squareRoot() / q, a), (a, a.squareRoot() / q, 1), a),
            ("high-shelf", (a, a.squareRoot() / q, 1), (1, a.squareRoot() / q, a), a),
        ]
        for (kind, above, below, factor) in forms {
            let measured = try response("eq,\(kind)=2000:\(gain):\(q)", at: Self.frequencies)
            for (hertz, value) in zip(Self.frequencies, measured) {
                let expected = decibels(above, below, hertz, 2_000) + 20 * log10(factor)
                #expect(abs(value - expected) < 0.1, "\(kind) \(hertz) Hz: \(value) \(expected)")
            }
        }
    }

    @Test(arguments: [12, 24, 36, 48])
    func cutsAreButterworthFilters(_ slope: Int) throws {
        let order = Double(slope / 6)
        let rate = Double(Self.rate)
        let low = try response("eq,high-cut=1000:\(slope)", at: Self.frequencies)
        let high = try response("eq,low-cut=1000:\(slope)", at: Self.frequencies)
        for (index, hertz) in Self.frequencies.enumerated() {
            let w = tan(.pi * hertz / rate) / tan(.pi * 1_000 / rate)
            for (value, w) in [(low[index], w), (high[index], 1 / w)] {
                let expected = -10 * log10(1 + pow(w, 2 * order))
                #expect(abs(value - expected) < 0.1 || expected < -90, "\(hertz) Hz: \(value)")
            }
        }
    }

    @Test func bandsAddUp() throws {
        let one = try response("eq,peak=500:6", at: Self.frequencies)
        let other = try response("eq,high-shelf=4000:-9", at: Self.frequencies)
        let both = try response("eq,peak=500:6,high-shelf=4000:-9", at: Self.frequencies)
        for index in one.indices { #expect(abs(both[index] - one[index] - other[index]) < 0.01) }
    }

    // MARK: Dynamics

    /// The level at the end of a constant input, in dB.
    private func settled(_ text: String, _ level: Double) throws -> Double {
        let input = [Float](repeating: Float(pow(10, level / 20)), count: 48_000)
        let output = process([try insert(text)], input).left
        return 20 * log10(Double(output.last ?? 0))
    }

    @Test(arguments: [(4.0, 0.0), (4, 12), (20, 6), (1.5, 24), (1, 6)])
    func theStaticCurveIsThatOfThresholdRatioAndKnee(_ ratio: Double, _ knee: Double) throws {
        for level in stride(from: -60.0, through: 0, by: 3) {
            let text = "compressor,threshold=-30,ratio=\(ratio),knee=\(knee),attack=1,makeup=2"
            let over = level + 30
            let slope = 1 - 1 / ratio
            let reduction: Double =
                if over <= -knee / 2 {
                    0
                } else if over >= knee / 2 {
                    slope * over
                } else {
                    slope * (over + knee / 2) * (over + knee / 2) / (2 * knee)
                }
            let expected = level - reduction + 2
            #expect(abs(try settled(text, level) - expected) < 0.1)
        }
    }

    @Test(arguments: [(5.0, 60.0), (20, 200)])
    func timesAreThoseIn63Percent(_ attack: Double, _ release: Double) throws {
        let text = "compressor,threshold=-20,ratio=100,knee=0,attack=\(attack),release=\(release)"
        let input = (0..<144_000).map { Float($0 < 48_000 || $0 >= 96_000 ? 0.01 : 1) }
        let output = process([try insert(text)], input).left
        let whole = 20.0 * 0.99
        func reduction(_ frame: Int) -> Double {
            -20 * log10(Double(output[frame] / input[frame]))
        }
        let part = whole * (1 - exp(-1))
        let reached = try #require((48_000..<96_000).first { reduction($0) >= part }) - 48_000
        #expect(abs(Double(reached) / (attack * 48) - 1) < 0.05)
        let left = try #require((96_000..<144_000).first { reduction($0) <= whole - part }) - 96_000
        #expect(abs(Double(left) / (release * 48) - 1) < 0.05)
    }

    @Test func theLouderSideDecidesForBoth() throws {
        let loud = [Float](repeating: 1, count: 48_000)
        let soft = [Float](repeating: 0.01, count: 48_000)
        let output = process([try insert("compressor,threshold=-20,ratio=100,knee=0")], loud, soft)
        let reductions = [output.left[47_999] / 1, output.right[47_999] / 0.01]
        #expect(abs(reductions[0] / reductions[1] - 1) < 1e-4)
    }

    @Test func aGateOpensHoldsAndCloses() throws {
        let text = "gate,threshold=-20,range=-40,attack=0.1,hold=100,release=5"
        let input = (0..<48_000).map { frame -> Float in
            switch frame {
            case 0..<12_000: 0.05
            case 12_000..<24_000: 0.5
            default: 0.05
            }
        }
        let output = process([try insert(text)], input).left
        func gain(_ frame: Int) -> Double { 20 * log10(Double(output[frame] / input[frame])) }
        #expect(abs(gain(11_000) + 40) < 0.1)
        #expect(abs(gain(12_100)) < 0.1)
        // 100 ms after the sound has become soft.
        #expect(abs(gain(28_700)) < 0.1)
        #expect(gain(28_900) < -1)
        #expect(abs(gain(40_000) + 40) < 0.1)
        // 2 dB below the threshold it stays open.
        let softer = (0..<48_000).map { Float($0 < 12_000 ? 0.2 : 0.08) }
        let open = process([try insert(text)], softer).left
        #expect(abs(open[47_999] / 0.08 - 1) < 1e-3)
    }

    // MARK: Time and space

    @Test func echoesComeInTime() throws {
        var impulse = [Float](repeating: 0, count: 48_000)
        impulse[10] = 1
        let stereo = process(
            [try insert("delay,time=100,feedback=0.5,high-cut=20000,mix=1")],
            impulse,
            [Float](repeating: 0, count: 48_000)
        )
        #expect(stereo.left[10] == 0)
        #expect(stereo.left[4_810] > 0.9)
        #expect(stereo.right.allSatisfy { $0 == 0 })
        #expect(stereo.left[9_600..<9_700].reduce(0, +) > 0.45)
        #expect(stereo.left[14_400..<14_500].reduce(0, +) > 0.2)
        let pingPong = process([try insert("delay,ping-pong,time=100,mix=1")], impulse)
        #expect(pingPong.left[4_810] > 0.4 && pingPong.right[4_810] == 0)
        #expect(pingPong.right[9_610] > 0.1 && pingPong.left[9_610] == 0)
    }

    @Test func aDelayGlidesToAnotherTempo() throws {
        let tempo = Box(MusicTempo(rate: Self.rate))
        var chain = InsertChain(
            [try insert("delay,time=1/8,feedback=0,high-cut=20000,mix=1")],
            rate: Self.rate,
            tempo: tempo.loan
        )
        let count = 64 * 1_500
        var sound = StereoBuffer(capacity: count)
        var sends = SendBuffer(capacity: count)
        let step = 2 * Double.pi * 100 / Double(Self.rate)
        let input: [Double] = (0..<count).map { 0.5 * sin(step * Double($0)) }
        for frame in 0..<count {
            sound.left[frame] = Float(input[frame])
            sound.right[frame] = Float(input[frame])
        }
        for block in 0..<1_500 {
            // From 120 quarter notes a minute to 90, and back before that is reached.
            if block == 600 { tempo.value.framesPerQuarter = 32_000 }
            if block == 605 { tempo.value.framesPerQuarter = 24_000 }
            if block == 1_000 { tempo.value.framesPerQuarter = 32_000 }
            chain.process(&sound, &sends, from: 64 * block, to: 64 * (block + 1))
        }
        let output: [Double] = (0..<count).map { Double(sound.left[$0]) }
        let steps: [Double] = zip(output, output.dropFirst()).map { abs($0 - $1) }
        // The sine's steepest, and twice its height in the frames of a fade.
        let steepest = 0.5 * 2 * Double.pi * 100 / 48_000
        let highest = steepest + 1.0 / 1_024 + 1e-4
        #expect(try #require(steps.max()) < highest)
        func difference(_ delay: Int, _ range: Range<Int>) -> Double {
            range.map { abs(output[$0] - input[$0 - delay]) }.max() ?? 1
        }
        #expect(difference(12_000, 30_000..<38_000) < 0.01)
        #expect(difference(12_000, 45_000..<60_000) < 0.01)
        #expect(difference(16_000, 70_000..<count) < 0.01)
    }

    @Test func widthMovesTheSides() throws {
        let left: [Float] = [1, 0.5, 0]
        let right: [Float] = [0, 0.5, -1]
        let mono = process([try insert("width,mono")], left, right)
        #expect(mono.left == [0.5, 0.5, -0.5] && mono.right == mono.left)
        let wide = process([try insert("width,width=2")], left, right)
        #expect(wide.left == [1.5, 0.5, 0.5] && wide.right == [-0.5, 0.5, -1.5])
        let same = process([try insert("width")], left, right)
        #expect(same.left == left && same.right == right)
    }

    @Test(arguments: ["reverb,large-hall,mix=1", "reverb,panning-delay,mix=1", "chorus,mix=1"])
    func reverbAndChorusAreThoseOfTheSends(_ text: String) throws {
        var impulse = [Float](repeating: 0, count: 24_000)
        impulse[0] = 1
        let output = process([try insert(text)], impulse)
        let energy = output.left.reduce(0) { $0 + $1 * $1 }
        #expect(energy > 1e-4)
        #expect(output.left != output.right)
    }

    // MARK: All of them

    private static let everything = [
        "filter,type=high-pass,frequency=90", "eq,vocal", "compressor,drums", "gate,drums",
        "delay,ping-pong,time=37", "chorus", "reverb,plate", "width,wide", "drive,crunch",
        "compressor,look-ahead=5", "limiter,loud",
    ]

    private func noise(_ count: Int) -> [Float] {
        var seed: UInt32 = 1
        return (0..<count).map { frame in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            // Half of it is silent, so that inserts sleep and wake: in the middle of a block.
            return frame / 12_100 % 2 == 1 ? Float(seed >> 8) / Float(1 << 24) - 0.5 : 0
        }
    }

    @Test func theDivisionIntoCallsChangesNothing() throws {
        let inserts = try Self.everything.map(insert)
        let input = noise(60_000)
        let whole = process(inserts, input, lengths: [60_000])
        let parts = process(inserts, input, lengths: [1, 63, 64, 65, 100, 441])
        #expect(whole.left == parts.left)
        #expect(whole.right == parts.right)
    }

    @Test func withoutAMixNothingChanges() throws {
        let input = noise(24_000)
        for text in Self.everything {
            let insert = try insert("\(text),mix=0")
            let latency = insert.latency(rate: Self.rate)
            let output = process([insert], input).left
            #expect(output[latency...] == input[..<(input.count - latency)], "\(text)")
            #expect(output[..<latency].allSatisfy { $0 == 0 }, "\(text)")
        }
        #expect(
            process(try Self.everything.map { try insert("\($0),bypass=yes") }, input).left == input
        )
        #expect(process([], input).left == input)
    }

    @Test func silenceEndsInSilence() throws {
        for text in Self.everything {
            var chain = InsertChain([try insert(text)], rate: Self.rate)
            var sound = StereoBuffer(capacity: 64)
            var sends = SendBuffer(capacity: 64)
            sound.left[0] = 1
            sends.reverb[0] = 1
            var blocks = 0
            repeat {
                chain.process(&sound, &sends, from: 0, to: 64)
                sound.clear(from: 0, to: 64)
                sends.clear(from: 0, to: 64)
                blocks += 1
            } while chain.isAwake && blocks < 20 * 750
            let isAwake = chain.isAwake
            #expect(!isAwake, "\(text) sleeps after \(blocks) blocks")
        }
    }

    @Test func sendsPassFiltersAndDynamicsAlone() throws {
        func send(_ text: String) throws -> Float {
            var chain = InsertChain([try insert(text)], rate: Self.rate)
            var sound = StereoBuffer(capacity: 48_000)
            var sends = SendBuffer(capacity: 48_000)
            for frame in 0..<48_000 {
                sound.left[frame] = 0.5
                sound.right[frame] = 0.5
                sends.reverb[frame] = 0.5
                sends.chorus[frame] = 0.25
            }
            chain.process(&sound, &sends, from: 0, to: 48_000)
            #expect(abs(sends.chorus[47_999] * 2 - sends.reverb[47_999]) < 1e-6)
            return sends.reverb[47_999]
        }
        #expect(try send("width,mono") == 0.5)
        #expect(try send("delay,mix=1") == 0.5)
        // A constant does not pass a high-pass.
        #expect(abs(try send("filter,type=high-pass")) < 1e-6)
        // −6 dBFS is 14 dB above the threshold.
        #expect(abs(try send("compressor,threshold=-20,ratio=100,knee=0") - 0.1023) < 0.001)
    }

    @Test func dynamicsRememberWhatWasBeforeSilence() throws {
        func last(_ text: String, gap: Int) throws -> Float {
            let input = (0..<48_000).map { frame -> Float in
                switch frame {
                case 0..<24_000: 0.5
                case 24_000..<24_000 + gap: 0
                default: 0.02
                }
            }
            return try process([insert(text)], input).left[24_000 + gap + 100] / 0.02
        }
        let gate = "gate,threshold=-30,hold=500,release=5"
        #expect(abs(try last(gate, gap: 4_800) - 1) < 0.01)
        #expect(try last(gate, gap: 23_000) > 0.9)
        let compressor = "compressor,threshold=-40,ratio=20,release=5000,attack=50,knee=0"
        #expect(try last(compressor, gap: 4_800) < 0.05)
    }

    @Test func whatIsTooLoudEndsAndLeavesNothing() throws {
        let bands = Array(repeating: "peak=480:24", count: 16).joined(separator: ",")
        let inserts =
            try Array(repeating: insert("eq,\(bands)"), count: 2) + [insert("reverb,room")]
        let loud = (0..<48_000).map { Float($0 < 24_000 ? sin(2 * .pi * Double($0) / 100) : 0) }
        let output = process(inserts, loud).left
        #expect(output.allSatisfy { $0.isFinite })
        // It works again.
        var chain = InsertChain(inserts, rate: Self.rate)
        var sound = StereoBuffer(capacity: 64)
        var sends = SendBuffer(capacity: 64)
        for frame in 0..<64 {
            sound.left[frame] = .infinity
            sends.chorus[frame] = .nan
        }
        chain.process(&sound, &sends, from: 0, to: 64)
        sound.clear(from: 0, to: 64)
        sends.clear(from: 0, to: 64)
        sound.left[0] = 0.001
        chain.process(&sound, &sends, from: 0, to: 64)
        let heard = (sound.left[1], sends.chorus[1])
        #expect(heard.0.isFinite && heard.0 != 0 && heard.1 == 0)
    }

    @Test func aReverbRingsOutBehindSilence() throws {
        // The sound of the first note has gone when the second one comes.
        let inserts = try [
            insert("reverb,cathedral,mix=0.5,level=1"), insert("gate,threshold=-30,hold=0"),
        ]
        var twice = [Float](repeating: 0, count: 20 * 48_000)
        for frame in 0..<4_800 {
            let value = Float(sin(2 * .pi * Double(frame) / 100))
            twice[frame] = value
            twice[19 * 48_000 + frame] = value
        }
        let second = process(inserts, Array(twice[(19 * 48_000)...])).left
        let both = Array(process(inserts, twice).left[(19 * 48_000)...])
        let difference = zip(second, both).map { abs($0 - $1) }.max() ?? 1
        #expect(difference < 0.001)
    }

    // MARK: Text

    @Test(arguments: [
        "filter", "filter,telephone", "filter,frequency=300,q=2,type=notch",
        "eq", "eq,vocal", "eq,peak=1000:-4:1.4,low-cut=80:24", "compressor,bass",
        "compressor,ratio=10,makeup=3", "gate,threshold=-30,mix=0.5", "delay,slap,bypass=yes",
        "reverb,large-hall", "chorus,flanger,mix=1", "width,mono",
        "drive,fuzz", "drive,drive=20,curve=hard", "limiter,loud", "compressor,look-ahead=5",
    ])
    func textsAreReadAsTheyAreWritten(_ text: String) throws {
        let insert = try insert(text)
        #expect("\(insert)" == text)
        #expect(try InsertSettings(parsing: "\(insert)") == insert)
    }

    @Test(arguments: [
        ("", "no insert \"\""), ("compresor", "did you mean \"compressor\"?"),
        ("lv2", "lv2: expected the name or the URI of a plugin"),
        ("compressor,ratio=0.5", "compressor: ratio=0.5: expected 1 to 100"),
        ("compressor,vocals", "compressor: no compressor \"vocals\""),
        ("eq,peak=100", "eq: peak=100: expected FREQUENCY:GAIN"),
        ("eq,low-cut=80:13", "expected a slope of 12, 24, 36 or 48"),
        ("eq,mid=100:3", "\"mid=100:3\": expected bands"),
        ("filter,mix=1.5", "filter: mix=1.5: expected 0 to 1"),
        ("filter,mix=0,mix=1", "mix: twice"), ("gate,bypass=1", "expected yes or no"),
        ("gate,off,range=-3", "gate: write bypass=yes instead of off"),
        ("reverb,foo", "expected default, room, plate"),
        ("chorus,reverb-send=0.5", "chorus: no parameter \"reverb-send\""),
        ("filter,q=x,mix=1", "q=x: expected 0.1 to 20"),
        ("width,foo=1", "the keys are width, mix, bypass"),
        ("drive,curve=square", "drive: curve=square: expected soft or tube or hard"),
        ("drive,drive=60", "drive: drive=60: expected 0 to 48 dB"),
        ("limiter,ceiling=1", "limiter: ceiling=1: expected -24 to 0 dBFS"),
        (
            "delay,time=1/0",
            "delay: time=1/0: expected 1 to 2000 ms, or a note: 1/4, 1/8. (dotted), 1/8t (triplet)"
        ),
        ("compressor,attack=1/8", "compressor: attack=1/8: expected 0.05 to 500 ms"),
    ])
    func whatCannotBeReadIsNamed(_ text: String, _ message: String) {
        #expect {
            try InsertSettings(parsing: text)
        } throws: {
            "\($0)".contains(message)
        }
    }

    @Test(arguments: [
        (
            "compressor,vocal", "ratio=8",
            "compressor,threshold=-20,ratio=8,attack=5,release=150,makeup=4"
        ),
        ("compressor,ratio=8", "bass", "compressor,bass"),
        ("delay,slap,mix=0.5", "bypass=yes", "delay,slap,mix=0.5,bypass=yes"),
        ("delay,time=500", "time=1/8.", "delay,time=1/8."),
        ("delay,ping-pong,time=1/8t", "time=100", "delay,time=100,feedback=0.5,type=ping-pong"),
        (
            "eq,warm", "peak=500:3,low-shelf=180:1",
            "eq,low-shelf=180:1,high-shelf=7000:-2.5,peak=500:3"
        ),
        ("filter", "type=notch,mix=0.5", "filter,type=notch,mix=0.5"),
        ("lv2,x,a=1,b=2", "a=3,preset=p", "lv2,x,preset=p,a=3,b=2"),
    ])
    func aChangeLeavesWhatItDoesNotName(_ before: String, _ change: String, _ after: String) throws
    {
        var insert = try insert(before)
        try insert.change(change)
        #expect("\(insert)" == after)
        #expect(throws: EffectsError.self) { try insert.change("nothing") }
        #expect("\(insert)" == after)
    }

    @Test func moreThanSixteenBandsAreTooMany() {
        let bands = (1...17).map { "peak=\($0 * 100):1" }.joined(separator: ",")
        #expect(throws: EffectsError.self) { try InsertSettings(parsing: "eq,\(bands)") }
    }
}

/// The page about inserts.
@Suite struct InsertPageTests {
    @Test func hasAllKindsAndParameters() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/inserts.md").standardizedFileURL
        let text = try String(contentsOf: page, encoding: .utf8)
        let start = try #require(text.range(of: "<!-- kinds -->\n"))
        let end = try #require(text.range(of: "<!-- end of the kinds -->"))
        let lines = InsertSettings.reference.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["SEQD_WRITE_INSERTS"] != nil {
            let new = text[..<start.upperBound] + lines + text[end.lowerBound...]
            try String(new).write(to: page, atomically: true, encoding: .utf8)
        } else {
            #expect(
                text[start.upperBound..<end.lowerBound] == lines,
                "out of date; SEQD_WRITE_INSERTS=1 swift test --filter InsertPageTests renews it"
            )
        }
    }
}
