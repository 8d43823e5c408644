package import CommandSupport
package import SamplerHost

/// SoundFonts as FluidSynth stacks them: the preset that sounds for a bank and program, and its
/// number of voices.
package struct CheckedFonts: Sendable {
    /// A preset of one of the fonts, with the bank number that it has in the stack.
    package struct Preset: Sendable {
        package var bank: Int
        package var program: Int
        package var name: String
        fileprivate var font: Int
        fileprivate var index: Int
        /// The voices by key and velocity; empty until they are needed.
        fileprivate var voiceCounts: [UInt16] = []

        /// The bank and the program.
        package var address: Address { Address(bank: bank, program: program) }
        /// The preset as a message about a substitution has it.
        package var asPreset: SamplerHost.Preset {
            SamplerHost.Preset(bank: bank, program: program, name: name)
        }
    }

    /// A bank and a program.
    package typealias Address = PresetSubstitution.Choice

    /// The fonts, the first has priority.
    package let references: [SoundFontReference]
    /// The interpretation of bank selects at the start.
    package let bankMode: BankMode
    private let fonts: [SoundFontZones]
    package private(set) var presets: [Preset] = []
    private var indices: [Address: Int] = [:]

    /// Reads the fonts.
    ///
    /// - Parameters:
    ///   - names: The files, each optionally with `+` and an offset for its bank numbers.
    ///   - bankMode: The interpretation of bank selects at the start.
    /// - Throws: Status 66 for a file that does not exist, 65 for one that is not a SoundFont.
    package init(_ names: [String], bankMode: BankMode) throws(CommandFailure) {
        references = names.map { SoundFontReference(parsing: $0, exists: SoundFontSearch.exists) }
        self.bankMode = bankMode
        var fonts: [SoundFontZones] = []
        for reference in references {
            let font = try CommandFailure.catching { () throws(HostError) in
                try SoundFontZones(font: reference.path)
            }
            for (index, preset) in font.presets.enumerated() {
                let bank = preset.bank + reference.bankOffset
                let address = Address(bank: bank, program: preset.program)
                guard indices[address] == nil else { continue }
                indices[address] = presets.count
                presets.append(
                    Preset(
                        bank: bank,
                        program: preset.program,
                        name: preset.name,
                        font: fonts.count,
                        index: index
                    )
                )
            }
            fonts.append(font)
        }
        self.fonts = fonts
    }

    /// A sampler that plays the fonts.
    package var sampler: SamplerSettings {
        var settings = SamplerSettings(fonts: references)
        settings.bankMode = bankMode
        return settings
    }

    /// The preset that sounds for a bank and program: itself or a substitute; `nil` for silence.
    package func sounding(_ address: Address) -> Int? {
        let choices = PresetSubstitution.choices(
            forBank: address.bank,
            program: address.program,
            first: PresetSubstitution.First(of: presets.lazy.map(\.address))
        )
        return choices.lazy.compactMap { indices[$0] }.first
    }

    /// The faults of the samples of a preset.
    package func sampleFaults(ofPreset index: Int) -> [SampleFault] {
        fonts[presets[index].font].sampleFaults(ofPreset: presets[index].index)
    }

    /// The oddities in the structure of the fonts, each after the font's name.
    package var remarks: [String] {
        zip(references, fonts).flatMap { reference, font in
            font.remarks.map { "\(reference.path): \($0)" }
        }
    }

    /// The number of voices of a note of a preset.
    package mutating func voices(ofPreset index: Int, key: UInt8, velocity: UInt8) -> Int {
        if presets[index].voiceCounts.isEmpty {
            let preset = presets[index]
            presets[index].voiceCounts = fonts[preset.font].voiceCounts(ofPreset: preset.index)
        }
        return Int(presets[index].voiceCounts[Int(key & 127) << 7 | Int(velocity & 127)])
    }

    /// Whether a preset has a sound for a key at any velocity.
    package func hasKey(_ key: UInt8, inPreset index: Int) -> Bool {
        let first = Int(key & 127) << 7
        guard presets[index].voiceCounts.count >= first + 128 else { return true }
        return presets[index].voiceCounts[first + 1..<first + 128].contains { $0 > 0 }
    }
}
