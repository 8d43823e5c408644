import TestSupport
import Testing

/// What is heard of routes and racks, by the commands.
@Suite("Routes and racks, rendered and played")
struct RoutingCommandTests {
    private static let dry = ["--no-reverb", "--no-chorus", "--tail", "none"]

    /// Two tracks on one channel, each with one sine for two beats: an A and an E.
    private static var pair: SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Low") { $0.note(at: 0, length: 960, channel: 0, key: 57) }
        song.track("High") { $0.note(at: 0, length: 960, channel: 0, key: 76) }
        return song
    }

    /// A place with the pair, and the measuring font as `f.sf2`.
    private func place(_ song: SMFBuilder = pair) throws -> Workplace {
        let place = try Workplace()
        try place.add(song)
        try place.folder.write(MeasuringFont().bytes, to: "f.sf2")
        return place
    }

    private func render(
        _ place: Workplace,
        _ arguments: [String],
        _ output: String = "out.wav"
    ) async throws -> SoundFile {
        let run = try await place.run(
            ["render", "song.mid", "-o", output, "--format", "float"] + Self.dry + arguments
        )
        #expect(run.status == .exited(0), "\(run)")
        return try place.sound(output)
    }

    private func level(_ sound: SoundFile, _ channel: Int, key: UInt8) throws -> Double {
        try sound[channel].level(ofPartial: frequency(ofKey: key), in: 8_000..<40_000)
    }

    @Test("tracks that share a channel have samplers and presets of their own")
    func tracks() async throws {
        let sound = try await render(
            place(),
            ["--route", "track:low=f.sf2@0:5", "--route", "track:2=f.sf2@0:6"]
        )
        #expect(try level(sound, 0, key: 57) > -30)
        #expect(try level(sound, 0, key: 76) < -80)
        #expect(try level(sound, 1, key: 76) > -30)
        #expect(try level(sound, 1, key: 57) < -80)
    }

    @Test("a part plays the preset of --program, and others of its channel their own")
    func programs() async throws {
        let fonts = ["--sf2", "f.sf2"]
        let sound = try await render(place(), fonts + ["--program", "track:low=left"])
        #expect(try level(sound, 0, key: 57) > -30)
        #expect(try level(sound, 1, key: 57) < -80)
        #expect(try abs(level(sound, 0, key: 76) - level(sound, 1, key: 76)) < 0.1)
        let whole = try await render(place(), fonts + ["--program", "1=6"])
        #expect(try level(whole, 0, key: 57) < -80)
        #expect(try level(whole, 0, key: 76) < -80)
        #expect(try level(whole, 1, key: 76) > -30)
    }

    @Test("a preset of no part, and a name of none, are reported")
    func wrongPrograms() async throws {
        let place = try place()
        let arguments = ["render", "song.mid", "-o", "x.wav", "--sf2", "f.sf2"]
        let missing = try await place.run(arguments + ["--program", "track:Leed=5"])
        #expect(missing.status == .exited(0))
        #expect(missing.errorText.contains("program of track:Leed: matches nothing"), "\(missing)")
        let unknown = try await place.run(arguments + ["--program", "1=Violin"])
        #expect(unknown.status == .exited(64))
        #expect(
            unknown.errorText.contains(
                #"--program 1=Violin: "Violin": no preset has this in its name"#
            ),
            "\(unknown)"
        )
    }

    @Test("what no route takes plays with --sf2")
    func rest() async throws {
        let sound = try await render(place(), ["--route", "track:Low=f.sf2@0:5"])
        #expect(try level(sound, 1, key: 57) < -80)
        #expect(try abs(level(sound, 0, key: 76) - level(sound, 1, key: 76)) < 0.1)
        #expect(try level(sound, 0, key: 76) > -40)
    }

    @Test("keys split a channel, and a layer plays twice, transposed")
    func split() async throws {
        let sound = try await render(
            place(),
            [
                "--route", "1=f.sf2@0:5,keys=C-1-B3", "--route",
                "1=f.sf2@0:5+f.sf2@0:6,transpose=12",
            ]
        )
        #expect(try level(sound, 0, key: 57) > -30)
        #expect(try level(sound, 1, key: 57) < -80)
        #expect(try level(sound, 0, key: 88) > -30)
        #expect(try level(sound, 1, key: 88) > -30)
        #expect(try level(sound, 0, key: 76) < -80)
        #expect(try level(sound, 0, key: 69) < -80)
    }

    @Test("none drops a part, and velocity curves change levels")
    func dropped() async throws {
        let sound = try await render(
            place(),
            ["--route", "track:Low=none", "--route", "all=f.sf2,velocity=fixed:127"]
        )
        #expect(try level(sound, 0, key: 57) < -80)
        let plain = try await render(place(), ["--route", "all=f.sf2"])
        // Velocity 100 is attenuated by 40 · lg(127 / 100) dB.
        let difference = try level(sound, 0, key: 76) - level(plain, 0, key: 76)
        #expect(abs(difference - 4.15) < 0.1, "\(difference)")
    }

    @Test("a rack file sounds as the same routes do, bit by bit")
    func rackFile() async throws {
        let place = try place()
        try place.folder.write(
            """
            {"samplers": [{"name": "l", "fonts": ["f.sf2"]}, {"name": "r", "fonts": ["f.sf2"]}],
             "rules": [{"from": "track:Low", "to": "l", "preset": "0:5", "transpose": 3},
                       {"from": "ch:1", "to": "r", "preset": "0:6"}]}
            """,
            to: "rack.json"
        )
        let racked = try await render(place, ["--rack", "rack.json"])
        let routed = try await render(
            place,
            ["--route", "track:Low=f.sf2@0:5,transpose=3", "--route", "ch:1=f.sf2@0:6"],
            "routed.wav"
        )
        #expect(racked.data == routed.data)
        #expect(try level(racked, 0, key: 60) > -30)
    }

    @Test("routes come before the rules of the rack, and may name its samplers")
    func routesFirst() async throws {
        let place = try place()
        try place.folder.write(
            """
            {"samplers": [{"name": "l", "fonts": ["f.sf2"]}],
             "rules": [{"from": "all", "to": "l", "preset": "0:5"}]}
            """,
            to: "rack.json"
        )
        let sound = try await render(
            place,
            ["--rack", "rack.json", "--route", "track:High=l@0:6,channel=2"]
        )
        #expect(try level(sound, 0, key: 57) > -30)
        #expect(try level(sound, 1, key: 57) < -80)
        #expect(try level(sound, 1, key: 76) > -30)
        #expect(try level(sound, 0, key: 76) < -80)
    }

    @Test("gain and pan set the strip: dB, and a balance that leaves the nearer side as it is")
    func strips() async throws {
        let plain = try await render(place(), ["--route", "all=f.sf2"])
        func change(_ options: String) async throws -> (left: Double, right: Double) {
            let sound = try await render(place(), ["--route", "all=f.sf2,\(options)"])
            return (
                try level(sound, 0, key: 57) - level(plain, 0, key: 57),
                try level(sound, 1, key: 57) - level(plain, 1, key: 57)
            )
        }
        let softer = try await change("gain=-6.5")
        #expect(abs(softer.left + 6.5) < 0.01 && abs(softer.right + 6.5) < 0.01, "\(softer)")
        let right = try await change("pan=50")
        #expect(abs(right.left + 3.01) < 0.01 && abs(right.right) < 0.001, "\(right)")
        let left = try await change("pan=-100,gain=3")
        #expect(abs(left.left - 3) < 0.01 && left.right < -80, "\(left)")
        let silent = try await render(place(), ["--route", "all=f.sf2,gain=-inf"])
        #expect(try silent[0].isSilent())
        #expect(try silent[1].isSilent())
    }

    @Test("tuning and a4 tune a sampler, and --tuning and --a4 those that have none")
    func tunings() async throws {
        let place = try place()
        try place.folder.write(Array("fifths\n1\n3/2\n".utf8), to: "fifths.scl")
        try place.folder.write(Array("0\n0\n127\n57\n57\n230.0\n0\n".utf8), to: "low.kbm")
        let cases: [([String], Double)] = [
            (["--route", "track:Low=f.sf2,a4=450", "--a4", "415"], 225),
            (["--route", "track:Low=f.sf2,tuning=fifths.scl,mapping=low.kbm"], 230),
            (["--route", "track:Low=f.sf2", "--a4", "415"], 207.5),
            (["--route", "track:Low=f.sf2", "--tuning", "fifths.scl,low.kbm"], 230),
        ]
        for (number, (arguments, wanted)) in cases.enumerated() {
            let sound = try await render(
                place,
                ["--route", "track:High=none"] + arguments,
                "\(number).wav"
            )
            let heard = try sound[0].frequency(in: 8_000..<40_000)
            #expect(abs(cents(heard, above: wanted)) < 1, "\(arguments): \(heard) Hz")
        }
    }

    @Test("tune moves a sampler by cents")
    func tune() async throws {
        let sound = try await render(
            place(),
            ["--route", "track:Low=f.sf2,tune=-40", "--route", "track:High=none"]
        )
        let heard = try sound[0].frequency(in: 8_000..<40_000)
        #expect(abs(cents(heard, above: frequency(ofKey: 57)) + 40) < 1, "\(heard) Hz")
    }

    @Test("each sampler has a strip of its own, also in a rack file")
    func ownStrips() async throws {
        let place = try place()
        try place.folder.write(
            """
            {"samplers": [{"name": "l", "fonts": ["f.sf2"], "pan": -100},
                          {"name": "r", "fonts": ["f.sf2"], "pan": 100, "gain": -12}],
             "rules": [{"from": "track:Low", "to": "l"}, {"from": "track:High", "to": "r"}]}
            """,
            to: "rack.json"
        )
        let sound = try await render(place, ["--rack", "rack.json"])
        let plain = try await render(place, ["--route", "all=f.sf2"])
        #expect(try abs(level(sound, 0, key: 57) - level(plain, 0, key: 57)) < 0.01)
        #expect(try abs(level(sound, 1, key: 76) - level(plain, 1, key: 76) + 12) < 0.01)
        #expect(try level(sound, 0, key: 76) < -80)
        #expect(try level(sound, 1, key: 57) < -80)
    }

    @Test("the levels of the sends reach the effects")
    func sends() async throws {
        let place = try place(PlayedSong.tone())
        func tail(_ options: String) async throws -> Double {
            let run = try await place.run(
                ["render", "song.mid", "-o", "out.wav", "--format", "float", "--tail", "0.5"]
                    + ["--route", "all=f.sf2@0:7\(options)"]
            )
            #expect(run.status == .exited(0), "\(run)")
            return try place.sound("out.wav")[0].level(in: 26_000..<34_000)
        }
        let plain = try await tail(",chorus=-inf")
        #expect(plain > -60)
        #expect(try await tail(",chorus=-inf,reverb=-inf") < -90)
        let softer = try await tail(",chorus=-inf,reverb=-10") - plain
        #expect(abs(softer + 10) < 0.2, "\(softer)")
    }

    @Test("--drums chooses the channels that play drums, and only these")
    func drums() async throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.note(at: 0, length: 960, channel: 0, key: 57)
            $0.note(at: 0, length: 960, channel: 9, key: 76)
        }
        let none = try await render(place(song), ["--drums", "none"])
        #expect(try level(none, 0, key: 57) > -40)
        #expect(try level(none, 0, key: 76) > -40)
        let first = try await render(place(song), ["--drums", "1"])
        #expect(try level(first, 0, key: 57) < -60, "the click of the drums")
        #expect(try level(first, 0, key: 76) > -40)
        let routed = try await render(
            place(song),
            ["--drums", "none", "--route", "ch:10=f.sf2,transpose=5"]
        )
        #expect(try level(routed, 0, key: 81) > -40, "no drums, so it is transposed")
    }

    @Test("is the same when it is played")
    func played() async throws {
        let place = try place(PlayedSong.ensemble)
        let routes = [
            "--route", "track:Lead=f.sf2@0:2,transpose=-5,pan=-40", "--route",
            "track:Noise=f.sf2+f.sf2@0:7,keys=40-60",
        ]
        let played = try await place.run(
            ["play", "song.mid", "--device", "tee:null,'played.wav',wav"] + routes
        )
        #expect(played.status == .exited(0), "\(played)")
        let rendered = try await place.run(["render", "song.mid", "-o", "out.wav"] + routes)
        #expect(rendered.status == .exited(0), "\(rendered)")
        let sound = try place.sound("out.wav")
        #expect(sound.peak > 0.01)
        #expect(try place.samples("played.wav") == sound.data)
    }

    @Test("seeking, a tempo and mute go by the music as ever")
    func musical() async throws {
        let place = try place()
        let routes = ["--route", "track:Low=f.sf2@0:5", "--route", "track:High=f.sf2@0:6"]
        let muted = try await render(place, routes + ["--mute", "track:High"])
        #expect(try level(muted, 0, key: 57) > -30)
        #expect(try muted[1].isSilent())
        let slow = try await render(place, routes + ["--tempo", "60"])
        #expect(slow.frameCount == 96_000)
        let soloed = try await render(place, routes + ["--solo", "ch:1", "--transpose", "2"])
        #expect(try level(soloed, 0, key: 59) > -30)
        #expect(try level(soloed, 1, key: 78) > -30)
    }

    @Test("what matches nothing and what is not heard is said, once for each piece")
    func findings() async throws {
        let place = try place()
        try place.add(Self.pair, "other.mid")
        try place.folder.write(
            #"{"samplers": [{"name": "l", "fonts": ["f.sf2"]}], "rules": [{"from": "port:7", "to": "l"}]}"#,
            to: "rack.json"
        )
        let arguments = ["--rack", "rack.json", "--route", "track:Nobody=l"]
        let rendered = try await seqd(
            ["render", "song.mid", "other.mid", "-o", "out/", "--jobs", "1"] + arguments,
            directory: place.folder.path
        )
        #expect(rendered.status == .exited(0), "\(rendered)")
        for name in ["song.mid", "other.mid"] {
            for finding in [
                "--route track:Nobody=l: matches nothing; the tracks are: Low, High",
                "rack.json: rule 1 (port:7): matches nothing",
                "channel 1: 2 notes reach no sampler",
            ] {
                let lines = rendered.errorText.split(separator: "\n")
                #expect(
                    lines.count { $0 == "seqd: \(name): \(finding)" } == 1,
                    "\(finding): \(rendered)"
                )
            }
        }
        let played = try await seqd(
            ["play", "song.mid", "--loops", "2", "--device", "null", "--speed", "20x"] + arguments,
            directory: place.folder.path
        )
        #expect(played.status == .exited(0), "\(played)")
        let lines = played.errorText.split(separator: "\n")
        #expect(
            lines.count { $0.hasSuffix("channel 1: 2 notes reach no sampler") } == 1,
            "\(played)"
        )
    }

    @Test("no default font is named where nothing plays with it")
    func foundFont() async throws {
        let place = try place()
        let run = try await seqd(
            ["render", "song.mid", "-o", "out.wav", "--route", "all=f.sf2"],
            environment: ["SEQD_SOUNDFONT": place.font],
            directory: place.folder.path
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(!run.errorText.contains(place.font), "\(run)")
        let rest = try await seqd(
            ["render", "song.mid", "-o", "out.wav", "--route", "track:Low=f.sf2"],
            environment: ["SEQD_SOUNDFONT": place.font],
            directory: place.folder.path
        )
        #expect(rest.errorText.contains("SoundFont \(place.font)"), "\(rest)")
    }

    @Test("the font that a rack has for the rest was not found but named")
    func namedFont() async throws {
        let place = try place()
        try place.folder.write(
            #"{"fallback": {"name": "rest", "fonts": ["f.sf2"]}}"#,
            to: "rack.json"
        )
        let run = try await seqd(
            ["render", "song.mid", "-o", "out.wav", "--rack", "rack.json"],
            environment: ["SEQD_SOUNDFONT": place.font],
            directory: place.folder.path
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(!run.errorText.contains("SoundFont"), "\(run)")
    }
}
