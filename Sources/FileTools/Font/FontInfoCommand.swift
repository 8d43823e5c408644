package import ArgumentParser
package import CommandSupport
import JSON
package import SamplerHost
import Wording

/// `seqd font info`: what is in a font.
package struct FontInfoCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Show the presets of a font and their keys and velocities, its zones and samples."
    )

    @Argument(help: "Font: SF2, SF3, SFZ, DLS, .aupreset, a sound file or a folder of them.")
    package var font: String

    @Flag(help: "Show the zones of all presets: keys, velocities, instrument and sample.")
    package var zones = false

    @Flag(help: "Show all samples.")
    package var samples = false

    @Flag(help: "Print one JSON object.")
    package var json = false

    package func run() throws {
        let content = try FontCommand.content(font)
        let summary = FontSummary(content)
        try Console.write(
            json
                ? summary.json(showsZones: zones) + "\n"
                : summary.text(showsZones: zones, showsSamples: samples)
        )
        guard !json else { return }
        let findings = content.reportedFindings
        for line in BoundedLines.of(findings, hint: "seqd font check lists them") {
            Console.report(line)
        }
    }
}

extension FontCommand {
    /// Reads a font.
    ///
    /// - Parameters:
    ///   - path: The font.
    ///   - isForFile: Whether a SoundFont file is to be made of it.
    ///   - isWhole: Whether all frames are read at once.
    /// - Returns: The content.
    /// - Throws: Status 66 for a missing file, 65 for one that is not an instrument.
    package static func content(
        _ path: String,
        isForFile: Bool = false,
        isWhole: Bool = false
    ) throws(CommandFailure) -> FontContent {
        try MixedUpInput.refuseMIDI(
            path,
            expected: "a SoundFont or another instrument",
            "seqd inspect \(ShellWord.quoted(path)) shows its contents"
        )
        return try CommandFailure.catching { () throws(HostError) in
            try FontContent(path, isForFile: isForFile, isWhole: isWhole)
        }
    }
}
