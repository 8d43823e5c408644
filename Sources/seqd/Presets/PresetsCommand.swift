import ArgumentParser
import CommandSupport
import JSON
import SamplerHost
import Wording

/// `seqd presets`: the sounds of a SoundFont.
struct PresetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presets",
        abstract: "List the presets of a SoundFont as bank:program and name.",
        discussion: """
            EXAMPLES:
              seqd presets                              the default SoundFont's
              seqd presets piano.sf2 --json

            Bank 128 holds the drum kits. stderr lists samples that cannot be played.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "SoundFont; FONT+128 adds 128 to its bank numbers. "
                + "Default: $SEQD_SOUNDFONT, else the system's, else seqd's own."
        ),
        completion: .file(extensions: FileCategory.fontExtensions)
    )
    var font: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    @Flag(
        name: [.short, .long],
        help: "Report unusual structures, and all samples that cannot be played."
    )
    var verbose = false

    mutating func run() throws {
        let font: SoundFontReference
        if let name = self.font {
            font = SoundFontReference(parsing: name, exists: SoundFontSearch.exists)
            try MixedUpInput.refuseMIDI(
                font.path,
                expected: "a SoundFont",
                "seqd inspect \(ShellWord.quoted(font.path)) shows its contents"
            )
        } else {
            font = try SoundOptions.defaultFont()
            Console.report("\(font.path): the default SoundFont")
        }
        let presets = try Preset.presets(ofFont: font.path)
        try report(font)
        try Console.write(json ? Self.json(font, presets) : Self.text(font, presets))
    }

    /// Says what is wrong with the font.
    private func report(_ font: SoundFontReference) throws {
        let zones = try SoundFontZones(font: font.path)
        if verbose {
            for remark in zones.remarks { Console.report("\(font.path): note: \(remark)") }
        }
        let faults = zones.presets.indices.flatMap { zones.sampleFaults(ofPreset: $0) }
            .map(\.description)
        let shown = verbose ? faults : BoundedLines.of(faults, hint: "--verbose lists them")
        for fault in shown { Console.report("\(font.path): \(fault)") }
    }

    private static func text(_ font: SoundFontReference, _ presets: [Preset]) -> String {
        let addresses = presets.map { "\($0.bank + font.bankOffset):\($0.program)" }
        let width = addresses.map(\.columns).max() ?? 0
        return zip(addresses, presets).map { address, preset in
            "\(address.padded(to: width))  \(preset.name.printable)\n"
        }.joined()
    }

    private static func json(_ font: SoundFontReference, _ presets: [Preset]) -> String {
        var document = JSONObject()
        document.set("schema", 1)
        document.set("font", font.path)
        document.set("bankOffset", font.bankOffset)
        document.set(
            "presets",
            presets.map { preset in
                var object = JSONObject()
                object.set("bank", preset.bank + font.bankOffset)
                object.set("program", preset.program)
                object.set("name", preset.name)
                return object
            }
        )
        return document.json.text + "\n"
    }
}
