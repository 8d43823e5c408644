package import ArgumentParser
package import CommandSupport
package import SMF
import SMFText
import SamplerHost

/// `seqd assemble`: text as a MIDI file.
package struct AssembleCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "assemble",
        abstract: "Make a MIDI file from the text of seqd dump or midicsv.",
        usage: "seqd assemble <file> --output <out> [--csv]",
        discussion: """
            EXAMPLES:
              seqd assemble song.txt -o song.mid
              seqd assemble song.csv -o song.mid
              seqd dump a.mid | sed 's/ ch:3 / ch:4 /' | seqd assemble - -o b.mid
              seqd assemble song.txt -o - | seqd play -

            The first line tells the two formats apart. seqd reports up to 20 errors with \
            line and column, and writes nothing if there are any.
            """
    )

    @Argument(
        help: ArgumentHelp("Text file; - for standard input.", valueName: "file"),
        completion: .file(extensions: ["txt", "csv"])
    )
    package var file: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("MIDI file to write; - for standard output.", valueName: "out"),
        completion: .file(extensions: ["mid"])
    )
    package var output: String?

    @Flag(help: "Read midicsv's format (default: recognised by the first line).")
    package var csv = false

    package func run() throws {
        let name = ShellWord.quoted(file)
        try MixedUpInput.refuseMIDI(
            file,
            expected: "text",
            "its text: seqd dump \(name); in another form: seqd convert \(name) -o OUT.mid"
        )
        // Not left to the parser, which would not look at the file first.
        guard let output else {
            throw CommandFailure(
                .usage,
                "missing expected argument '--output <out>' (see seqd assemble --help)"
            )
        }
        let destination = try DataDestination(
            output: output,
            for: .midi,
            inputs: [file],
            command: "assemble"
        )
        let text = try CommandFailure.catching { () throws(HostError) in
            try InputFile.read(file)
        }
        let source = file == "-" ? "standard input" : file
        let result: MIDIFile
        do throws(AssemblyError) {
            result = try MIDIFile(assembling: text, form: csv ? .csv : nil)
        } catch {
            for fault in error.faults { Console.report("\(source):\(fault)") }
            throw CommandFailure.silent(.data)
        }
        try destination.write(result.fileBytes(.preserving, from: source))
    }
}

extension MIDIFile {
    /// The file as bytes; messages call it `name`.
    package func fileBytes(_ style: WritingStyle, from name: String) throws(CommandFailure)
        -> [UInt8]
    {
        do throws(SMFWriteError) {
            return try unsafe bytes(style)
        } catch {
            throw CommandFailure(.data, "\(name): \(error)")
        }
    }
}
