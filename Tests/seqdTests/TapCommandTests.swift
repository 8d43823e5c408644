import CommandSupport
import Instruments
import SamplerHost
import TestSupport
import Testing

@testable import seqd

@Suite("Taps")
struct TapCommandTests {
    @Test("write the master and a sampler beside what is rendered, and change nothing")
    func render() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let plain = try await place.render("song.mid", "-o", "plain.wav")
        #expect(plain.status == .exited(0), "\(plain)")
        let run = try await place.render(
            "song.mid",
            "-o",
            "out.wav",
            "--tap",
            "master=m.wav",
            "--tap",
            "sampler 2=2.flac"
        )
        #expect(run.status == .exited(0), "\(run)")
        let sound = try place.sound("out.wav")
        #expect(try sound.data == place.sound("plain.wav").data)
        #expect(try sound.data == place.sound("m.wav").data)
        #expect(try place.folder.read("2.flac").starts(with: "fLaC".utf8))
        #expect(!run.errorText.contains("lost"), "\(run)")
    }

    @Test("write what is played, to a file")
    func play() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let run = try await place.play(
            "song.mid",
            "--device",
            "tee:null,'played.wav',wav",
            "--tap",
            "master=m.wav"
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(try place.samples("played.wav") == place.sound("m.wav").data)
    }

    @Test("write a channel of a sampler, and of one of a further port")
    func channels() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let run = try await place.render(
            "song.mid",
            "-o",
            "out.wav",
            "--no-reverb",
            "--no-chorus",
            "--tap",
            "sampler/1=1.wav",
            "--tap",
            "sampler/2=2.wav",
            "--tap",
            "sampler 2/1=3.wav"
        )
        #expect(run.status == .exited(0), "\(run)")
        let length = try place.sound("out.wav")[0].frameCount
        for name in ["1.wav", "2.wav", "3.wav"] {
            let sound = try place.sound(name)
            #expect(sound[0].frameCount == length)
            #expect(try sound[0].peakLevel() > -60, "\(name)")
        }
    }

    @Test("of a name that nothing has are refused, and leave nothing")
    func unknown() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        let run = try await place.render(
            "song.mid",
            "-o",
            "out.wav",
            "--tap",
            "master=m.wav",
            "--tap",
            "bass=b.wav"
        )
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText.contains("strip \"bass\""), "\(run)")
        #expect(run.errorText.contains("\"sampler\""), "\(run)")
        let names = try place.folder.names()
        #expect(!names.contains("m.wav") && !names.contains("out.wav"), "\(names)")
    }

    @Test(
        "to the output under another name are refused",
        arguments: [
            ["--tap", "master=./q.wav"], ["--tap", "master=link.wav"], ["--tap", "master=q.wav"],
            ["--tap", "sampler=t.wav", "--tap", "master=./t.wav"], ["--report", "./q.wav"],
        ]
    )
    func sameFile(_ options: [String]) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        try place.folder.write("old", to: "q.wav")
        _ = try await place.shell("ln -s q.wav link.wav")
        let run = try await place.run(["render", "song.mid", "-o", "q.wav"] + options)
        #expect(run.status == .exited(64), "\(run)")
        #expect(
            run.errorText.contains("already the output")
                || run.errorText.contains("given more than once"),
            "\(run)"
        )
        #expect(try place.folder.read("q.wav") == Array("old".utf8))
    }

    @Test(
        "to a full disk keep what was written, and fail",
        arguments: [("wav", 100), ("rf64", 100), ("aiff", 100), ("flac", 120), ("ogg", 100)]
    )
    func fullDisk(type: String, kilobytes: Int) async throws {
        let place = try Workplace()
        // A sine takes little room in Ogg.
        try place.add(PlayedSong.tone(beats: type == "ogg" ? 24 : 8))
        try place.folder.write("old", to: "t.\(type)")
        // A write beyond the limit fails as one to a full disk does.
        let run = try await place.shell(
            "trap '' XFSZ; ulimit -f \(kilobytes); exec \"$seqd\" play song.mid --sf2 \"$font\" "
                + "--null --tap master=t.\(type)"
        )
        #expect(run.status == .exited(74), "\(run)")
        #expect(run.errorText.contains("t.\(type): File too large; the "), "\(run)")
        #expect(run.errorText.contains(" before that are kept"), "\(run)")
        #expect(!run.errorText.contains("lost"), "\(run)")
        let recording = try SoundFileReader(place.folder.path("t.\(type)")).recording
        #expect(recording.frameCount > 10_000, "\(recording)")
        #expect(try !place.folder.names().contains { $0.hasSuffix(".part") })
    }

    @Test("of a process that is killed leave a sound file")
    func killed() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(beats: 100))
        let run = try await place.shell(
            "\"$seqd\" play song.mid --sf2 \"$font\" --null --tap master=t.wav & player=$!; "
                + "until [ -s t.wav.part ] && [ $(stat -c %s t.wav.part) -gt 100000 ]; "
                + "do sleep 0.05; done; kill -9 $player"
        )
        #expect(run.status == .exited(0), "\(run)")
        let recording = try SoundFileReader(place.folder.path("t.wav.part")).recording
        #expect(recording.frameCount > 24_000, "\(recording)")
    }

    private static let refused: [(arguments: [String], says: String)] = [
        (["play", "x.mid", "--tap", "master"], "expected NAME=FILE"),
        (["play", "x.mid", "--tap", "=a.wav"], "expected NAME=FILE"),
        (["live", "--tap", "live="], "expected NAME=FILE"),
        (["render", "x.mid", "--tap", "master=a.xyz"], "unknown extension"),
        (["render", "x.mid", "--tap", "master=a.wav,rate=7"], "rate=7: expected 8000 to 96000"),
        (["render", "x.mid", "--tap", "master=a.wav,point=in"], "point=in: expected pre or post"),
        (["daemon", "--tap", "a=x.wav", "--tap", "b=x.wav"], "x.wav: given more than once"),
    ]

    @Test("that cannot be written are refused", arguments: refused)
    func refusals(_ arguments: [String], _ says: String) throws {
        let failure = try #require(Seqd.refusal(of: arguments))
        #expect(failure.status == .usage)
        #expect(failure.description.contains(says), "\(failure)")
    }
}
