import CommandSupport
import Glibc
import TestSupport
import Testing

@testable import seqd

@Suite("A sound device")
struct DeviceTests {
    @Test("that gives another rate than was asked for plays at the right pitch")
    func otherRate() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(beats: 20))
        // Of the plugins that need no hardware, only `share` holds its client to the slave's rate.
        let environment = try place.configureALSA(
            """
            pcm.held {
                type share
                slave { pcm null; rate 48000; channels 2; format S16_LE }
                bindings { 0 0; 1 1 }
            }
            pcm.fixed { type file; slave.pcm held; file "played.raw"; format raw }
            """
        )
        let process = try place.start(
            "play",
            "song.mid",
            "--device",
            "fixed",
            "--rate",
            "44100",
            "-v",
            environment: environment
        )
        try await process.waitForErrorText("device fixed: 48000 Hz")
        try await place.waitForSize(4 * 48_000, of: "played.raw")
        // Not by a signal that closes the device: there, alsa-lib 1.2.8's `share` writes to memory
        // that it has freed (so does aplay's), and the process may be aborted.
        process.send(signal: SIGKILL)
        _ = await process.finished()
        let sound = try SoundFile(
            path: place.folder.path("played.raw"),
            headerLength: 0,
            encoding: .signed16,
            rate: 48_000
        )
        let start = try #require(sound[0].firstSound(above: -40))
        let pitch = try sound[0].frequency(in: start + 4_000..<start + 28_000)
        #expect(abs(cents(pitch, above: 440)) < 1, "\(pitch) Hz")
    }

    @Test("that is unknown is refused with a list of the known")
    func unknown() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        let run = try await place.play("song.mid", "--device", "nosuch")
        run.expectRefusal(69, "device nosuch: no such device", "known: ", "null")
    }

    @Test("that cannot take the format is refused with those that it takes")
    func format() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        let environment = try place.configureALSA(
            """
            pcm.narrow { type linear; slave { pcm null; format S16_LE } }
            """
        )
        let run = try await place.play(
            "song.mid",
            "--device",
            "narrow",
            "--format",
            "float",
            environment: environment
        )
        run.expectRefusal(69, "device narrow: float not supported; choose from s16, s24, s32")
    }

    @Test(
        "is not needed with --null or the device none, which take real time",
        arguments: [["--null"], ["--device", "none"], ["--null", "--device", "none"], []]
    )
    func null(_ options: [String]) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(beats: 2))
        let settings = ["SEQD_CONFIG": try place.folder.write("device: none\n", to: "seqd.yaml")]
        let run = try await place.run(
            ["play", "song.mid"] + options,
            environment: options.isEmpty ? settings : [:]
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.output.isEmpty && run.errorOutput.isEmpty, "\(run)")
        #expect(run.duration >= .seconds(1), "\(run)")
    }

    @Test("none stands alone")
    func noneAlone() {
        for options in [["none", "hw:9"], ["hw:9", "none"], ["none", "none"]] {
            let devices = options.flatMap { ["--device", $0] }
            let failure = Seqd.refusal(of: ["play", "x.mid"] + devices)
            #expect(failure?.message?.contains("cannot be combined with other devices") == true)
        }
    }
}

extension CommandRun {
    /// Expects a failure as all are: a status, one line on stderr with these words, and nothing on
    /// stdout.
    func expectRefusal(
        _ status: Int32,
        _ words: String...,
        location: SourceLocation = #_sourceLocation
    ) {
        #expect(self.status == .exited(status), "\(self)", sourceLocation: location)
        #expect(output.isEmpty, "\(self)", sourceLocation: location)
        #expect(errorText.hasPrefix("seqd: "), "\(self)", sourceLocation: location)
        #expect(errorText.filter { $0 == "\n" }.count == 1, "\(self)", sourceLocation: location)
        for word in words {
            #expect(errorText.contains(word), "\(self)", sourceLocation: location)
        }
    }
}
