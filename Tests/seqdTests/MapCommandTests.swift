import TestSupport
import Testing

@testable import seqd

@Suite("--map")
struct MapCommandTests {
    /// The channels of a stereo rendering of the same song.
    private func stereo(_ place: Workplace) async throws -> [[Float]] {
        let run = try await place.render("song.mid", "-o", "stereo.wav")
        #expect(run.status == .exited(0), "\(run)")
        return try place.sound("stereo.wav").channels
    }

    @Test("puts left, right, both and silence where it says, in files and to a pipe")
    func render() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let plain = try await stereo(place)
        let run = try await place.render("song.mid", "-o", "four.wav", "--map", "0,1,-1,-1")
        #expect(run.status == .exited(0), "\(run)")
        let four = try place.sound("four.wav").channels
        let silence = [Float](repeating: 0, count: plain[0].count)
        #expect(four == [plain[0], plain[1], silence, silence])
        // The other way around, the left channel twice and none of the right.
        let piped = try await place.shell(
            #""$seqd" render --sf2 "$font" song.mid -o - --map -1,0,0 > three.wav"#
        )
        #expect(piped.status == .exited(0), "\(piped)")
        let three = try place.sound("three.wav").channels
        #expect(three == [silence, plain[0], plain[0]])
    }

    @Test("names channels on which nothing plays")
    func empty() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let run = try await place.render("song.mid", "-o", "o.wav", "--map", "0,9,9")
        #expect(run.status == .exited(0), "\(run)")
        let lines = run.errorText.split(separator: "\n").filter { $0.contains("--map") }
        #expect(lines == ["seqd: --map: nothing plays on channel 9"], "\(run)")
        let plain = try await place.render("song.mid", "-o", "p.wav", "--map", "1,0,-1")
        #expect(!plain.errorText.contains("--map"), "\(plain)")
    }

    @Test("gives one channel left, right, or both together")
    func one() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let floats = try await place.render("song.mid", "-o", "f.wav", "--format", "float")
        #expect(floats.status == .exited(0), "\(floats)")
        let plain = try place.sound("f.wav").channels
        for (map, expected) in [
            ("0", plain[0]), ("1", plain[1]),
            ("mono", zip(plain[0], plain[1]).map { ($0 + $1) * 0.5 }),
        ] {
            let run = try await place.render(
                "song.mid",
                "-o",
                "one.wav",
                "--format",
                "float",
                "--map",
                map
            )
            #expect(run.status == .exited(0), "\(run)")
            #expect(try place.sound("one.wav").channels == [expected], "\(map)")
        }
    }

    @Test("opens the device with as many channels, which get what a file gets")
    func play() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let run = try await place.play(
            "song.mid",
            "-v",
            "--device",
            "tee:null,'played.raw',raw",
            "--map",
            "1,-1,0"
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.contains(", channels 1,-1,0\n"), "\(run)")
        let rendered = try await place.render("song.mid", "-o", "r.raw", "--map", "1,-1,0")
        #expect(rendered.status == .exited(0), "\(rendered)")
        #expect(try place.folder.read("played.raw") == place.folder.read("r.raw"))
    }

    @Test("holds for a normalized file too")
    func normalized() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        for (name, map) in [("two.wav", "0,1"), ("three.wav", "-1,1,0")] {
            let run = try await place.render(
                "song.mid",
                "-o",
                name,
                "--map",
                map,
                "--normalize",
                "peak=-3"
            )
            #expect(run.status == .exited(0), "\(run)")
        }
        let (two, three) = (try place.sound("two.wav"), try place.sound("three.wav"))
        #expect(three.channels[1] == two.channels[1] && three.channels[2] == two.channels[0])
        #expect(three.channels[0].allSatisfy { $0 == 0 })
    }

    @Test(
        "is refused with the reason",
        arguments: [
            (["--map", "0,x"], "entry 2, \"x\": expected a channel"),
            (["--map", "0,1,-1", "--type", "mp3"], "mp3: 3 channels not supported, at most 2"),
            (
                ["--map", "0,1,0,1,0,1,0,1,0", "--type", "flac"],
                "flac: 9 channels not supported, at most 8; wav takes 32"
            ),
        ]
    )
    func refused(arguments: [String], words: String) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        let run = try await place.run(["render", "song.mid", "-o", "out/"] + arguments)
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText.contains(words), "\(run)")
    }

    @Test("is written by every type of file", arguments: ["rf64", "aiff", "flac", "ogg", "opus"])
    func types(type: String) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        let run = try await place.render(
            "song.mid",
            "-o",
            "out.\(type == "ogg" ? "oga" : type)",
            "--type",
            type,
            "--map",
            "0,1,-1,-1"
        )
        #expect(run.status == .exited(0), "\(run)")
    }
}
