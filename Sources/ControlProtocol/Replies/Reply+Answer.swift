import JSON
import Sequencer

extension Reply {
    /// The text of the reply in both dialects.
    package var answer: Answer {
        var answer = Answer()
        switch self {
        case .done(let warning):
            if let warning { answer.warn(warning) }
        case .scheduled(let action):
            Self.write(action, to: &answer)
        case .added(let files): Self.write(files, to: &answer)
        case .queue(let queue): Self.write(queue, to: &answer)
        case .playlists(let playlists): Self.write(playlists, to: &answer)
        case .cancelled(let count): answer.set("cancelled", count)
        case .fontsLoaded(let fonts): Self.write(fonts, to: &answer)
        case .presets(let presets): Self.write(presets, to: &answer)
        case .rack(let rack): Self.write(rack, to: &answer)
        case .strips(let strips): Self.write(strips, to: &answer)
        case .sound(let report): Self.write(report, to: &answer)
        case .effects(let buses): Self.write(buses, to: &answer)
        case .outputs(let listing):
            let outputs = listing.outputs.map { (JSONValue.object($0.object), $0.words) }
            answer.set("outputs", outputs, line: "output")
            let assigned = listing.assignments.map { (JSONValue.object($0.object), $0.words) }
            answer.set("assigned", assigned, line: "assigned")
        case .tap(let number): answer.set("tap", number)
        case .maps(let maps):
            answer.set("maps", maps.map { (.object($0.object), $0.words) }, line: "map")
        case .unmapped(let count): answer.set("removed", count)
        case .taps(let taps):
            answer.set("taps", taps.map { (.object($0.object), $0.words) }, line: "tap")
        case .recording(let summary): summary.write(to: &answer)
        case .job(let number): answer.set("job", number)
        case .jobs(let jobs):
            answer.set("jobs", jobs.map { (.object($0.object), $0.words) }, line: "job")
        case .status(let status): status.write(to: &answer)
        case .statistics(let statistics): statistics.write(to: &answer)
        case .ports(let listing):
            Self.write(listing.ports, to: &answer)
            Self.write(listing.receivers, as: "receivers", line: "receiver", to: &answer)
            answer.set("rules", listing.rules.map { (.string($0), $0) }, line: "rule")
        case .changedPorts(let ports): Self.write(ports, to: &answer)
        case .commands(let commands): Self.write(commands, to: &answer)
        case .help(let command): Self.write(command, to: &answer)
        case .version(let version):
            answer.set("version", version.version)
            answer.set("protocol", version.protocolVersion)
            answer.set("pid", version.processID)
        case .openRPC(let text): Self.write(openRPC: text, to: &answer)
        case .reloaded(let changed):
            answer.set("changed", changed.map { (.string($0), $0) }, line: "changed")
        case .client(let client):
            answer.set("role", client.role.name)
            answer.set("user", client.user)
            answer.set("pid", client.processID)
        }
        return answer
    }

    private static func write(_ action: ScheduledAction, to answer: inout Answer) {
        answer.set("action", action.action)
        answer.set("due", action.due)
    }

    private static func write(_ fonts: LoadedFonts, to answer: inout Answer) {
        if let action = fonts.scheduled { write(action, to: &answer) }
        answer.set(
            "substitutions",
            fonts.substitutions.map { (.object($0.object), $0.words) },
            line: "substitution"
        )
        answer.set("warnings", fonts.warnings.map { (.string($0), $0) }, line: "warning")
    }

    private static func write(_ files: AddedFiles, to answer: inout Answer) {
        answer.set("entry", files.entry)
        if files.added != 1 { answer.set("added", files.added) }
        if !files.skipped.isEmpty {
            answer.set("skipped", files.skipped.map { (.string($0), $0) }, line: "skipped")
        }
        if let warning = files.warning { answer.warn(warning) }
    }

    private static func write(_ queue: QueueListing, to answer: inout Answer) {
        answer.set("current", queue.current)
        answer.set("version", queue.version)
        answer.set(
            "entries",
            queue.entries.enumerated().map { index, entry in
                var object = JSONObject()
                object.set("path", entry.path)
                object.set("seconds", entry.seconds)
                object.set("id", entry.id)
                let length = TimeText.text(seconds: entry.seconds)
                return (.object(object), "\(index + 1) \(length) \(entry.path)")
            },
            line: "entry"
        )
    }

    /// Writes a document: its members in JSON, its text as one line in words.
    private static func write(openRPC text: String, to answer: inout Answer) {
        guard case .object(let document)? = try? JSONReader.read(text) else { return }
        for (index, member) in document.members.enumerated() {
            answer.set(member.key, member.value, words: index == 0 ? ("document", text) : nil)
        }
    }

    private static func write(_ playlists: [PlaylistEntry], to answer: inout Answer) {
        answer.set(
            "playlists",
            playlists.map { playlist in
                var object = JSONObject()
                object.set("name", playlist.name)
                object.set("entries", playlist.entries)
                return (.object(object), "\(playlist.entries) \(playlist.name)")
            },
            line: "playlist"
        )
    }

    private static func write(_ presets: [PresetEntry], to answer: inout Answer) {
        answer.set(
            "presets",
            presets.map { preset in
                var object = JSONObject()
                object.set("bank", preset.address.bank)
                object.set("program", preset.address.program)
                object.set("name", preset.name)
                return (.object(object), "\(preset.address) \(preset.name)")
            },
            line: "preset"
        )
    }

    private static func write(
        _ ports: [PortEntry],
        as key: String = "ports",
        line: String = "port",
        to answer: inout Answer
    ) {
        answer.set(
            key,
            ports.map { port in
                var object = JSONObject()
                object.set("address", port.address)
                object.set("name", port.name)
                object.set("input", port.input)
                object.set("output", port.output)
                let number =
                    port.input.map { "\($0)" } ?? port.output.map { "out:\($0)" } ?? "-"
                return (
                    .object(object), "\(Words.word(for: port.address)) -> \(number) \(port.name)"
                )
            },
            line: line
        )
    }

    private static func write(_ commands: [CommandSummary], to answer: inout Answer) {
        answer.set(
            "commands",
            commands.map { command in
                var object = JSONObject()
                object.set("name", command.name)
                object.set("usage", command.usage)
                object.set("summary", command.summary)
                return (.object(object), "\(command.usage) - \(command.summary)")
            },
            line: "command"
        )
    }

    private static func write(_ command: CommandExplanation, to answer: inout Answer) {
        answer.set("usage", command.usage)
        answer.set("summary", command.summary)
        answer.set(
            "parameters",
            command.parameters.map { parameter in
                var object = JSONObject()
                object.set("name", parameter.name)
                object.set("type", parameter.type)
                object.set("required", parameter.isRequired)
                object.set("description", parameter.description)
                return (.object(object), "\(parameter.usage): \(parameter.description)")
            },
            line: "argument"
        )
        answer.set("discussion", command.discussion)
    }
}
