import Foundation
import Glibc
import TestSupport
import Testing

@Suite("seqd devices")
struct DevicesCommandTests {
    static let hasCards = access("/dev/snd/controlC0", F_OK) == 0
    static let hasSequencer = access("/dev/snd/seq", F_OK) == 0

    /// Runs it with definitions added to ALSA's configuration.
    private func devices(
        _ definitions: String,
        _ arguments: String...
    ) async throws -> CommandRun {
        let place = try Workplace()
        return try await seqd(
            ["devices"] + arguments,
            environment: try place.configureALSA(definitions)
        )
    }

    @Test("says where default leads")
    func route() async throws {
        let run = try await devices(
            "pcm.!default { type plug slave.pcm deep }\npcm.deep { type rate slave { pcm null rate 44100 } }"
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorOutput.isEmpty, "\(run)")
        #expect(run.outputText.contains("  default  plug → rate → null\n"), "\(run)")
    }

    @Test(
        "says in one line each that there is no sound card and no sequencer",
        .enabled(if: !hasCards && !hasSequencer, "this kernel has them")
    )
    func nothing() async throws {
        let run = try await seqd(["devices"])
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorOutput.isEmpty, "\(run)")
        let text = run.outputText
        #expect(text.contains("  default  not usable: no sound card\n"), "\(run)")
        #expect(text.contains("Sound cards: none with an output.\n"), "\(run)")
        #expect(text.contains("ALSA sequencer: not available in this kernel"), "\(run)")
        #expect(text.contains("modprobe snd-seq"), "\(run)")
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(run)")
    }

    @Test("lists devices of the configuration, with what they are for")
    func plugins() async throws {
        let run = try await devices(
            "pcm.desk { type null hint { show on description \"The desk's speakers\" } }"
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText.contains("  desk  The desk's speakers\n"), "\(run)")
        #expect(run.outputText.contains("  null  "), "\(run)")
    }

    @Test("prints one JSON object")
    func json() async throws {
        let run = try await devices(
            "pcm.!default { type plug slave.pcm null }\npcm.desk { type null }",
            "--json"
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorOutput.isEmpty, "\(run)")
        #expect(run.outputText.filter { $0 == "\n" }.count == 1)
        let document = try Document(run.output)
        #expect(document["schema"] == 1)
        #expect(document["default", "name"] == "default")
        #expect(document["default", "endPlugin"] == "null")
        #expect(document["default", "state"] == "free")
        #expect(document.list("plugins").contains { $0["name"] == "desk" })
        #expect(document["sequencer", "available"] == .boolean(Self.hasSequencer))
        #expect(run.outputText.contains("\"outputs\":["))
        #expect(run.outputText.contains("\"default\":{\"name\":\"default\",\"plugins\":[\"plug\"]"))
    }

    @Test("prints the names alone for a shell")
    func names() async throws {
        let run = try await devices("pcm.desk { type null }", "--names")
        #expect(run.status == .exited(0), "\(run)")
        let names = run.outputText.split(separator: "\n")
        #expect(names.contains("desk") && names.contains("null"), "\(run)")
        let both = try await devices("", "--names", "--json")
        both.expectRefusal(64, "--json and --names")
    }

    @Test("names the mistake in a configuration that cannot be read")
    func mistake() async throws {
        let run = try await devices("pcm.broken { type }")
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorOutput.isEmpty, "\(run)")
        #expect(run.outputText.contains("ALSA's configuration cannot be read"), "\(run)")
        #expect(run.outputText.contains("asoundrc"), "\(run)")
        let document = try Document(try await devices("pcm.broken { type }", "--json").output)
        #expect(document["fault"] != nil)
        #expect(document["default", "state"] == "unavailable")
    }

    @Test("says why default cannot be opened")
    func unusable() async throws {
        let run = try await devices("pcm.!default { type plug slave.pcm nothing }")
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorOutput.isEmpty, "\(run)")
        if Self.hasCards {
            #expect(run.outputText.contains("plug → nothing (not present)"), "\(run)")
        }
        let json = try await devices("pcm.!default { type plug slave.pcm nothing }", "--json")
        let document = try Document(json.output)
        #expect(document["default", "state"] == "unavailable")
        #expect(document["default", "reason"] == "Unknown PCM nothing")
    }
}
