import ArgumentParser

/// `seqd inspect`: what is in MIDI files.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what is in MIDI files: length, tracks, programs, tempo, faults.",
        discussion: """
            EXAMPLES:
              seqd inspect song.mid
              seqd inspect *.mid --json | jq .seconds

            Numbers are those of the other commands: tracks, channels, ports, bars and beats count \
            from 1, banks and programs from 0. A file that can be read exits with 0, whatever is \
            wrong with it; see the severities.
            """
    )

    @Argument(
        help: ArgumentHelp("The MIDI files; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["mid", "midi", "kar", "rmi", "smf", "MID"])
    )
    var files: [String]

    @Flag(help: "Print one JSON object for each file, on a line of its own.")
    var json = false

    mutating func run() throws {
        var failures = FirstFailure()
        var isFirst = true
        for path in files {
            let song = failures.note { () throws(CommandFailure) in
                try SongFile.load(path, reporting: .nothing)
            }
            guard let song else { continue }
            if json {
                try Console.write(song.json.text + "\n")
            } else {
                let text = InspectionText(song, columns: Terminal.textColumns).text
                try Console.write(isFirst ? text : "\n" + text)
            }
            isFirst = false
        }
        if failures.status != nil { throw failures.asError }
    }
}
