package import ArgumentParser
package import CommandSupport
import JSON
import Playback
import TerminalUI

/// `seqd inspect`: shows the content of MIDI files.
package struct InspectCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show the content of MIDI files: length, tracks, programs, tempo, faults.",
        usage: "seqd inspect <file> ... [--json] [--piano-roll <out>] [<options>]",
        discussion: """
            EXAMPLES:
              seqd inspect song.mid
              seqd inspect *.mid --json | jq .seconds
              seqd inspect song.kar --lyrics
              seqd inspect song.mid --piano-roll song.svg
              seqd inspect *.mid --piano-roll pictures/

            Tracks, channels, ports, bars and beats count from 1, banks and programs from 0. The \
            exit status is 0 for every file that can be read, even a damaged one.

            A piano roll is a picture for a browser: notes by key and time, below them drums, \
            pedals and tempo. Tracks and channels differ in colour (26 colours); louder notes are \
            stronger. PNG needs the command rsvg-convert (Debian: librsvg2-bin).
            """
    )

    @Argument(
        help: ArgumentHelp("MIDI files; - for standard input.", valueName: "file"),
        completion: .file(extensions: FileCategory.musicExtensions)
    )
    package var files: [String]

    @Flag(help: "Print one JSON object per file, one per line.")
    package var json = false

    @Flag(
        help: ArgumentHelp(
            "With --json: print each note too, as start and duration in ticks, track, port, "
                + "channel, key and velocity."
        )
    )
    package var notes = false

    @Flag(help: "Print only the lyrics, line by line with their times.")
    package var lyrics = false

    @Option(
        help: ArgumentHelp(
            "Draw a piano roll to a .svg or .png file, or .svg files into a folder (DIR/).",
            valueName: "out"
        ),
        completion: .file(extensions: ["svg", "png"])
    )
    package var pianoRoll: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Pattern of a format 2 file to draw, from 1.", valueName: "n"),
        transform: Quantity.pattern.whole
    )
    package var pattern: Int?

    @OptionGroup package var text: TextOptions

    package func validate() throws {
        if lyrics, pianoRoll != nil {
            throw ValidationError("--lyrics and --piano-roll cannot be used together")
        }
        if notes, !json || lyrics || pianoRoll != nil {
            throw ValidationError("--notes needs --json, and neither --lyrics nor --piano-roll")
        }
        if pattern != nil, pianoRoll == nil {
            throw ValidationError("--pattern needs --piano-roll")
        }
    }

    package mutating func run() throws {
        let destination = try pianoRoll.map { output throws(CommandFailure) in
            try RollDestination(output: output, inputs: files)
        }
        if pianoRoll == nil { try MixedUpInput.checkOutput(among: files, command: "inspect") }
        var failures = FirstFailure()
        var isFirst = true
        for (index, path) in files.enumerated() {
            let piece = failures.note { () throws(CommandFailure) in
                let piece = try PieceFile.load(path, reporting: .nothing, reading: text.reading)
                try destination?.draw(piece, pattern: pattern, at: index)
                return piece
            }
            guard let piece, let output = output(of: piece, isFirst: isFirst) else { continue }
            try Console.write(output)
            isFirst = false
        }
        if failures.status != nil { throw failures.asError }
    }

    /// The output for a file; `nil` for none.
    private func output(of piece: PieceFile, isFirst: Bool) -> String? {
        if lyrics { return LyricsText(piece, json: json, isNamed: files.count > 1).text }
        if json { return piece.json(withNotes: notes).text + "\n" }
        guard pianoRoll == nil else { return nil }
        let text = InspectionText(piece, columns: Terminal.tableColumns).text
        return isFirst ? text : "\n" + text
    }
}
