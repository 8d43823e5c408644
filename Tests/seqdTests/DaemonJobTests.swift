import ControlProtocol
import Foundation
import Playback
import SamplerHost
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("A render job of the daemon")
struct DaemonJobTests {
    /// A rack with a layer, a strip, a channel's strip and effects of its own.
    private static func rack(_ place: Workplace) throws -> String {
        let text = """
            {"schema":1,"samplers":[{"name":"lead","fonts":["\(place.font)"],"gain":-3,"pan":20,
            "transpose":12,"effects":"hall"}],"rules":[{"from":"ch:1","to":["lead","rest"]}],
            "fallback":{"name":"rest","fonts":["\(place.font)"]},
            "effects":{"main":{"reverb":"plate"},"hall":{"reverb":"large-hall"}}}
            """
        try place.folder.write(Array(text.utf8), to: "rack.json")
        return place.folder.path("rack.json")
    }

    /// Notes on two channels, with reverb.
    private static var song: SMFBuilder {
        var song = SMFBuilder(ticksPerQuarter: 480)
        song.track { track in
            track.control(at: 0, channel: 0, 91, 100)
            for beat in 0..<UInt32(4) {
                track.note(at: beat * 480, length: 400, channel: 0, key: MeasuringFont.rootKey)
                track.note(at: beat * 480, length: 200, channel: 1, key: MeasuringFont.rootKey)
            }
        }
        return song
    }

    /// What is said to the daemon before, its options for the job, and the same for `seqd render`.
    private static let settings: [(before: [String], job: String, file: String, render: [String])] =
        [
            ([], "", "a.wav", []),
            (
                ["gain -7", "effect reverb=room chorus=off"],
                "format=s24 rate=44100 tail=1.5 from=1:2 to=1:4 speed=3/4 transpose=2", "a.flac",
                [
                    "--gain", "-7", "--reverb", "room", "--no-chorus", "--format", "s24", "--rate",
                    "44100", "--tail", "1.5", "--from", "1:2", "--to", "1:4", "--speed", "3/4",
                    "--transpose", "2",
                ]
            ),
            (
                ["gain -7"], "normalize=lufs=-20 tempo=90 type=rf64", "a.wav",
                ["--normalize", "lufs=-20", "--tempo", "90", "--type", "rf64"]
            ),
            (
                ["load-rack $folder/rack.json", "gain 2"], "format=float", "a.wav",
                ["--rack", "rack.json", "--gain", "2", "--format", "float"]
            ),
            (
                ["route ch:2=$font,gain=-9,name=other"], "stems=samplers", "a.wav",
                ["--route", "ch:2=$font,gain=-9,name=other", "--stems", "samplers"]
            ),
            ([], "stems=tracks", "a.wav", ["--stems", "tracks"]),
        ]

    @Test("writes the bytes that seqd render does", arguments: settings.indices)
    func equality(_ index: Int) async throws {
        let test = Self.settings[index]
        let run = try await SessionRun()
        let place = run.place
        try place.add(Self.song, "two.mid")
        _ = try Self.rack(place)
        func filled(_ text: String) -> String {
            text.replacing("$folder", with: place.folder.path).replacing("$font", with: place.font)
        }
        let client = run.client()
        for line in test.before {
            #expect(try await client.ask(filled(line)).last == "OK", "\(line)")
        }
        let path = place.folder.path
        try FileManager.default.createDirectory(
            atPath: "\(path)/job",
            withIntermediateDirectories: false
        )
        try FileManager.default.createDirectory(
            atPath: "\(path)/cli",
            withIntermediateDirectories: false
        )
        let answer = try await client.ask(
            "render \(path)/two.mid \(path)/job/\(test.file) \(test.job)"
        )
        #expect(answer == ["job: 1", "OK"], "\(answer)")
        #expect(try await Self.ending(client, 1).contains(" done "))
        let rendered = try await place.run(
            ["render", "two.mid", "-o", "cli/\(test.file)", "--quiet"] + test.render.map(filled)
        )
        #expect(rendered.status == .exited(0), "\(rendered.errorText)")
        let files = try Self.files(below: "\(path)/cli")
        #expect(try Self.files(below: "\(path)/job") == files)
        #expect(files.count > (test.job.contains("stems") ? 2 : 0))
        for file in files {
            let bytes = try place.folder.read("job/\(file)")
            let expected = try place.folder.read("cli/\(file)")
            #expect(bytes.count > 10_000 && bytes == expected, "\(file)")
        }
        try await run.end()
    }

    private static func files(below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            $0.contains(".")
        }.sorted()
    }

    /// Waits until a job has ended; its line in the list.
    private static func ending(_ client: some DaemonClient, _ job: Int) async throws -> String {
        var line = ""
        for _ in 0..<1_200 {
            line = try await client.ask("jobs").first { $0.hasPrefix("job: \(job) ") } ?? ""
            if [" done ", " failed ", " cancelled "].contains(where: line.contains) { return line }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw TestSupportError("job \(job) has not ended: \(line)")
    }

    @Test("tells its subscribers when it begins and ends, after the answer")
    func events() async throws {
        let run = try await SessionRun()
        let folder = run.place.folder.path
        let client = run.client()
        #expect(try await client.ask("subscribe job") == ["OK"])
        #expect(
            try await client.ask("render \(folder)/other.mid \(folder)/a.wav") == ["job: 1", "OK"]
        )
        let files = "source=\(folder)/other.mid target=\(folder)/a.wav"
        #expect(try await client.event("job").hasSuffix(" job=1 state=started \(files)"))
        var last = try await client.event("job", within: 60)
        while last.contains("state=progress") { last = try await client.event("job", within: 60) }
        #expect(last.contains(" job=1 state=done \(files) percent=100 seconds="), "\(last)")
        try await run.end()
    }

    @Test("waits for those before it, and can be cancelled; nothing is left of it")
    func cancelling() async throws {
        let run = try await SessionRun()
        let folder = run.place.folder.path
        let client = run.client()
        let before = try Self.files(below: folder)
        #expect(
            try await client.ask("render \(run.song) \(folder)/a.wav stems=channels")[0] == "job: 1"
        )
        #expect(try await client.ask("render \(run.song) \(folder)/b.wav")[0] == "job: 2")
        let twice = try await client.ask("render \(run.song) \(folder)/a.wav")
        #expect(twice == ["ERR 64 render: \(folder)/a.wav: also the target of job 1"])
        #expect(try await client.ask("render \(folder)/other.mid \(folder)/c.wav")[0] == "job: 3")
        let jobs = try await client.ask("jobs")
        #expect(jobs.count == 4 && jobs[0].hasPrefix("job: 1 running "), "\(jobs)")
        #expect(jobs[2] == "job: 3 waiting 0% 0.0s 0x \(folder)/other.mid -> \(folder)/c.wav")
        #expect(try await client.ask("cancel-job 2") == ["OK"])
        #expect(try await Self.ending(client, 2).contains(" cancelled "))
        #expect(try await client.ask("cancel-job 1") == ["OK"])
        #expect(try await Self.ending(client, 1).contains(" cancelled "))
        #expect(try await Self.ending(client, 3).contains(" done "))
        #expect(
            try await client.ask("cancel-job 3")
                == ["ERR 64 cancel-job: 3: has ended already: done"]
        )
        #expect(try await client.ask("cancel-job 4") == ["ERR 64 cancel-job: 4: no such job"])
        #expect(try Self.files(below: folder) == (before + ["c.wav"]).sorted())
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/a"))
        let ended = try await client.ask("jobs")
        #expect(ended[0].hasPrefix("job: 1 cancelled ") && ended[2].hasPrefix("job: 3 done 100% "))
        try await run.end()
    }

    @Test("is refused when 100 others wait, and outlives its client")
    func bound() async throws {
        let run = try await SessionRun()
        let folder = run.place.folder.path
        do {
            let client = run.client()
            for number in 0...100 {
                let target = "\(folder)/\(number).wav"
                #expect(try await client.ask("render \(run.song) \(target)").last == "OK")
            }
            let answer = try await client.ask("render \(run.song) \(folder)/x.wav")
            #expect(answer.count == 1 && answer[0].hasPrefix("ERR 75 "), "\(answer)")
        }
        #expect(try await run.client().ask("jobs").count == 102)
        // Ending cancels all of them.
        try await run.end()
        #expect(try Self.files(below: folder).allSatisfy { !$0.hasSuffix(".wav") })
    }

    @Test("is refused for a file that is longer than the limit")
    func length() async throws {
        let run = try await SessionRun()
        let folder = run.place.folder.path
        let client = run.client()
        let render = "render \(folder)/other.mid \(folder)/a.wav max-length=0.01s"
        #expect(try await client.ask(render)[0] == "job: 1")
        let end = try await Self.ending(client, 1)
        #expect(end.contains("more than the limit of 0.01s"), "\(end)")
        #expect(end.contains("raise the limit with max-length"), "\(end)")
        try await run.end()
    }

    @Test("replaces a file only if that is requested")
    func replacing() async throws {
        let run = try await SessionRun()
        let folder = run.place.folder.path
        let client = run.client()
        try run.place.folder.write([1, 2, 3], to: "a.wav")
        let render = "render \(folder)/other.mid \(folder)/a.wav"
        #expect(
            try await client.ask(render)
                == ["ERR 73 render: \(folder)/a.wav: already exists; replace=on replaces it"]
        )
        #expect(try run.place.folder.read("a.wav") == [1, 2, 3])
        #expect(try await client.ask("\(render) replace=on") == ["job: 1", "OK"])
        #expect(try await Self.ending(client, 1).contains(" done "))
        #expect(try run.place.folder.read("a.wav").count > 10_000)
        try await run.end()
    }

    @Test("that fails tells why")
    func failure() async throws {
        let run = try await SessionRun()
        let folder = run.place.folder.path
        let client = run.client()
        try run.place.folder.write(Array("no music".utf8), to: "bad.mid")
        #expect(try await client.ask("render \(folder)/bad.mid \(folder)/a.wav")[0] == "job: 1")
        let damaged = try await Self.ending(client, 1)
        #expect(damaged.contains(" failed ") && damaged.contains(": 65 "), "\(damaged)")
        #expect(
            try await client.ask("render \(run.song) \(folder)/a.wav from=9999:1")[0] == "job: 2"
        )
        let position = try await Self.ending(client, 2)
        #expect(position.contains(": 64 ") && position.contains("9999:1"), "\(position)")
        try await run.end()
    }

    @Test(
        "is refused with the argument and what was expected",
        arguments: [
            ("$song $folder/a.xyz", -32602, "render: \"$folder/a.xyz\": unknown extension; "),
            ("$song $folder/a.wav type=ogg", -32602, "type: \"ogg\": the extension "),
            (
                "$song $folder/a.flac format=s32", -32602,
                "format: \"s32\": expected one of s16, s24 "
            ),
            ("$song $folder/a.ogg format=s16", -32602, "format: \"s16\": ogg has no formats; "),
            ("$song $folder/a.opus rate=44100", -32602, "rate: 44100: expected one of 8000, "),
            ("$song $folder/a.wav tail=-1", -32602, "tail: \"-1\": expected auto"),
            ("$song $folder/a.wav normalize=lufs=1", -32602, "normalize: \"lufs=1\": expected "),
            (
                "$song $folder/a.wav normalize=peak=-1 stems=tracks", -32602,
                "normalize: \"peak=-1\": cannot be combined with stems"
            ),
            ("$folder/none.mid $folder/a.wav", 66, "render: $folder/none.mid: "),
            ("$song $folder/none/a.wav", 73, "render: $folder/none: not a directory"),
            ("$song $folder type=wav", 73, "render: $folder: is a directory"),
            ("$song $song type=raw", 64, "render: $song: "),
        ]
    )
    func refusal(_ arguments: String, _ number: Int, _ message: String) async throws {
        let run = try await SessionRun()
        func filled(_ text: String) -> String {
            text.replacing("$song", with: run.song)
                .replacing("$folder", with: run.place.folder.path)
        }
        let answer = try await run.client().ask(filled("render \(arguments)"))
        #expect(
            answer.count == 1 && answer[0].hasPrefix("ERR \(number) \(filled(message))"),
            "\(answer)"
        )
        try await run.end()
    }

    @Test("reads and writes only below the allowed folders")
    func policy() async throws {
        let place = try DaemonRun.place()
        let outside = try TemporaryDirectory()
        let run = try await SessionRun("--allow-path", place.folder.path, in: place)
        let client = run.client()
        let folder = place.folder.path
        try outside.write(try place.folder.read("other.mid"), to: "o.mid")
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: "\(folder)/link",
            withDestinationPath: outside.path
        )
        try files.createSymbolicLink(
            atPath: "\(folder)/link.wav",
            withDestinationPath: outside.path("l.wav")
        )
        let other = "\(folder)/other.mid"
        for (source, target) in [
            (outside.path("o.mid"), "\(folder)/a.wav"), (other, outside.path("a.wav")),
            (other, "\(folder)/link/a.wav"), (other, "\(folder)/../a.wav"),
            (other, outside.path("none/a.wav")),
        ] {
            let answer = try await client.ask("render \(source) \(target) replace=on")
            #expect(answer.count == 1 && answer[0].hasPrefix("ERR 77 "), "\(answer)")
        }
        // A folder for stems that leads outside.
        let stems = try await client.ask("render \(other) \(folder)/link.flac stems=channels")
        #expect(stems.count == 1 && stems[0].hasPrefix("ERR 73 "), "\(stems)")
        #expect(try await client.ask("render \(other) \(folder)/a.wav")[0] == "job: 1")
        #expect(try await Self.ending(client, 1).contains(" done "))
        #expect(try Self.files(below: outside.path) == ["o.mid"])
        try await run.end()
    }

    @Test("keeps a daemon with --exit-idle alive, and ends with it")
    func ending() async throws {
        let daemon = try await DaemonRun("--exit-idle", "3")
        let folder = daemon.place.folder.path
        do {
            let client = try daemon.client()
            let answer = try await client.ask(
                "render \(daemon.song) \(folder)/a.wav stems=samplers"
            )
            #expect(answer == ["job: 1", "OK"])
            try await daemon.place.waitForOutput(of: daemon.process)
        }
        // Longer than the limit.
        try await Task.sleep(for: .seconds(5))
        let jobs = try await daemon.ctl("jobs")
        #expect(jobs.outputText.hasPrefix("job: 1 running "), "\(jobs)")
        #expect(await daemon.end().status == .exited(0))
        #expect(try Self.files(below: folder).allSatisfy { !$0.hasSuffix(".wav") })
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/a"))
    }

    @Test("has the types, formats and stems of seqd render")
    func choices() {
        #expect(
            Set(RenderFileType.allCases.map(\.rawValue))
                == Set(SoundFileType.allCases.map(\.rawValue))
        )
        #expect(
            RenderFormat.allCases.map(\.rawValue) == SampleFormat.allCases.map(\.rawValue)
        )
        #expect(
            StemKind.allCases.map(\.rawValue)
                == RenderStems.Kind.allCases.map(\.rawValue)
        )
    }
}
