import CommandSupport
import Effects
import Playback
import Racks
import SamplerHost
import Sequencer
import Wording

extension RackGraph {
    /// The graph as tables: what goes where, and how the samplers are mixed.
    ///
    /// - Parameter columns: The width of the terminal; `nil` for no limit.
    /// - Returns: The text, with a line end.
    func text(columns: Int?) -> String {
        var lines = routing.lines(indent: 0, width: columns)
        for source in sources {
            guard let present = source.present else { continue }
            let names = present.isEmpty ? "no port" : present.joined(separator: ", ")
            lines.append("\(source.label) is now: \(names)".printable)
        }
        lines.append("")
        lines += mixer.lines(indent: 0, width: columns)
        lines.append("")
        if !clips.isEmpty {
            lines += clipTable.lines(indent: 0, width: columns)
            lines.append("")
        }
        for bus in buses {
            let effects = bus.effects.isEmpty ? "off" : bus.effects.joined(separator: ", ")
            let output = bus.output == .main ? "" : ", \(bus.output.words)"
            let inserts = words(of: .effects(bus.name))
            lines.append("\(bus.name) (\(effects))\(inserts) → master\(output)")
        }
        lines.append("master\(words(of: .output(.main))) → output")
        for name in inserts.names {
            guard case .output(let pair)? = OutputInserts.Place(name), pair != .main else {
                continue
            }
            lines.append("output \(pair.text)\(words(of: .output(pair)))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The inserts of a place, in brackets.
    private func words(of place: OutputInserts.Place) -> String {
        let inserts = inserts[place]
        return inserts.isEmpty ? "" : " (\(inserts.map(\.description).joined(separator: "; ")))"
    }

    /// Each route from a source to a sampler.
    private var routing: TextTable {
        var table = TextTable(columns: [
            TextTable.Column(title: "source", least: 12),
            TextTable.Column(title: "channel"),
            TextTable.Column(title: ""),
            TextTable.Column(title: "rule", least: 12),
            TextTable.Column(title: ""),
            TextTable.Column(title: "sampler", least: 8),
            TextTable.Column(title: "", least: 12),
        ])
        var unreached = Set(rules.indices)
        func add(_ source: String, _ channels: String, _ rule: Rule) {
            let selector = rule.selector.isEmpty ? "" : " " + rule.selector
            let name = ([rule.label + selector] + rule.limits).joined(separator: ", ")
            let arrow = source.isEmpty ? "" : "→"
            if rule.destinations.isEmpty {
                table.rows.append([source, channels, arrow, name, "→", "(dropped)", ""])
            }
            for (index, destination) in rule.destinations.enumerated() {
                let isFirst = index == 0
                table.rows.append([
                    isFirst ? source : "",
                    isFirst ? channels : "",
                    isFirst ? arrow : "",
                    isFirst ? name : "",
                    "→",
                    samplers[destination.sampler].name,
                    destination.changes.joined(separator: ", "),
                ])
            }
        }
        for link in links {
            unreached.remove(link.rule)
            let channels = link.channels.isEmpty ? "all" : link.channels
            add(sources[link.source].label, channels, rules[link.rule])
        }
        for rule in unreached.sorted() { add("", "", rules[rule]) }
        table.rows = table.rows.map { row in row.map(\.printable) }
        return table
    }

    /// Each clip.
    private var clipTable: TextTable {
        var table = TextTable(columns: [
            TextTable.Column(title: "clip", least: 12),
            TextTable.Column(title: "at"),
            TextTable.Column(title: "strip", least: 8),
            TextTable.Column(title: "output"),
            TextTable.Column(title: "settings", least: 12),
            TextTable.Column(title: "inserts", least: 8),
        ])
        table.rows = clips.map { clip in
            [
                clip.settings.path,
                clip.start,
                clip.settings.stripName,
                clip.output.text,
                clip.details.joined(separator: ", "),
                clip.settings.inserts.map(\.description).joined(separator: "; "),
            ]
            .map(\.printable)
        }
        if clips.allSatisfy(\.settings.inserts.isEmpty) { table.remove(column: 5) }
        if clips.allSatisfy({ $0.output == .main }) { table.remove(column: 3) }
        return table
    }

    /// Each sampler and its strips.
    private var mixer: TextTable {
        var table = TextTable(columns: [
            TextTable.Column(title: "sampler", least: 8),
            TextTable.Column(title: "channels"),
            TextTable.Column(title: "gain", isNumeric: true),
            TextTable.Column(title: "pan", isNumeric: true),
            TextTable.Column(title: "reverb", isNumeric: true),
            TextTable.Column(title: "chorus", isNumeric: true),
            TextTable.Column(title: "inserts", least: 8),
            TextTable.Column(title: "effects", least: 8),
            TextTable.Column(title: "output"),
            TextTable.Column(title: "engine"),
            TextTable.Column(title: "fonts", least: 12),
        ])
        for sampler in samplers where !sampler.isMIDIOutput {
            for strip in sampler.strips {
                let settings = strip.settings
                let details = StripParameter.all.compactMap { $0.detail(of: settings) }
                let isSampler = strip.channel == nil
                let files = sampler.fonts.map(\.label) + sampler.tunings
                let channels = strip.channel.map { "\($0 + 1)" }
                table.rows.append([
                    strip.name,
                    channels ?? sampler.channels.map(ChannelList.text) ?? "",
                    ([StripSettings.text(decibels: settings.gain)] + details)
                        .joined(separator: ", "),
                    settings.panText,
                    StripSettings.text(decibels: settings.reverbSend),
                    StripSettings.text(decibels: settings.chorusSend),
                    settings.inserts.map(\.description).joined(separator: "; "),
                    isSampler ? buses[sampler.bus].name : "",
                    isSampler ? sampler.output.text : "",
                    isSampler ? sampler.engine.rawValue : "",
                    isSampler ? files.joined(separator: ", ") : "",
                ])
            }
        }
        if samplers.allSatisfy({ $0.engine == .usual }) { table.remove(column: 9) }
        if samplers.allSatisfy({ $0.output == .main }) { table.remove(column: 8) }
        if samplers.flatMap(\.strips).allSatisfy(\.settings.inserts.isEmpty) {
            table.remove(column: 6)
        }
        // A rack alone plays nothing.
        if samplers.allSatisfy({ $0.channels == nil || $0.isMIDIOutput }) {
            table.remove(column: 1)
        }
        table.rows = table.rows.map { row in row.map(\.printable) }
        return table
    }
}

extension TextTable {
    fileprivate mutating func remove(column: Int) {
        columns.remove(at: column)
        for row in rows.indices { rows[row].remove(at: column) }
    }
}
