import TestSupport
import Testing

@testable import seqd

@Suite("Several devices")
struct FurtherDeviceTests {
    /// The middle of a sound's left channel.
    private func samples(_ place: Workplace, _ name: String) throws -> SoundFile {
        try SoundFile(
            raw: place.folder.read(name),
            encoding: .signed32,
            channelCount: 2,
            rate: 48_000
        )
    }

    @Test("play the same sound, and the first as it does alone")
    func same() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(beats: 4))
        let options = ["--format", "s32", "--no-reverb", "--no-chorus"]
        let run = try await place.run(
            ["play", "song.mid", "-v", "--device", "tee:null,'a.raw',raw"]
                + ["--device", "tee:null,'b.raw',raw"] + options
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.contains("s32, latency 21.3 ms, output 1-2\n"), "\(run)")
        #expect(run.errorText.contains("device tee:null,'b.raw',raw: drift "), "\(run)")
        let rendered = try await place.run(["render", "song.mid", "-o", "r.raw"] + options)
        #expect(rendered.status == .exited(0), "\(rendered)")
        #expect(try place.folder.read("a.raw") == place.folder.read("r.raw"))
        let (first, second) = (try samples(place, "a.raw"), try samples(place, "b.raw"))
        // What has no clock takes more than its buffer holds before that is known: the second one
        // leaves that out, as far as it is more than the distance between the two.
        #expect(abs(second.frameCount - first.frameCount) < 4_800)
        let pitch = frequency(ofKey: MeasuringFont.rootKey)
        let start = 48_000
        let level = try first[0].level(ofPartial: pitch, in: start..<start + 24_000)
        let other = try second[0].level(ofPartial: pitch, in: start..<start + 24_000)
        #expect(abs(level - other) < 0.1, "\(level) \(other)")
    }

    @Test("play pairs of their own")
    func pairs() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(beats: 4))
        let run = try await place.run(
            ["play", "song.mid", "--metronome", "--pair", "metronome=3-4", "--format", "s32"]
                + ["--device", "tee:null,'a.raw',raw", "--device", "tee:null,'b.raw',raw=3-4"]
                + ["--no-reverb", "--no-chorus"]
        )
        #expect(run.status == .exited(0), "\(run)")
        // The first device has two channels: the pair is on the other one.
        let rendered = try await place.run(
            ["render", "song.mid", "-o", "r.raw", "--format", "s32", "--no-reverb"]
                + ["--no-chorus"]
        )
        #expect(rendered.status == .exited(0), "\(rendered)")
        let music = try place.folder.read("r.raw")
        #expect(try place.folder.read("a.raw").prefix(48_000 * 8) == music.prefix(48_000 * 8))
        let clicks = try samples(place, "b.raw")
        #expect(clicks.peak > 0.01)
        let pitch = frequency(ofKey: MeasuringFont.rootKey)
        #expect(try clicks[0].level(ofPartial: pitch, in: 48_000..<72_000) < -60)
    }

    @Test(
        "are refused with the reason",
        arguments: [
            (
                ["play", "song.mid", "--device", "null", "--device", "null=3-4"], 64,
                "nothing plays on output 3-4"
            ),
            (
                ["play", "song.mid", "--device", "null", "--device", "nosuch"], 69,
                "device nosuch: no such device"
            ),
            (
                ["tone", "--device", "null", "--device", "null"], 64,
                "--device: given more than once"
            ),
            (
                ["doctor", "--device", "null", "--device", "null"], 64,
                "--device: given more than once"
            ),
        ]
    )
    func refused(arguments: [String], status: Int32, words: String) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        let run = try await seqd(arguments, directory: place.folder.path)
        #expect(run.status == .exited(status), "\(run)")
        #expect(run.errorText.contains(words), "\(run)")
    }

    @Test("are in the daemon's status")
    func status() async throws {
        let place = try Workplace()
        let daemon = try await DaemonSoundRun(
            in: place,
            ["--device", "null", "--device", "tee:null,'b.raw',raw", "--idle", "0"]
        )
        let client = try daemon.client()
        let answer = try await client.ask("status")
        let line = answer.first { $0.hasPrefix("further-device: ") }
        #expect(line?.hasPrefix("further-device: running ") == true, "\(answer)")
        #expect(line?.hasSuffix(" 0 tee:null,'b.raw',raw") == true, "\(answer)")
        let run = await daemon.end()
        #expect(run.status == .exited(0), "\(run)")
    }
}
