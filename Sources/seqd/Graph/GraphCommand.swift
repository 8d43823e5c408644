import ArgumentParser
import CommandSupport
import JSON
import Playback
import SMF
import SamplerHost
import Sequencer
import TerminalUI

/// `seqd graph`: shows which part goes to which sampler.
struct GraphCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Show which parts go to which samplers, and how they are mixed.",
        usage: "seqd graph [<file> ...] [--rack <file>] [--json | --dot] [<options>]",
        discussion: """
            EXAMPLES:
              seqd graph --rack band.json                   a rack alone
              seqd graph song.mid --rack band.json          and the tracks of a piece
              seqd graph song.mid --route 'track:Bass=bass.sf2,gain=-3'
              seqd graph song.mid --rack band.json --dot | dot -Tsvg > band.svg
              seqd graph song.mid --rack band.json --json | jq '.findings[]'

            Nothing is played. For live sources by name (input:NAME), the ports that match now are \
            listed. A rule that matches nothing in a piece, and a part that reaches no \
            sampler, are reported. The rules are explained in docs/routing.md.
            """
    )

    @Argument(
        help: ArgumentHelp("MIDI files; - for standard input.", valueName: "file"),
        completion: .file(extensions: FileCategory.musicExtensions)
    )
    var files: [String] = []

    @OptionGroup var routing: RoutingOptions

    @OptionGroup(title: "Sound options")
    var sound: SoundOptions

    @Flag(help: "Print one JSON object per piece, one per line.")
    var json = false

    @Flag(help: "Print the graph for Graphviz: | dot -Tsvg > graph.svg.")
    var dot = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Pattern of a format 2 file, from 1 (default: all).", valueName: "n"),
        transform: Quantity.pattern.whole
    )
    var pattern: Int?

    @OptionGroup var text: TextOptions

    func validate() throws {
        if json, dot { throw ValidationError("--json and --dot cannot be used together") }
        if pattern != nil, files.isEmpty { throw ValidationError("--pattern needs a file") }
    }

    func run() throws {
        let rack = try routing.rack(sound)
        guard !files.isEmpty else {
            var graph = try Self.catching(nil) { () throws(RoutingError) in try RackGraph(rack) }
            graph.addClips(with: rack)
            addPresent(to: &graph)
            return try show(graph, file: nil, pattern: nil, isFirst: true)
        }
        var failures = FirstFailure()
        var isFirst = true
        for path in files {
            let graphs = failures.note { () throws(CommandFailure) in
                try self.graphs(of: path, rack)
            }
            for graph in graphs ?? [] {
                try show(graph.graph, file: graph.name, pattern: graph.pattern, isFirst: isFirst)
                isFirst = false
            }
        }
        if failures.status != nil { throw failures.asError }
    }

    private func graphs(
        of path: String,
        _ rack: RackSettings
    ) throws(CommandFailure) -> [(graph: RackGraph, name: String, pattern: Int?)] {
        var reading = text.reading
        reading.includesClips = true
        let file = try PieceFile.load(path, reporting: .errors, reading: reading)
        let sequences = try file.sequences(pattern: pattern)
        var graphs: [(graph: RackGraph, name: String, pattern: Int?)] = []
        for (index, sequence) in sequences.enumerated() {
            var graph = try Self.catching(file.name) { () throws(RoutingError) in
                try RackGraph(rack, for: sequence)
            }
            graph.addClips(file.clips, with: rack)
            addPresent(to: &graph)
            let isPattern = file.file.format == .independent
            graphs.append((graph, file.name, isPattern ? pattern ?? index + 1 : nil))
        }
        return graphs
    }

    /// Adds the ports that live sources by name are now, if there are any in the rules.
    private func addPresent(to graph: inout RackGraph) {
        guard graph.sources.contains(where: { $0.name != nil }) else { return }
        do throws(HostError) {
            let ports = try MIDIPort.all()
            graph.addPresent { pattern in
                ports.filter { $0.isSource(named: pattern) }
                    .map { "\($0.clientName):\($0.name)" }
            }
        } catch {
            Console.report("live sources: \(error)")
        }
    }

    private static func catching<Value>(
        _ name: String?,
        _ work: () throws(RoutingError) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(RoutingError) {
            return try work()
        } catch {
            throw CommandFailure(.usage, (name.map { "\($0): " } ?? "") + error.description)
        }
    }

    private func show(
        _ graph: RackGraph,
        file: String?,
        pattern: Int?,
        isFirst: Bool
    ) throws(CommandFailure) {
        let name = (file ?? routing.rack ?? "seqd") + (pattern.map { ", pattern \($0)" } ?? "")
        if json {
            return try Console.write(graph.json(file: file, pattern: pattern).json.text + "\n")
        }
        if dot { return try Console.write(graph.dot(name: name)) }
        let heading = file == nil ? "" : "\(name)\n\n"
        try Console.write(
            (isFirst ? "" : "\n") + heading + graph.text(columns: Terminal.tableColumns)
        )
        for finding in graph.findings {
            Console.report(file.map { "\($0): \(finding)" } ?? finding)
        }
    }
}
