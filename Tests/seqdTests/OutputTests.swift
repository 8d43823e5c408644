import TestSupport
import Testing

@Suite("What the command writes")
struct OutputTests {
    @Test("to a full device ends with status 74 and a message")
    func full() async throws {
        let command = try builtProduct("seqd")
        let run = try await CommandRun.run(
            "/bin/sh",
            ["-c", "exec \"$0\" --help > /dev/full", command]
        )
        #expect(run.status == .exited(74), "\(run)")
        #expect(run.errorText == "seqd: standard output: No space left on device\n")
    }

    @Test("to a reader that has gone ends with status 74, quietly")
    func closed() async throws {
        let folder = try TemporaryDirectory()
        var song = SMFBuilder(format: 0, ticksPerQuarter: 96)
        song.track { track in
            // More than a pipe holds, so that the write meets the reader's end for certain.
            for number in 0..<2000 { track.marker(at: UInt32(number), "Marker \(number)") }
        }
        let file = try folder.write(song.bytes, to: "long.mid")
        let run = try await CommandRun.run(
            "/bin/bash",
            [
                "-c", "\"$0\" inspect --json \"$1\" | true; exit ${PIPESTATUS[0]}",
                try builtProduct("seqd"), file,
            ]
        )
        #expect(run.status == .exited(74), "\(run)")
        #expect(run.errorOutput.isEmpty, "\(run)")
    }
}
