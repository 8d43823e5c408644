import CommandSupport
import GameMusic
package import Playback
import SMF
import Sequencer
import Wording

/// The output of `seqd inspect` for people: a head, then a table for each kind of content.
package struct InspectionText {
    /// The rows of a table that are shown; `--json` has all.
    package static let rowLimit = 12
    package static let trackLimit = 64
    package static let programLimit = 16
    package static let patternLimit = 16

    private let piece: PieceFile
    /// The width of tables; `nil` if they are not cut.
    private let columns: Int?
    /// The width of sentences and curves: not too wide for the eye.
    private var proseColumns: Int { min(columns ?? 80, 120) }
    private var lines: [String] = []

    /// Makes the text for a file.
    ///
    /// - Parameters:
    ///   - piece: The file.
    ///   - columns: The terminal's width, which lines keep to as far as their words allow; `nil`
    ///     for a file or a pipe, where no name is cut.
    package init(_ piece: PieceFile, columns: Int?) {
        self.piece = piece
        self.columns = columns
        let descriptions = piece.descriptions
        lines.append(piece.name.printable)
        addFields(fileFields)
        if piece.file.format == .independent {
            let shown = Self.shown(of: descriptions.count, limit: Self.patternLimit)
            for description in descriptions.prefix(shown) {
                let number = description.trackNumber(ofIndex: 0)
                lines += ["", "  Pattern \(number)"]
                add(description, lyrics: piece.lyrics(ofSequence: number - 1), indent: 4)
            }
            addRest(descriptions.count - shown, indent: 2)
        } else {
            for (index, description) in descriptions.enumerated() {
                add(description, lyrics: piece.lyrics(ofSequence: index), indent: 2)
            }
        }
        addDiagnostics()
    }

    /// The text, with a line end after each line.
    package var text: String { lines.map { $0 + "\n" }.joined() }

    private var fileFields: [(String, String)] {
        let kind =
            switch piece.file.format {
            case .single: "format 0 (one track)"
            case .simultaneous: "format 1 (simultaneous tracks)"
            case .independent: "format 2 (independent patterns)"
            }
        let division =
            switch piece.file.division {
            case .ticksPerQuarter(let ticks): "\(ticks) ticks per quarter note"
            case .smpte(let rate, let ticks):
                "\(rate == .fps2997 ? "29.97" : "\(rate.rawValue)") SMPTE frames/s × \(ticks) ticks"
            }
        let compression = piece.isCompressed ? ", gzip-compressed" : ""
        let origin = piece.origin.map { "\($0.name), read as " } ?? ""
        var fields = [("File", "\(origin)\(kind), \(division)\(compression)")]
        if let wrapper { fields.append(("Wrapper", wrapper)) }
        // ASCII is the same in all encodings.
        if piece.encoding != "US-ASCII" { fields.append(("Text", piece.encoding)) }
        return fields
    }

    /// The container of the music, with its sound bank; `nil` for a plain file.
    private var wrapper: String? {
        var text: String
        var bankOffset: Int?
        if case .riff(_, let offset) = piece.file.container {
            (text, bankOffset) = ("RIFF", offset)
        } else if piece.origin == .gameMusic(.xmf) {
            text = "XMF"
        } else {
            return nil
        }
        if let range = piece.soundBankRange {
            let bank =
                switch piece.soundBank {
                case .soundFont?: "a SoundFont"
                case .downloadableSounds?: "a DLS bank"
                default: "an unknown sound bank"
                }
            text += " with \(bank) of \(range.count) bytes"
        }
        if let bankOffset { text += ", bank offset \(bankOffset)" }
        return text
    }

    private mutating func add(
        _ description: SequenceDescription,
        lyrics: Lyrics,
        indent: Int
    ) {
        let sequence = description.sequence
        let analysis = SequenceAnalysis(sequence)
        var length = [description.end.timeText]
        if let bars = description.barCount { length.append(NumberText.count(bars, "bar")) }
        length.append(NumberText.count(sequence.endTick, "tick"))
        var fields = [("Length", length.joined(separator: ", "))]
        if let name = sequence.name, !name.isEmpty { fields.insert(("Name", name), at: 0) }
        fields.append(("Notes", "\(sequence.noteCount)"))
        // The field's name and the blanks around it.
        let room = proseColumns - indent - 9
        if let voices = description.voicesSummary(analysis.polyphony, width: room) {
            fields.append(("Voices", voices))
        }
        fields.append(("Tempo", description.tempoSummary))
        if description.isInBars { fields.append(("Meter", description.meterSummary)) }
        if !sequence.keySignatures.isEmpty { fields.append(("Key", description.keySummary)) }
        if !description.hasOnePort {
            let ports = description.portNumbers.map(String.init).joined(separator: ", ")
            fields.append(("Ports", ports))
        }
        for (number, device) in description.devices.enumerated() {
            let tracks = device.tracks.map(String.init).joined(separator: ", ")
            let noun = device.tracks.count == 1 ? "track" : "tracks"
            fields.append((number == 0 ? "Devices" : "", "\(device.name) (\(noun) \(tracks))"))
        }
        addFields(fields, indent: indent)
        addTables(description, indent: indent)
        addUse(analysis, description, indent: indent)
        if !lyrics.isEmpty {
            let rows = lyrics.lines.lazy.map { ($0.tick, $0.text) }
            addPositions("Lyrics", "Line", rows, description, indent)
        }
    }

    private mutating func addTables(_ description: SequenceDescription, indent: Int) {
        let sequence = description.sequence
        if description.hasTempoTable {
            let rows = sequence.tempoMap.changes.lazy.map { change in
                let tempo = 60_000_000 / Double(change.microsecondsPerQuarter)
                return (change.tick, NumberText.decimal(tempo))
            }
            addPositions("Tempo changes", "BPM", rows, description, indent)
        }
        if description.hasMeterTable {
            let rows = sequence.timeSignatures.lazy.map { ($0.tick, $0.signature.description) }
            addPositions("Meters", "Meter", rows, description, indent)
        }
        if description.hasKeyTable {
            let rows = sequence.keySignatures.lazy.map { ($0.tick, $0.signature.description) }
            addPositions("Keys", "Key", rows, description, indent)
        }
        if !sequence.markers.isEmpty {
            let rows = sequence.markers.lazy.map { marker in
                (marker.tick, marker.name + (marker.isCuePoint ? " (cue point)" : ""))
            }
            addPositions("Markers", "Name", rows, description, indent)
        }
        addTracks(description, indent: indent)
    }

    private mutating func addPositions(
        _ title: String,
        _ heading: String,
        _ rows: some Collection<(Int64, String)>,
        _ description: SequenceDescription,
        _ indent: Int
    ) {
        var table = TextTable(columns: [
            .init(title: "Position"), .init(title: "Time", isNumeric: true), .init(title: heading),
        ])
        for (tick, text) in rows.prefix(Self.shown(of: rows.count, limit: Self.rowLimit)) {
            let time = description.time(atTick: tick)
            table.rows.append([time.positionText, time.timeText, text.printable])
        }
        add(table, title, count: rows.count, shown: table.rows.count, indent: indent)
    }

    private mutating func addTracks(_ description: SequenceDescription, indent: Int) {
        var table = TextTable(columns: [
            .init(title: "No", isNumeric: true), .init(title: "Name", least: 20),
            .init(title: "Channels", least: 12), .init(title: "Notes", isNumeric: true),
            .init(title: description.isInBars ? "Bars" : "Seconds"), .init(title: "Programs"),
        ])
        let tracks = description.sequence.tracks
        let shown = Self.shown(of: tracks.count, limit: Self.trackLimit)
        for (index, track) in tracks.prefix(shown).enumerated() {
            let programs = description.programLines(of: track, limit: Self.programLimit)
            table.rows.append([
                "\(description.trackNumber(ofIndex: index))", (track.name ?? "").printable,
                description.channels(of: track), "\(track.noteCount)",
                description.extent(of: track), programs.first ?? "",
            ])
            for program in programs.dropFirst() {
                table.rows.append(["", "", "", "", "", program])
            }
        }
        add(table, "Tracks", count: tracks.count, shown: shown, indent: indent)
    }

    private mutating func addUse(
        _ analysis: SequenceAnalysis,
        _ description: SequenceDescription,
        indent: Int
    ) {
        for listing in description.listings(of: analysis) {
            var table = listing.table
            let shown = Self.shown(of: listing.count, limit: listing.limit)
            table.rows = Array(table.rows.prefix(shown))
            add(table, listing.title, count: listing.count, shown: shown, indent: indent)
        }
    }

    private mutating func addDiagnostics() {
        let diagnostics = piece.diagnostics
        guard !diagnostics.isEmpty else { return }
        lines += ["", "  Findings (\(diagnostics.count))"]
        let shown = Self.shown(of: diagnostics.count, limit: Self.rowLimit)
        for diagnostic in diagnostics.prefix(shown) {
            // "warning" is the longest.
            let head = "    \(diagnostic.severity.rawValue.padded(to: 9))"
            let text = diagnostic.description.printable.wrapped(to: proseColumns - head.columns)
            let hanging = String(repeating: " ", count: head.columns)
            for (number, line) in text.enumerated() {
                lines.append((number == 0 ? head : hanging) + line)
            }
        }
        addRest(diagnostics.count - shown, indent: 4)
    }

    private mutating func addFields(_ fields: [(String, String)], indent: Int = 2) {
        var table = TextTable(columns: [.init(title: "", least: 8), .init(title: "")])
        // The same width in each group, so that the values are aligned.
        table.rows = fields.map { [$0.padded(to: 7), $1.printable] }
        lines += table.lines(indent: indent, width: columns)
    }

    private mutating func add(
        _ table: TextTable,
        _ title: String,
        count: Int,
        shown: Int,
        indent: Int
    ) {
        guard count > 0 else { return }
        lines += ["", "\(String(repeating: " ", count: indent))\(title) (\(count))"]
        lines += table.lines(indent: indent + 2, width: columns)
        addRest(count - shown, indent: indent + 2)
    }

    /// The number of rows that are shown: the last line is not spent on "1 more".
    private static func shown(of count: Int, limit: Int) -> Int {
        count <= limit ? count : limit - 1
    }

    private mutating func addRest(_ count: Int, indent: Int) {
        guard count > 0 else { return }
        let spaces = String(repeating: " ", count: indent)
        lines.append("\(spaces)… \(count) more (--json lists all)")
    }
}
