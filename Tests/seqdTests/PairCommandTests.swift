import TestSupport
import Testing

/// Strips and effects on pairs of output channels of their own, by the commands.
@Suite("Output pairs, rendered and played")
struct PairCommandTests {
    private static let dry = ["--no-reverb", "--no-chorus"]

    /// Two tracks on one channel, each with one sine for two beats: an A and an E.
    private static var song: SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Low") {
            $0.program(at: 0, channel: 0, .wet)
            $0.note(at: 0, length: 960, channel: 0, key: 57)
        }
        song.track("High") { $0.note(at: 0, length: 960, channel: 1, key: 76) }
        return song
    }

    private func place() throws -> Workplace {
        let place = try Workplace()
        try place.add(Self.song)
        try place.folder.write(MeasuringFont().bytes, to: "f.sf2")
        return place
    }

    private func render(_ place: Workplace, _ arguments: [String]) async throws -> [[Float]] {
        let run = try await place.run(
            ["render", "song.mid", "-o", "out.wav", "--format", "float"] + arguments
        )
        #expect(run.status == .exited(0), "\(run)")
        return try place.sound("out.wav").channels
    }

    /// The largest difference of two sounds, as long as the shorter one.
    private func difference(_ one: [Float], _ other: [Float]) -> Float {
        zip(one, other).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    @Test(
        "each pair has the samples that its parts have alone, limited by themselves",
        arguments: ["0", "24"]
    )
    func alone(gain: String) async throws {
        let place = try place()
        // Stopped before the end, so that all are equally long.
        let options = Self.dry + ["--gain", gain, "--tail", "none"]
        let both = try await render(
            place,
            ["--route", "track:Low=f.sf2,output=3-4"] + options
        )
        let low = try await render(
            place,
            ["--route", "track:High=none", "--route", "track:Low=f.sf2"] + options
        )
        let high = try await render(place, ["--route", "track:Low=none"] + options)
        try #require(both.count == 4 && low.count == 2 && high.count == 2)
        #expect(both[2] == low[0] && both[3] == low[1])
        #expect(both[0] == high[0] && both[1] == high[1])
        #expect(both.allSatisfy { ($0.map(abs).max() ?? 0) > 0.01 })
        if gain == "24" { #expect(both.joined().allSatisfy { abs($0) < 0.9 }) }
    }

    @Test("a part on two pairs is the same sample for sample on both, and once in the rest")
    func twoPairs() async throws {
        let place = try place()
        let options = Self.dry + ["--tail", "none", "--no-limiter"]
        let route = ["--route", "track:Low=f.sf2,name=low"]
        let split = try await render(place, route + ["--pair", "low=3-4+5-6"] + options)
        let alone = try await render(place, route + ["--pair", "low=3-4"] + options)
        try #require(split.count == 6 && alone.count == 4)
        #expect((split[2].map(abs).max() ?? 0) > 0.01)
        for side in 0..<2 {
            #expect(split[4 + side] == split[2 + side] && split[2 + side] == alone[2 + side])
            #expect(split[side] == alone[side])
        }
        // One that is heard in the main mix as well.
        let copy = try await render(place, route + ["--pair", "low=1-2+3-4"] + options)
        let plain = try await render(place, route + options)
        #expect(copy[0] == plain[0] && copy[1] == plain[1])
        #expect(copy[2] == alone[2] && copy[3] == alone[3])
    }

    @Test("all pairs together are the mix, and effects are heard where their bus is")
    func effects() async throws {
        let place = try place()
        let routes = ["--no-limiter", "--route", "track:Low=f.sf2,name=low"]
        let plain = try await render(place, routes + ["--stems", "samplers"])
        let wet = try place.sound("out/effects.wav").channels
        #expect((wet[0].map(abs).max() ?? 0) > 0.001)
        let four = try await render(place, routes + ["--pair", "low=3-4"])
        try #require(four.count == 4)
        let six = try await render(
            place,
            routes + ["--pair", "low=3-4", "--pair", "effects:main=5-6"]
        )
        try #require(six.count == 6)
        for side in 0..<2 {
            #expect(four[side].count == plain[side].count)
            #expect(difference(zip(four[side], four[side + 2]).map(+), plain[side]) < 1e-6)
            // The effects of what plays on 3-4 are heard on 1-2.
            #expect(four[side + 2] == six[side + 2])
            #expect(difference(zip(six[side], six[side + 4]).map(+), four[side]) < 1e-6)
            #expect(difference(six[side + 4], wet[side]) < 1e-6)
        }
    }

    @Test("each pair and each effects bus has inserts of its own, and all stay together")
    func inserts() async throws {
        let place = try place()
        let routes = [
            "--no-limiter", "--route", "track:Low=f.sf2,name=low,output=3-4", "--pair",
            "effects:main=5-6",
        ]
        let plain = try await render(place, routes)
        // What looks ahead on one pair delays nothing on another.
        let late = try await render(
            place,
            routes + ["--insert", "output:3-4=compressor,ratio=1,look-ahead=7"]
        )
        let isSame = late == plain
        #expect(isSame)
        let mono = try await render(place, routes + ["--insert", "effects:main=width,mono"])
        for side in 0..<4 { #expect(difference(mono[side], plain[side]) == 0) }
        let isMono = mono[4] == mono[5] && plain[4] != plain[5]
        #expect(isMono)
        #expect(difference(mono[4], zip(plain[4], plain[5]).map { ($0 + $1) / 2 }) < 1e-6)
        let cut = try await render(place, routes + ["--insert", "output:3-4=eq,low-cut=2200:24"])
        #expect(difference(cut[0], plain[0]) == 0 && difference(cut[4], plain[4]) == 0)
        let peaks = [cut[2], plain[2]].map { $0[12_000...].map(abs).max() ?? 0 }
        #expect(peaks[0] < peaks[1] / 100)
        // A pair that an option gives, after the insert.
        let later = try await place.run(
            ["render", "song.mid", "-o", "y.wav", "--pair", "sampler=3-4"]
                + ["--insert", "output:3-4=limiter", "--sf2", "f.sf2"]
        )
        #expect(later.status == .exited(0), "\(later)")
        let unknown = try await place.run(
            ["render", "song.mid", "-o", "x.wav", "--insert", "output:3-4=chorus"]
        )
        #expect(unknown.status == .exited(64))
        #expect(
            unknown.errorText.contains(
                "inserts of output:3-4: nothing plays on output 3-4"
            ),
            "\(unknown.errorText)"
        )
    }

    @Test("stems add up to all pairs")
    func stems() async throws {
        let place = try place()
        let six = try await render(
            place,
            [
                "--no-limiter", "--route", "track:Low=f.sf2,name=low,output=3-4", "--pair",
                "effects:main=5-6", "--stems", "samplers",
            ]
        )
        for side in 0..<2 {
            let wet = try place.sound("out/effects.wav").channels[side]
            let low = try place.sound("out/low.wav").channels[side]
            #expect(difference(wet, six[side + 4]) < 1e-6)
            #expect(difference(low, six[side + 2]) < 1e-6)
        }
    }

    @Test("the tail lasts as long as the pair sounds")
    func tail() async throws {
        let place = try place()
        let plain = try await render(place, [])
        let moved = try await render(
            place,
            ["--pair", "sampler=3-4", "--pair", "effects:main=3-4"]
        )
        #expect(moved[2] == plain[0] && moved[3] == plain[1])
        #expect(moved[0].allSatisfy { $0 == 0 } && moved[1].allSatisfy { $0 == 0 })
    }

    @Test("the clicks of the metronome have a pair of their own")
    func metronome() async throws {
        let place = try place()
        let options = Self.dry + ["--tail", "none"]
        let plain = try await render(place, options)
        let clicks = try await render(
            place,
            options + ["--metronome", "--pair", "metronome=7-8"]
        )
        try #require(clicks.count == 8)
        #expect(clicks[0] == plain[0])
        #expect((clicks[6].map(abs).max() ?? 0) > 0.01)
        #expect(clicks[2...5].joined().allSatisfy { $0 == 0 })
    }

    @Test("a device gets what a file gets, and a map chooses among the pairs")
    func play() async throws {
        let place = try place()
        let options = ["--pair", "sampler=3-4", "--map", "2,-1,0,3"]
        let run = try await place.run(
            ["play", "song.mid", "-v", "--device", "tee:null,'played.raw',raw"] + options
        )
        #expect(run.status == .exited(0), "\(run)")
        let rendered = try await place.run(["render", "song.mid", "-o", "r.raw"] + options)
        #expect(rendered.status == .exited(0), "\(rendered)")
        #expect(try place.folder.read("played.raw") == place.folder.read("r.raw"))
        #expect(!run.errorText.contains("not heard"), "\(run)")
        let without = try await place.run(
            ["render", "song.mid", "-o", "r.raw", "--pair", "sampler=3-4", "--map", "0,1"]
        )
        #expect(
            without.errorText.contains("sampler is not heard: --map leaves out output 3-4"),
            "\(without)"
        )
    }

    @Test("a live input and the files of the daemon play on theirs")
    func daemon() async throws {
        let place = try place()
        let daemon = try await DaemonSoundRun(
            in: place,
            ["--device", "tee:null,'d.raw',raw", "--idle", "0", "--no-reverb", "--no-chorus"]
                + ["--pair", "live=3-4", "--pair", "sampler=5-6"]
        )
        let client = try daemon.client()
        #expect(try await client.ask("note 1 69 100 0.2") == ["OK"])
        #expect(try await client.ask("play \(place.folder.path("song.mid"))") == ["OK"])
        // One second of six channels after all that.
        let size = try place.size(of: "d.raw")
        try await place.waitForSize(size + 48_000 * 12, of: "d.raw")
        let run = await daemon.end()
        #expect(run.status == .exited(0), "\(run)")
        let sound = try SoundFile(
            raw: place.folder.read("d.raw"),
            encoding: .signed16,
            channelCount: 6,
            rate: 48_000
        )
        let peaks: [Float] = sound.channels.map { $0.map(abs).max() ?? 0 }
        #expect(peaks[0] == 0 && peaks[1] == 0)
        #expect(peaks[2...5].allSatisfy { $0 > 0.01 }, "\(peaks)")
        let refused = try await place.run(["daemon", "--socket", "s", "--pair", "live 2=3-4"])
        #expect(refused.status == .exited(64), "\(refused)")
        #expect(
            refused.errorText.contains("expected one of live, sampler, metronome, effects:main")
        )
    }

    @Test("seqd graph shows them")
    func graph() async throws {
        let place = try place()
        let run = try await place.run(
            ["graph", "song.mid", "--route", "track:Low=f.sf2,name=low,output=3-4"]
        )
        #expect(run.status == .exited(0), "\(run)")
        let row = run.outputText.split(separator: "\n").first { $0.hasPrefix("low ") }
        #expect(row?.contains(" 3-4 ") == true, "\(run.outputText)")
        let json = try await place.run(
            ["graph", "--json", "--route", "track:Low=f.sf2,name=low,output=3-4"]
        )
        #expect(json.outputText.contains("output 3-4"), "\(json.outputText)")
    }

    @Test(
        "are refused with the reason",
        arguments: [
            (["--pair", "sampler"], "expected NAME=PAIR, such as drums=3-4"),
            (["--pair", "sampler=2-3"], "\"2-3\": expected a pair of output channels"),
            (["--pair", "sampler=3-4", "--pair", "sampler=5-6"], "given more than once"),
            (["--pair", "drums=3-4"], "--pair drums: not in the mixer; expected one of sampler"),
            (
                ["--pair", "sampler=3-4", "--normalize", "peak=-1"],
                "--normalize levels output 1-2 only"
            ),
            (["--route", "ch:1=f.sf2,output=5"], "output: \"5\": expected a pair"),
        ]
    )
    func refused(arguments: [String], words: String) async throws {
        let place = try place()
        let run = try await place.run(["render", "song.mid", "-o", "out.wav"] + arguments)
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText.contains(words), "\(run)")
    }
}
