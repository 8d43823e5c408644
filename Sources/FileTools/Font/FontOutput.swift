package import ArgumentParser
package import CommandSupport
import Instruments
import Platform
package import SamplerHost
import Wording

/// The option for the SoundFont that a command writes.
package struct FontOutput: ParsableArguments {
    package init() {}

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "SoundFont to write: SF2, or SF3 with the extension .sf3; - for standard output.",
            valueName: "file"
        ),
        completion: .file(extensions: ["sf2", "sf3"])
    )
    package var output: String

    /// Checks the name.
    ///
    /// - Parameters:
    ///   - inputs: The files that are read.
    ///   - command: The command, for messages.
    /// - Throws: Status 64 for a name that means nothing, or an input.
    package func check(inputs: [String], command: String) throws(CommandFailure) {
        try OutputName.check(
            output,
            for: .soundFont,
            inputs: inputs,
            command: "font \(command)"
        )
        guard
            output == "-"
                || !InstrumentKind.descriptionExtensions.contains(
                    FilePath.fileExtension(of: output)
                )
        else {
            throw CommandFailure(
                .usage,
                "\(output): seqd font \(command) writes SoundFonts (.sf2, .sf3)"
            )
        }
        guard FileStatus(output)?.kind != .folder else {
            throw CommandFailure(.usage, "\(output): is a folder, expected a file name")
        }
    }

    /// Writes a file, which appears when it is complete.
    package func write(_ bytes: [UInt8]) throws(CommandFailure) {
        try DataDestination(output).write(bytes)
    }

    /// Reports the findings of an instrument.
    package static func report(_ image: InstrumentImage) {
        let findings = image.diagnostics.filter { $0.severity != .note }.map(\.description)
        for line in BoundedLines.of(findings, hint: "seqd font check lists them") {
            Console.report(line)
        }
    }

    /// Writes the SoundFont of an instrument and reports its findings.
    package func write(_ image: InstrumentImage) throws(CommandFailure) {
        Self.report(image)
        let pieceSize = 1 << 22
        try unsafe DataDestination(output).write { (sink) throws(CommandFailure) in
            for start in stride(from: 0, to: image.size, by: pieceSize) {
                let bytes = try CommandFailure.catching { () throws(HostError) in
                    try image.bytes(at: start, count: min(pieceSize, image.size - start))
                }
                try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(CommandFailure) in
                    try unsafe sink(UnsafeRawBufferPointer(bytes))
                }
            }
        }
    }
}
