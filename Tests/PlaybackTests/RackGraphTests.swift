import SamplerHost
import Sequencer
import TestSupport
import Testing

@testable import Playback

@Suite("The graph of a rack")
struct RackGraphTests {
    private func rack(_ routes: String...) throws -> RackSettings {
        let settings = SamplerSettings(fonts: [SoundFontReference(path: "gm.sf2")])
        var rack = RackSettings(settings)
        try rack.add(
            try routes.map { text in try RouteArgument(parsing: text) },
            settings: settings
        ) { _ in true }
        return rack
    }

    /// A piece with a bass on channel 2, drums on channel 10, and a lead on port 2.
    private func piece() throws -> PreparedSequence {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track()
        for (name, port, channel) in [("Bass", 0, 1), ("Drums", 0, 9), ("Lead", 1, 0)] {
            song.track(name) { track in
                if port > 0 { track.port(at: 0, UInt8(port)) }
                track.noteOn(at: 0, channel: UInt8(channel), key: 60, velocity: 100)
                track.noteOff(at: 480, channel: UInt8(channel), key: 60)
            }
        }
        let folder = try TemporaryDirectory()
        return try PieceFile(try folder.write(song.bytes, to: "song.mid")).sequences[0]
    }

    @Test("leads each track by its rule to its samplers, and the rest to those of its port")
    func tracks() throws {
        let rack = try rack("track:bass=b.sf2+c.sf2,channel=5", "track:None=d.sf2", "ch:3=none")
        let graph = try RackGraph(rack, for: piece())
        #expect(graph.sources.map(\.id) == ["track:2", "track:3", "track:4"])
        #expect(graph.sources[0].label == #"track 2 "Bass""#)
        let ofTracks: [String] = graph.edges.filter { $0.from.hasPrefix("track:") }.map { edge in
            "\(edge.from) \(edge.label) \(edge.to)"
        }
        #expect(
            ofTracks == [
                "track:2 ch 1/2 rule:1", "track:3 ch 1/10 otherwise:sampler",
                "track:4 ch 2/1 otherwise:sampler 2",
            ]
        )
        let ofTheRule: [String] = graph.edges.filter { $0.from == "rule:1" }.map { edge in
            "\(edge.to), \(edge.label)"
        }
        #expect(ofTheRule == ["sampler:b, channel 5", "sampler:c, channel 5"])
        #expect(
            graph.edges.contains {
                $0.from == "otherwise:sampler 2" && $0.to == "sampler:sampler 2"
            }
        )
        #expect(graph.samplers.map(\.name) == ["b", "c", "d", "sampler", "sampler 2"])
        #expect(graph.samplers.map(\.channels) == [0x10, 0x10, 0, 0x200, 1])
        #expect(graph.findings == ["rule 2: matches nothing", "rule 3: matches nothing"])
    }

    @Test("has sources for the selectors of a rack alone")
    func rackAlone() throws {
        let rack = try rack("ch:2/10=b.sf2", "track:Bass=b.sf2,keys=C2-B3", "input:1=none")
        let graph = try RackGraph(rack)
        #expect(graph.sources.map(\.id) == ["port:2", "track:Bass", "input:1", "rest"])
        #expect(graph.links.map(\.channels) == ["10", "", "", ""])
        #expect(graph.rules.map(\.id) == ["rule:1", "rule:2", "rule:3", "otherwise:sampler"])
        #expect(graph.rules[1].limits == ["keys C2-B3"])
        #expect(graph.rules[2].destinations.isEmpty)
        #expect(graph.samplers.allSatisfy { $0.channels == nil })
    }

    @Test("has edges between nodes that exist, each with a name of its own, and no cycle")
    func nodes() throws {
        for rack in [
            try rack(), try rack("all=a.sf2+b.sf2,keys=C2-B3", "track:Lead=c.sf2", "1=none"),
        ] {
            let graph = try RackGraph(rack, for: piece())
            let ids = graph.nodes.map(\.id)
            #expect(Set(ids).count == ids.count)
            let kinds = RackGraph.Node.Kind.allCases
            func rank(_ id: String) throws -> Int {
                let node = try #require(graph.nodes.first { $0.id == id })
                return try #require(kinds.firstIndex(of: node.kind))
            }
            for edge in graph.edges {
                #expect(try rank(edge.from) < rank(edge.to), "\(edge)")
            }
            #expect(graph.edges.contains { $0.from == "master" && $0.to == "output" })
        }
    }

    @Test("of a rack whose rules name nothing is an error with the rule")
    func unknownName() throws {
        var rack = try rack("1=a.sf2")
        rack.rules[0].destinations = [RoutingDestination(sampler: "nobody")]
        let error = #expect(throws: RoutingError.self) { try RackGraph(rack) }
        #expect(error?.description.contains(#"rule 1: no sampler "nobody""#) == true)
        #expect(throws: RoutingError.self) { try RackGraph(rack, for: piece()) }
    }

    @Test("is text for Graphviz, whatever the names are")
    func dot() throws {
        let rack = try rack(#"track:a"b\\c=x\"y.sf2"#)
        let dot = try RackGraph(rack).dot(name: "a\"\n")
        #expect(dot.hasPrefix("digraph \"a\\\" \" {\n"))
        #expect(dot.hasSuffix("\n}\n"))
        #expect(dot.contains(#""track:a\"b\\c" -> "rule:1";"#))
        #expect(dot.contains(#""sampler:x\"y""#))
    }

    @Test("tells the engine of a sampler where it is not the default")
    func engines() throws {
        let graph = try RackGraph(try rack("1=a.sf2,engine=seqd", "2=b.sf2,engine=fluidsynth"))
        #expect(graph.samplers.map(\.engine) == [.seqd, .fluidSynth, .auto])
        let details = graph.nodes.filter { $0.kind == .sampler }.map(\.details)
        #expect(
            details == [["a.sf2", "engine seqd"], ["b.sf2", "engine fluidsynth"], ["gm.sf2"]]
        )
        #expect(graph.dot(name: "").contains("a.sf2\\nengine seqd"))
    }

    @Test("has MIDI outputs without strips")
    func outputs() throws {
        let graph = try RackGraph(try rack("track:bass=out:1"), for: piece())
        let output = try #require(graph.nodes.first { $0.kind == .midiOutput })
        #expect(output.label == "out:1")
        #expect(graph.edges.contains { $0.to == output.id })
        #expect(!graph.edges.contains { $0.from == output.id })
        #expect(!graph.nodes.contains { $0.id == "strip:out:1" })
    }
}
