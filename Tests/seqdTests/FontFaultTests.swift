import Foundation
import TestSupport
import Testing

/// SoundFonts that cannot be played, or not all of them, through each command that takes one.
@Suite("A SoundFont with faults")
struct FontFaultTests {
    @Test(
        "that is an empty DLS bank is refused by every command that takes one",
        arguments: [
            ["presets", "bank.sf2"],
            ["render", "song.mid", "-o", "a.wav", "--sf2", "bank.sf2"],
            ["play", "song.mid", "--null", "--sf2", "bank.sf2"],
            ["check", "song.mid", "--sf2", "bank.sf2"],
            ["live", "--null", "--raw", "/dev/null", "--sf2", "bank.sf2"],
            ["daemon", "--null", "--connect", "none", "--socket", "s", "--sf2", "bank.sf2"],
        ]
    )
    func downloadableSounds(arguments: [String]) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(beats: 1))
        try place.folder.write(SoundFontBytes.downloadableSounds, to: "bank.sf2")
        let run = try await seqd(arguments, directory: place.folder.path)
        #expect(run.status == .exited(65), "\(run)")
        #expect(
            run.errorText.hasSuffix("bank.sf2: no instrument with a wave\n"),
            "\(run)"
        )
    }

    /// The measuring font without the sound of its program 0: the sample ends behind the data.
    private static let silent = SoundFontBytes.withSample(
        MeasuringFont().bytes,
        0,
        field: 24,
        1 << 24
    )
    private static let silence = "ends at frame 16777216, but the sample data has "

    @Test("whose sample ends outside of its data is told of by render, play and check")
    func sample() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(beats: 1))
        try place.folder.write(Self.silent, to: "silent.sf2")
        for arguments in [["render", "song.mid", "-o", "a.wav"], ["play", "song.mid", "--null"]] {
            let run = try await place.run(arguments + ["--sf2", "silent.sf2"])
            #expect(run.status == .exited(0), "\(run)")
            #expect(run.errorText.contains("preset 0:0 sine: sample "), "\(run)")
            #expect(run.errorText.contains(Self.silence), "\(run)")
        }
        let check = try await place.run(["check", "song.mid", "--sf2", "silent.sf2"])
        #expect(check.status == .exited(1), "\(check)")
        #expect(check.outputText.contains("; it is silent [sample-invalid]\n"), "\(check)")
        let presets = try await seqd(["presets", "silent.sf2"], directory: place.folder.path)
        #expect(presets.status == .exited(0), "\(presets)")
        #expect(
            presets.errorText.hasPrefix("seqd: silent.sf2: preset 0:0 sine: sample "),
            "\(presets)"
        )
    }

    @Test("whose structure is odd plays; check and presets --verbose remark on it")
    func structure() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(beats: 1))
        try place.folder.write(SoundFontBytes.withOddList(MeasuringFont().bytes), to: "odd.sf2")
        let check = try await place.run(["check", "song.mid", "--sf2", "odd.sf2"])
        #expect(check.status == .exited(0), "\(check)")
        #expect(check.outputText.contains("no pad byte [font-structure]\n"), "\(check)")
        let quiet = try await seqd(["presets", "odd.sf2"], directory: place.folder.path)
        #expect(quiet.errorOutput.isEmpty, "\(quiet)")
        let told = try await seqd(["presets", "odd.sf2", "-v"], directory: place.folder.path)
        #expect(told.errorText.hasPrefix("seqd: odd.sf2: note: chunk 'LIST' at byte 0x"), "\(told)")
    }

    @Test("is told of by the daemon: in the answer, in an event and in the log")
    func daemon() async throws {
        let daemon = try await DaemonRun("--log-level", "warning")
        try daemon.place.folder.write(SoundFontBytes.downloadableSounds, to: "bank.sf2")
        try daemon.place.folder.write(Self.silent, to: "silent.sf2")
        let client = try daemon.client()
        let watcher = try daemon.client()
        try await watcher.ask("subscribe error")
        let refused = try await client.ask("load-font \(daemon.place.folder.path("bank.sf2"))")
        #expect(refused.count == 1)
        #expect(refused.first?.hasPrefix("ERR 65 ") == true, "\(refused)")
        #expect(refused.first?.contains("no instrument with a wave") == true)
        let loaded = try await client.ask("load-font \(daemon.place.folder.path("silent.sf2"))")
        #expect(loaded.last == "OK", "\(loaded)")
        #expect(loaded.contains { $0.hasPrefix("warning: ") && $0.contains(Self.silence) })
        #expect(try await watcher.event("error").contains(Self.silence))
        let run = await daemon.end()
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.contains("seqd: warning: preset 0:0 sine: sample "), "\(run)")
    }
}
