import Foundation
import Glibc
import Platform
import TestSupport
import Testing

@Suite("A signal", .serialized)
struct SignalTests {
    @Test(
        "ends playing at once, with a fade",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)]
    )
    func play(_ signal: Int32, _ status: Int32) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.endless)
        let begun = ContinuousClock.now
        let process = try place.start("play", "song.mid", "--device", "tee:null,'played.wav',wav")
        try await place.waitForSize(44 + 4 * 24_000, of: "played.wav")
        let sent = ContinuousClock.now
        process.send(signal: signal)
        let run = await process.finished()
        // At once is some 40 ms: the fade and the buffer. The rest is for a busy machine.
        #expect(run.duration - (sent - begun) < .seconds(1.5))
        #expect(run.status == .exited(status), "\(run)")
        #expect(run.output.isEmpty && run.errorOutput.isEmpty, "\(run)")

        let sound = try SoundFile(
            path: place.folder.path("played.wav"),
            encoding: .signed16,
            rate: 48_000
        )
        let samples = sound[0].samples
        let level = try sound[0].peak(in: 10_000..<20_000)
        #expect(level > 0.03)
        #expect(try sound[0].peak(in: samples.count - 20..<samples.count) < level / 10)
        // A sine's steepest step at 440 Hz is 0.0576 of its level, and a fade of 10 ms (480 frames)
        // adds 1 / 480 at the most. Dither adds two steps of 16 bits.
        let steps = zip(samples.dropFirst(10_000), samples.dropFirst(10_001))
        let steepest = steps.reduce(0) { max($0, abs($1.1 - $1.0)) }
        #expect(Double(steepest) < level * 0.062 + 4 / 32_768)
    }

    @Test(
        "ends silent playing too",
        arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)]
    )
    func null(_ signal: Int32, _ status: Int32) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.endless)
        let begun = ContinuousClock.now
        let process = try place.start("play", "song.mid", "--null", "-v")
        try await process.waitForErrorText("no device")
        let sent = ContinuousClock.now
        process.send(signal: signal)
        let run = await process.finished()
        #expect(run.duration - (sent - begun) < .seconds(1.5))
        #expect(run.status == .exited(status), "\(run)")
    }

    @Test("SIGTSTP stops playing, and after SIGCONT it goes on to its end")
    func stopAndContinue() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(beats: 3))
        let process = try place.start("play", "song.mid", "--device", "tee:null,'played.wav',wav")
        try await place.waitForSize(44 + 4 * 12_000, of: "played.wav")
        process.send(signal: SIGTSTP)
        try await place.waitForState("T", of: process)
        #expect(!process.isFinished)
        process.send(signal: SIGCONT)
        let run = await process.finished()
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.output.isEmpty && run.errorOutput.isEmpty, "\(run)")
    }

    @Test("ends waiting for standard input and for a pipe without a reader")
    func waiting() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        // `sleep` keeps the writing end open and says nothing.
        for command in [
            "play - --null", "render - -o out.wav", "render song.mid -o fifo --type wav",
        ] {
            let run = try await place.shell(
                "mkfifo fifo; timeout -k 10 -s INT 0.5 \"$seqd\" \(command) --sf2 \"$font\" "
                    + "< <(exec sleep 30); status=$?; rm fifo; kill $!; exit $status"
            )
            // What timeout(1) says when it has sent its signal and that was enough.
            #expect(run.status == .exited(124), "\(command): \(run)")
            #expect(run.duration < .seconds(8), "\(command): \(run)")
            #expect(try place.folder.names() == ["song.mid"])
        }
    }

    @Test("that the starter has the program ignore is ignored")
    func ignored() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(beats: 2))
        let process = try RunningCommand(
            "/bin/bash",
            [
                "-c", "trap '' HUP INT; exec \"$0\" play song.mid --null --sf2 \"$1\" -v",
                try builtProduct("seqd"), place.font,
            ],
            directory: place.folder.path
        )
        try await process.waitForErrorText("no device")
        process.send(signal: SIGHUP)
        process.send(signal: SIGINT)
        let run = await process.finished()
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.duration >= .seconds(1), "\(run)")
    }

    @Test(
        "ends rendering, and leaves no file",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)]
    )
    func render(_ signal: Int32, _ status: Int32) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.endless)
        let process = try place.start("render", "song.mid", "-o", "out.flac")
        try await place.waitForOutput(of: process)
        process.send(signal: signal)
        let run = await process.finished()
        #expect(run.status == .exited(status), "\(run)")
        #expect(run.output.isEmpty && run.errorOutput.isEmpty, "\(run)")
        #expect(try place.folder.names() == ["song.mid"])
    }

    @Test("ends rendering of many, and leaves an existing file as it was")
    func renderOverExisting() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.endless, "a.mid")
        try place.add(PlayedSong.endless, "b.mid")
        try place.add(PlayedSong.endless, "c.mid")
        try place.folder.write("precious", to: "a.wav")
        let process = try place.start("render", "a.mid", "b.mid", "c.mid", "-o", ".")
        try await place.waitForOutput(of: process)
        process.send(signal: SIGINT)
        let run = await process.finished()
        #expect(run.status == .exited(130), "\(run)")
        #expect(try place.folder.names() == ["a.mid", "a.wav", "b.mid", "c.mid"])
        #expect(try place.folder.read("a.wav") == Array("precious".utf8))
    }

    @Test(
        "SIGKILL during rendering leaves no file where the file system has unnamed ones",
        .enabled(if: hasUnnamedFiles, "no O_TMPFILE in the temporary folder")
    )
    func kill() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.endless)
        let process = try place.start("render", "song.mid", "-o", "out.wav")
        try await place.waitForOutput(of: process)
        process.send(signal: SIGKILL)
        let run = await process.finished()
        #expect(run.status == .signalled(SIGKILL), "\(run)")
        #expect(try place.folder.names() == ["song.mid"])
    }

    static let hasUnnamedFiles: Bool = {
        // O_TMPFILE, asm-generic/fcntl.h; the C library shows it to _GNU_SOURCE only.
        let descriptor = open(NSTemporaryDirectory(), 0o20_200_000 | O_RDWR, 0o600)
        close(descriptor)
        return descriptor >= 0
    }()
}
