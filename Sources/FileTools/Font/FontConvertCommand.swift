package import ArgumentParser
import CommandSupport
import SamplerHost
import Wording

/// `seqd font convert`: an instrument of another kind as an SF2 file.
package struct FontConvertCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert an SFZ, DLS, SF3 or other instrument to SF2.",
        discussion: """
            What a SoundFont cannot do is reported. The compressed samples of SF3 become 16-bit \
            frames.
            """
    )

    @Argument(help: "Font: SFZ, DLS, SF3, .aupreset, a sound file or a folder of them.")
    package var font: String

    @OptionGroup package var output: FontOutput

    package func run() throws {
        try output.check(inputs: [font], command: "convert")
        let content = try FontCommand.content(font, isForFile: true)
        if let image = content.image { return try output.write(image) }
        let findings = BoundedLines.of(
            content.reportedFindings,
            hint: "seqd font check lists them"
        )
        for finding in findings { Console.report(finding) }
        let assembly = try CommandFailure.catching { () throws(HostError) in
            try FontAssembly(content.bank, from: content)
        }
        for fault in assembly.faults { Console.report("\(font): \(fault); silent") }
        let bytes = try CommandFailure.catching { () throws(HostError) in try assembly.bytes() }
        try output.write(bytes)
    }
}
