import Foundation
import TestSupport
import Testing

@Suite("The report of seqd render")
struct RenderReportTests {
    private func number(_ value: Document.Value?) throws -> Double {
        guard case .number(let number) = try #require(value) else {
            throw TestSupportError("no number: \(String(describing: value))")
        }
        return number
    }

    private func report(_ place: Workplace, _ name: String = "report.json") throws -> [Document] {
        let document = try Document(place.folder.read(name))
        #expect(document["schema"] == 1)
        #expect(document["rate"] == 48_000)
        return document.list("files")
    }

    @Test("has the figures of each file, in the order of the inputs")
    func figures() async throws {
        let place = try Workplace()
        var chord = SMFBuilder(format: 0, ticksPerQuarter: 480)
        chord.track { track in
            track.program(at: 0, channel: 0, 99)
            for key: UInt8 in [57, 69, 81] {
                track.note(at: 0, length: 960, channel: 0, key: key, velocity: 127)
            }
        }
        try place.add(chord, "chord.mid")
        try place.folder.write("no music", to: "bad.mid")
        try place.folder.write(PlayedSong.tone(beats: 4).bytes.dropLast(3) + [], to: "cut.mid")
        let line =
            "render chord.mid bad.mid cut.mid -o out/ --report report.json --gain 24 --tail none "
            + "--format float"
        let run = try await place.run(line.split(separator: " ").map(String.init))
        #expect(run.status == .exited(65), "\(run)")
        let files = try report(place)
        #expect(files.map { $0["input"] } == ["chord.mid", "bad.mid", "cut.mid"])
        #expect(files.map { $0["output"] } == ["out/chord.wav", "out/bad.wav", "out/cut.wav"])
        #expect(files.map { $0["status"] } == ["rendered", "failed", "rendered"])

        let chords = try #require(files.first)
        #expect(chords["frames"] == 48_000)
        #expect(chords["seconds"] == 1)
        #expect(chords["highestPolyphony"] == 3)
        let sound = try place.sound("out/chord.wav")
        let peak = max(try sound[0].peakLevel(), try sound[1].peakLevel())
        #expect(abs(try number(chords["peak"]) - peak) < 0.01)
        #expect(try number(chords["truePeak"]) < -1)
        #expect(try number(chords["truePeak"]) >= number(chords["peak"]))
        #expect(try number(chords["gainReduction"]) > 1)
        #expect(try number(chords["limitedFrames"]) > 1_000)
        #expect(try (-20 ... -1).contains(number(chords["loudness"])))
        #expect(try number(chords["renderSeconds"]) > 0)
        let text = try String(decoding: place.folder.read("report.json"), as: UTF8.self)
        #expect(text.contains("no preset 0:99 in the fonts (channel 1)"), "\(text)")
        #expect(run.errorText.contains(#/out/chord.wav: 1.0s, peak .* dBFS, .* LUFS/#), "\(run)")

        #expect(files[1]["exitStatus"] == 65)
        guard case .string(let message)? = files[1]["message"] else {
            throw TestSupportError("no message")
        }
        #expect(message.contains("bad.mid: ") && message.contains("expected MThd"), "\(message)")
        #expect(files[2].list("diagnostics").isEmpty == false)
    }

    @Test(
        "counts the voices of a sampler, of which --polyphony and a route set the most",
        arguments: [
            ([], 3), (["--polyphony", "2"], 2), (["--route", "1=FONT,polyphony=2"], 2),
            (["--polyphony", "2", "--route", "1=FONT,polyphony=3"], 3),
        ] as [([String], Double)]
    )
    func polyphony(options: [String], expected: Double) async throws {
        let place = try Workplace()
        var chord = SMFBuilder(format: 0, ticksPerQuarter: 480)
        chord.track { track in
            for key: UInt8 in [57, 69, 81] {
                track.note(at: 0, length: 960, channel: 0, key: key)
            }
        }
        try place.add(chord, "chord.mid")
        let run = try await place.run(
            ["render", "chord.mid", "-o", "a.wav", "--report", "report.json"]
                + options.map { $0.replacing("FONT", with: place.font) }
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(try number(report(place).first?["highestPolyphony"]) == expected)
    }

    @Test("of a continued batch has the figures of the files that were skipped")
    func continued() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(), "songs/a.mid")
        try place.add(PlayedSong.tone(beats: 2), "songs/b.mid")
        let arguments = ["render", "songs", "-o", "out/", "--continue", "--tail", "none"]
        // Without a report, nothing is measured: the second run has to render again.
        for (options, status) in [
            ([], nil), (["--report", "1.json"], "rendered"), (["--report", "2.json"], "upToDate"),
        ] as [([String], String?)] {
            let run = try await place.run(arguments + options)
            #expect(run.status == .exited(0), "\(run)")
            guard let status, let name = options.last else { continue }
            let files = try report(place, name)
            #expect(files.map { $0["status"] } == [.string(status), .string(status)])
            #expect(files.map { $0["frames"] } == [24_000, 48_000])
            #expect(try files.allSatisfy { try number($0["loudness"]) < -1 })
        }
    }

    @Test("is written to standard output, not over an output, and not when interrupted")
    func destination() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        let run = try await place.render("song.mid", "-o", "out.wav", "--report", "-", "--quiet")
        #expect(try Document(run.output).list("files").count == 1)
        try await place.render("song.mid", "-o", "x.wav", "--report", "x.wav")
            .expectRefusal(64, "--report: x.wav is already the output")
        try await place.render("song.mid", "-o", "-", "--report", "-")
            .expectRefusal(64, "--report: - is already the output")
        try place.add(PlayedSong.endless, "long.mid")
        let running = try place.start("render", "long.mid", "-o", "y.wav", "--report", "y.json")
        try await place.waitForOutput(of: running)
        running.send(signal: SIGTERM)
        #expect(await running.finished().status == .exited(143))
        #expect(try place.folder.names() == ["long.mid", "out.wav", "song.mid"])
    }
}
