import TestSupport
import Testing

@Suite("seqd graph")
struct GraphTests {
    /// A folder with a font, a piece and a rack.
    private func folder() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        _ = try MeasuringFont().write(in: folder)
        try folder.write(InspectedSong.full.bytes, to: "song.mid")
        try folder.write(
            """
            {"samplers": [{"name": "keys", "fonts": ["measuring.sf2"], "gain": -3, "pan": -20}],
             "rules": [{"from": "track:Piano*", "to": "keys", "preset": "0:2"},
                       {"from": "track:Nobody", "to": "keys"}]}
            """,
            to: "rack.json"
        )
        try folder.write(
            """
            {"samplers": [{"name": "keys", "fonts": ["measuring.sf2"],
                           "channels": {"2": {"gain": -3}}}]}
            """,
            to: "channels.json"
        )
        return folder
    }

    @Test("shows tracks, rules, samplers and strips as tables, and what it finds")
    func text() async throws {
        let folder = try folder()
        let run = try await seqd(
            ["graph", "song.mid", "--rack", "rack.json", "--route", "ch:2/10=measuring.sf2+1@0:3"],
            directory: folder.path
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText.hasPrefix("song.mid\n\nsource "))
        #expect(run.outputText.contains("rule 2 track:Piano*  →  keys"), "\(run)")
        #expect(run.outputText.contains("rule 1 ch:2/10       →  measuring"), "\(run)")
        #expect(!run.outputText.contains("\u{1B}"), "\(run)")
        #expect(run.outputText.contains("main (reverb, chorus) → master"), "\(run)")
        #expect(run.errorText == "seqd: song.mid: rule 3: matches nothing\n", "\(run)")
    }

    @Test("prints a JSON object for each piece")
    func json() async throws {
        let folder = try folder()
        let run = try await seqd(
            ["graph", "song.mid", "song.mid", "--rack", "rack.json", "--json"],
            directory: folder.path
        )
        #expect(run.status == .exited(0), "\(run)")
        let lines = run.outputText.split(separator: "\n")
        #expect(lines.count == 2)
        let document = try Document(Array(lines[0].utf8))
        #expect(document["schema"] == 1)
        #expect(document["file"] == "song.mid")
        let strip = document.list("nodes").first { $0["id"] == "strip:keys" }
        #expect(strip?["gain"] == -3)
        #expect(strip?["pan"] == -20)
        #expect(document.list("edges").contains { $0["from"] == "track:2" && $0["to"] == "rule:1" })
        #expect(run.outputText.contains(#""findings":["rule 2: matches nothing""#), "\(run)")
    }

    @Test("tells the engines of samplers: as a column if one is not the default, in JSON always")
    func engines() async throws {
        let folder = try folder()
        let rack = ["graph", "--rack", "rack.json"]
        let route = ["--route", "ch:9=measuring.sf2,engine=seqd"]
        let plain = try await seqd(rack, directory: folder.path)
        #expect(plain.status == .exited(0) && !plain.outputText.contains("engine"), "\(plain)")
        let text = try await seqd(rack + route, directory: folder.path)
        let rows = text.outputText.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(rows.contains { $0.first == "sampler" && $0.contains("engine") }, "\(text)")
        #expect(rows.contains { $0.first == "measuring" && $0.contains("seqd") }, "\(text)")
        let json = try await seqd(rack + route + ["--json"], directory: folder.path)
        let nodes = try Document(Array(json.outputText.utf8)).list("nodes")
        #expect(nodes.first { $0["id"] == "sampler:measuring" }?["engine"] == "seqd")
        #expect(nodes.first { $0["id"] == "sampler:keys" }?["engine"] == "auto")
    }

    @Test("shows the strips of channels before that of their sampler")
    func channelStrips() async throws {
        let folder = try folder()
        let text = try await seqd(["graph", "--rack", "channels.json"], directory: folder.path)
        #expect(text.status == .exited(0), "\(text)")
        let lines = text.outputText.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.contains { $0.first == "keys/2" && $0.contains("-3") }, "\(text)")
        let run = try await seqd(
            ["graph", "--rack", "channels.json", "--json"],
            directory: folder.path
        )
        let document = try Document(Array(run.outputText.utf8))
        let strip = document.list("nodes").first { $0["id"] == "strip:keys/2" }
        #expect(strip?["gain"] == -3)
        let edges = document.list("edges")
        #expect(edges.contains { $0["from"] == "sampler:keys" && $0["to"] == "strip:keys/2" })
        #expect(edges.contains { $0["from"] == "strip:keys/2" && $0["to"] == "strip:keys" })
    }

    @Test("shows the strips that the inserts of others follow")
    func sideChains() async throws {
        let folder = try folder()
        let rack = ["graph", "--rack", "channels.json", "--json"]
        let inserts = ["keys=compressor,sidechain=keys/2", "master=gate,sidechain=keys"]
        let run = try await seqd(
            rack + inserts.flatMap { ["--insert", $0] },
            directory: folder.path
        )
        let edges = try Document(Array(run.outputText.utf8)).list("edges")
            .filter { $0["label"] == "sidechain" }
        #expect(edges.count == 2, "\(run)")
        #expect(edges.contains { $0["from"] == "strip:keys/2" && $0["to"] == "strip:keys" })
        #expect(edges.contains { $0["from"] == "strip:keys" && $0["to"] == "master" })
    }

    @Test("prints the graph of a rack alone for Graphviz")
    func dot() async throws {
        let folder = try folder()
        let run = try await seqd(["graph", "--rack", "rack.json", "--dot"], directory: folder.path)
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText.hasPrefix(#"digraph "rack.json" {"#))
        #expect(run.outputText.contains(#""rule:1" -> "sampler:keys" [label="preset 0:2"];"#))
        #expect(run.errorText.isEmpty)
    }

    @Test(
        "names what does not exist",
        arguments: [
            (["--rack", "none.json"], "seqd: none.json: no such file", 66),
            (
                ["--rack", "rack.json", "--route", "1=keyz"],
                #"seqd: --route 1=keyz: "keyz" is neither a sampler nor a file; "#
                    + #"did you mean "keys"?"#,
                64
            ),
            (
                ["--rack", "rack.json", "--route", "1=mesuring.sf2"],
                #"seqd: sampler "mesuring": mesuring.sf2: no such file; "#
                    + "did you mean measuring.sf2?",
                66
            ),
            (["--rack", "song.mid"], "seqd: song.mid: not a rack: not a text in UTF-8", 65),
            (["--json", "--dot"], "seqd: --json and --dot cannot be used together", 64),
            (["--drums", "17"], "seqd: --drums: expected channels 1 to 16, such as 10,11, ", 64),
            (
                ["--route", "1=a.sf2,gian=1"],
                "seqd: the value '1=a.sf2,gian=1' is invalid for '--route <part=font>': "
                    + #"unknown option "gian"; did you mean gain?"#,
                64
            ),
        ] as [([String], String, Int32)]
    )
    func faults(_ arguments: [String], _ message: String, _ status: Int32) async throws {
        let folder = try folder()
        let run = try await seqd(["graph"] + arguments, directory: folder.path)
        #expect(run.status == .exited(status), "\(run)")
        #expect(run.errorText.hasPrefix(message), "\(run)")
        #expect(run.output.isEmpty)
    }

    @Test("says which live sources a name means now, or why that is not known")
    func sources() async throws {
        let folder = try folder()
        let run = try await seqd(
            ["graph", "--sf2", "measuring.sf2", "--route", "input:Nobody*=measuring.sf2"],
            directory: folder.path
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText.contains("live source \"Nobody*\""), "\(run)")
        #expect(
            run.outputText.contains("live source \"Nobody*\" is now: no port")
                || run.errorText.contains("seqd: live sources: "),
            "\(run)"
        )
    }

    @Test("is the only command that takes routes for live sources without having any")
    func refused() async throws {
        let folder = try folder()
        for command in [["render", "-o", "out.wav"], ["verify"], ["play", "--null"]] {
            for part in ["input:Keys", "input:1", "socket"] {
                let run = try await seqd(
                    command + ["song.mid", "--sf2", "measuring.sf2", "--route", "\(part)=none"],
                    directory: folder.path
                )
                #expect(run.status == .exited(64), "\(run)")
                let words =
                    "--route \(part)=none: only live, record, play --practice and the daemon "
                    + "have live sources"
                #expect(run.errorText.contains(words), "\(run)")
            }
        }
    }
}
