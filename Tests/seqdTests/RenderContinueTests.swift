import Foundation
import TestSupport
import Testing

@Suite("An interrupted seqd render")
struct RenderContinueTests {
    /// A folder with some short songs.
    private func batch(_ count: Int = 4) throws -> Workplace {
        let place = try Workplace()
        for index in 0..<count {
            var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
            song.track { $0.note(at: 0, length: 120, channel: 0, key: UInt8(60 + index)) }
            try place.add(song, "songs/\(index % 2 == 0 ? "" : "more/")\(index).mid")
        }
        return place
    }

    private static let output = ["songs", "-o", "out/", "--tail", "none", "--rate", "8000"]

    private func run(_ place: Workplace, _ options: String...) async throws -> CommandRun {
        let run = try await place.run(["render"] + Self.output + options)
        #expect(run.status == .exited(0), "\(run)")
        return run
    }

    /// The outputs that a run has written.
    private func written(_ run: CommandRun) -> [String] {
        run.errorText.split(separator: "\n").compactMap {
            $0.firstMatch(of: #/^seqd: out/(.*\.wav): /#).map { String($0.1) }
        }.sorted()
    }

    @Test("goes on with what is missing")
    func missing() async throws {
        let place = try batch()
        let all = ["0.wav", "2.wav", "more/1.wav", "more/3.wav"]
        #expect(written(try await run(place, "--continue")) == all)
        let second = try await run(place, "--continue")
        #expect(written(second) == [])
        #expect(second.errorText.contains("4 of 4 outputs are up to date; skipped"), "\(second)")
        let expected = try place.folder.read("out/2.wav")
        try FileManager.default.removeItem(atPath: place.folder.path("out/2.wav"))
        let third = try await run(place, "--continue")
        #expect(written(third) == ["2.wav"])
        #expect(third.errorText.contains("3 of 4 outputs are up to date"), "\(third)")
        #expect(try place.folder.read("out/2.wav") == expected)
        // Without the option everything is rendered.
        #expect(written(try await run(place)) == all)
        #expect(written(try await run(place, "--continue")) == all)
    }

    @Test("renders what has changed: song, output, font, options")
    func changed() async throws {
        let place = try batch(3)
        let all = ["0.wav", "2.wav", "more/1.wav"]
        _ = try await run(place, "--continue")
        try place.folder.write([UInt8](PlayedSong.tone().bytes), to: "songs/0.mid")
        try place.folder.write("cut", to: "out/2.wav")
        #expect(written(try await run(place, "--continue")) == ["0.wav", "2.wav"])
        #expect(written(try await run(place, "--continue", "--gain", "-3")) == all)
        #expect(written(try await run(place, "--continue", "--gain", "-3")) == [])
        let otherFont = try place.folder.write(MeasuringFont().bytes, to: "other.sf2")
        #expect(written(try await run(place, "--continue", "--sf2", otherFont)) == all)
        #expect(written(try await run(place, "--continue", "--sf2", otherFont)) == [])
        try place.folder.write(MeasuringFont().bytes, to: "other.sf2")
        #expect(written(try await run(place, "--continue", "--sf2", otherFont)) == all)
    }

    @Test("ignores a line of its record that was cut off")
    func damagedRecord() async throws {
        let place = try batch(3)
        _ = try await run(place, "--continue")
        let record = try place.folder.read("out/.seqd-render")
        try place.folder.write(Array(record.dropLast(20)), to: "out/.seqd-render")
        #expect(written(try await run(place, "--continue")).count == 1)
        #expect(written(try await run(place, "--continue")) == [])
    }

    @Test("that was killed gives the same files when it is continued")
    func killed() async throws {
        let place = try batch(12)
        _ = try await run(place, "--jobs", "2")
        let files = FileManager.default
        try files.moveItem(
            atPath: place.folder.path("out"),
            toPath: place.folder.path("expected")
        )
        let arguments = Self.output + ["--continue", "--jobs", "2", "--sf2", place.font]
        let killed = try RunningCommand(
            builtProduct("seqd"),
            ["render"] + arguments,
            directory: place.folder.path
        )
        try await place.waitForSize(1, of: "out/.seqd-render")
        killed.send(signal: SIGKILL)
        _ = await killed.finished()
        _ = try await run(place, "--continue", "--jobs", "2")
        for index in 0..<12 {
            let name = "\(index % 2 == 0 ? "" : "more/")\(index).wav"
            #expect(
                try place.folder.read("out/\(name)") == place.folder.read("expected/\(name)"),
                "\(name)"
            )
        }
        let rest = try files.subpathsOfDirectory(atPath: place.folder.path("out"))
        #expect(rest.filter { $0.hasSuffix(".part") } == [])
    }

    @Test("is shared by three processes, each file once")
    func shards() async throws {
        let place = try batch(7)
        var all: [String] = []
        for number in 1...3 {
            all += written(try await run(place, "--shard", "\(number)/3", "--continue"))
        }
        #expect(all.count == 7 && Set(all).count == 7, "\(all)")
        // The record of each is read by all.
        #expect(written(try await run(place, "--continue")) == [])
        let empty = try await run(place, "--shard", "9/9")
        #expect(written(empty) == [])
        #expect(empty.errorText.contains("no files in share 9 of 9: 7 files in all"), "\(empty)")
    }
}
