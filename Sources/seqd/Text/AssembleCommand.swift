import ArgumentParser
import SMF
import SMFText
import SamplerHost

/// `seqd assemble`: text as a MIDI file.
struct AssembleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assemble",
        abstract: "Make a MIDI file of text that seqd dump or midicsv has written.",
        discussion: """
            EXAMPLES:
              seqd assemble song.txt -o song.mid
              seqd assemble song.csv -o song.mid
              seqd dump a.mid | sed 's/ ch:3 / ch:4 /' | seqd assemble - -o b.mid
              seqd assemble song.txt -o - | seqd play -

            Whether it is text of seqd dump or records of midicsv is seen from the first \
            line. What is wrong is told with its line and column, up to 20 times; then \
            nothing is written.
            """
    )

    @Argument(
        help: ArgumentHelp("The text; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["txt", "csv"])
    )
    var file: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The MIDI file, or - for standard output.", valueName: "out"),
        completion: .file(extensions: ["mid"])
    )
    var output: String

    @Flag(help: "Take the text for midicsv's records, whatever its first line is.")
    var csv = false

    func run() throws {
        try MixedUpInput.refuseMIDI(
            file,
            expected: "text",
            "its text: seqd dump \(ShellWord.quoted(file)); "
                + "in another form: seqd convert \(ShellWord.quoted(file)) -o \(ShellWord.quoted(output))"
        )
        let destination = try DataDestination(
            output: output,
            for: .midi,
            inputs: [file],
            command: "assemble"
        )
        let text = try CommandFailure.catching { () throws(HostError) in
            try InputFile.read(file)
        }
        let name = file == "-" ? "standard input" : file
        let song: MIDIFile
        do throws(AssemblyError) {
            song = try MIDIFile(assembling: text, form: csv ? .csv : nil)
        } catch {
            for fault in error.faults { Console.report("\(name):\(fault)") }
            throw CommandFailure.silent(.data)
        }
        try destination.write(song.fileBytes(.preserving, from: name))
    }
}

extension MIDIFile {
    /// The file as bytes; `name` is what messages call it.
    func fileBytes(_ style: WritingStyle, from name: String) throws(CommandFailure) -> [UInt8] {
        do throws(SMFWriteError) {
            return try bytes(style)
        } catch {
            throw CommandFailure(.data, "\(name): \(error)")
        }
    }
}
