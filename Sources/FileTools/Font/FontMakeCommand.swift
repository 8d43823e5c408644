package import ArgumentParser
import CommandSupport
import Instruments
package import SamplerHost

/// `seqd font make`: a SoundFont of sound files.
package struct FontMakeCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "make",
        abstract: "Make a SoundFont of sound files.",
        discussion: """
            Keys are in the file names (C4.wav, 60.wav, piano_F#3_v80.flac; C4 is 60) or in the \
            files' instrument data; velocities behind v (v80). Keys between two files get the \
            nearer one. Without any key the files are a kit, each on a key of its own from C2 on. \
            What was made is reported. Loops are those of the files, of --loop, or found by --find-loops.
            """
    )

    @Argument(
        help: "Sound files (WAV, AIFF, FLAC, Ogg and others), or one folder of them.",
        completion: .file()
    )
    package var files: [String]

    @OptionGroup package var output: FontOutput

    @OptionGroup package var compressing: CompressionOptions

    @Option(help: "Name of the preset, at most 20 bytes (default: that of the output).")
    package var name: String?

    @Option(
        help: ArgumentHelp("Bank and program of the preset.", valueName: "bank:program"),
        transform: { text throws(RoutingSyntaxError) in try .init(parsing: text) }
    )
    package var preset = RoutingDestination.FixedPreset(bank: 0, program: 0)

    @Option(
        help: ArgumentHelp(
            "Loop of a file in frames, such as C4.wav=1000-25000; repeatable.",
            valueName: "file=start-end"
        )
    )
    package var loop: [String] = []

    @Flag(help: "Search a loop for each file that has none, and report it.")
    package var findLoops = false

    @Option(
        help: ArgumentHelp(
            "Amplify the samples to a peak of -1 dBFS: each, or together by one factor.",
            valueName: "how"
        )
    )
    package var normalize: Normalization?

    /// The values of --normalize.
    package enum Normalization: String, ExpressibleByArgument, CaseIterable {
        case together
        case each
    }

    private func loops() throws(CommandFailure) -> [(name: String, frames: Range<Int>)] {
        var loops: [(name: String, frames: Range<Int>)] = []
        for text in loop {
            guard let sign = text.lastIndex(of: "="), sign > text.startIndex else {
                throw loopFailure(text)
            }
            let ends = text[text.index(after: sign)...]
                .split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count == 2, let start = Int(ends[0]), let end = Int(ends[1]) else {
                throw loopFailure(text)
            }
            guard start + 1 < end else {
                throw CommandFailure(
                    .usage,
                    "--loop: a loop has 2 frames or more, and '\(text)' has \(max(end - start, 0))"
                )
            }
            loops.append((String(text[..<sign]), start..<end))
        }
        return loops
    }

    private func loopFailure(_ text: String) -> CommandFailure {
        CommandFailure(.usage, "--loop: expected FILE=START-END in frames, not '\(text)'")
    }

    /// Checks that the preset's name fits: a SoundFont has 20 bytes for it.
    private func checkName() throws(CommandFailure) {
        guard let name, name.utf8.count > 20 else { return }
        throw CommandFailure(
            .usage,
            "--name: expected at most 20 bytes, and '\(name)' has \(name.utf8.count)"
        )
    }

    private func report(_ searched: [(name: String, loop: Range<Int>?)]) {
        for (name, loop) in searched {
            let result = loop.map { "loop \($0.lowerBound)-\($0.upperBound)" }
            Console.report("\(name): \(result ?? "no loop found")")
        }
    }

    package func run() throws {
        try output.check(inputs: files, command: "make")
        let compression = try compressing.compression(for: output.output)
        let loops = try loops()
        try checkName()
        for file in files {
            try MixedUpInput.refuseMIDI(
                file,
                expected: "a sound file",
                "seqd render \(ShellWord.quoted(file)) writes its sound"
            )
        }
        let name = name ?? (output.output == "-" ? "Instrument" : FilePath.stem(of: output.output))
        var summary = ""
        let image = try CommandFailure.catching { () throws(HostError) in
            var maker = try FontMaker(files, name: name)
            maker.setProgram(bank: UInt16(preset.bank), number: UInt16(preset.program))
            for (name, frames) in loops {
                do throws(HostError) {
                    try maker.setLoop(of: name, frames)
                } catch {
                    throw HostError(error.code, "--loop", error.description)
                }
            }
            if findLoops { report(try maker.findLoops()) }
            switch normalize {
            case .together: try maker.normalize(.together)
            case .each: try maker.normalize(.each)
            case nil: break
            }
            summary = maker.summary
            return try maker.image()
        }
        if let compression {
            FontOutput.report(image)
            let content = try CommandFailure.catching { () throws(HostError) in
                try FontContent(image, named: output.output)
            }
            try output.write(FontCommand.bytes(of: content.bank, from: content, compression))
        } else {
            try output.write(image)
        }
        Console.report("\(output.output): \(summary)")
    }
}
