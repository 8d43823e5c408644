import MIDI
public import SamplerHost
import Wording

/// Finds presets of SoundFonts by their names.
public enum PresetNames {
    /// The presets of a SoundFont, with its offset of bank numbers; `nil` if it cannot be read, which
    /// is reported where it is opened to be played.
    public typealias Source = (SoundFontReference) -> [Preset]?

    /// Reads the presets of a SoundFont.
    ///
    /// - Parameter font: The SoundFont.
    /// - Returns: Its presets; `nil` if it cannot be read.
    public static func read(_ font: SoundFontReference) -> [Preset]? {
        guard let presets = try? Preset.presets(ofFont: font.path) else { return nil }
        return presets.map {
            Preset(bank: $0.bank + font.bankOffset, program: $0.program, name: $0.name)
        }
    }

    /// The preset that has a name, or the only one that has it in its name; case is ignored.
    ///
    /// Presets of equal names count as one, the first: banks often repeat those of bank 0.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - presets: The presets.
    /// - Returns: The preset.
    /// - Throws: The name, and the presets that it may mean.
    public static func preset(
        named name: String,
        in presets: [Preset]
    ) throws(RoutingSyntaxError) -> Preset {
        let wanted = folded(name)
        let names = presets.map { folded($0.name) }
        if let index = names.firstIndex(of: wanted) { return presets[index] }
        var found: [Int] = []
        for (index, name) in names.enumerated() where name.contains(wanted) {
            if !found.contains(where: { names[$0] == name }) { found.append(index) }
        }
        if found.count == 1 { return presets[found[0]] }
        guard !found.isEmpty else {
            let near = Suggestion.nearest(to: wanted, among: presets.map(\.name))
            throw RoutingSyntaxError(
                name,
                "no preset has this in its name"
                    + (near.map { "; did you mean \"\($0)\"?" } ?? "; seqd presets lists all")
            )
        }
        let shown = found.prefix(shownNames).map { index in
            "\(presets[index].bank):\(presets[index].program) \"\(presets[index].name.printable)\""
        }
        let rest = found.count > shownNames ? " and \(found.count - shownNames) more" : ""
        throw RoutingSyntaxError(
            name,
            "several presets have this in their names: \(shown.joined(separator: ", "))\(rest)"
        )
    }

    /// Whether a preset has a name or a part of it.
    static func hasName(_ name: String, in presets: [Preset]) -> Bool {
        let wanted = folded(name)
        return presets.contains { folded($0.name).contains(wanted) }
    }

    /// The programs and drum kits of General MIDI 2.
    public static let generalMIDI: [Preset] =
        (UInt8(0)..<128).compactMap { program in
            GeneralMIDI.programName(program).map {
                Preset(bank: 0, program: Int(program), name: $0)
            }
        }
        + (UInt8(0)..<128).compactMap { program in
            GeneralMIDI.drumKitName(program).map {
                Preset(bank: 128, program: Int(program), name: $0)
            }
        }

    /// The most presets that an error lists.
    private static let shownNames = 6

    private static func folded(_ name: String) -> String {
        name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension PresetChoice {
    /// The preset that is meant.
    ///
    /// - Parameters:
    ///   - isRhythm: Whether it is for channel 10 alone: a program is that of a drum kit.
    ///   - fonts: The SoundFonts in which a name is looked up, the first with the highest priority;
    ///     without any, as for a MIDI output, it is one of General MIDI.
    ///   - source: The presets of a SoundFont.
    /// - Returns: The preset; 0:0 for a name that cannot be looked up, since a SoundFont cannot be
    ///   read.
    /// - Throws: The name, and the presets that it may mean.
    func preset(
        isRhythm: Bool,
        in fonts: [SoundFontReference],
        _ source: PresetNames.Source
    ) throws(RoutingSyntaxError) -> RoutingDestination.FixedPreset {
        switch self {
        case .address(let preset): return preset
        case .program(let program):
            return .init(bank: isRhythm ? 128 : 0, program: program)
        case .name(let name):
            var presets = fonts.isEmpty ? PresetNames.generalMIDI : []
            for font in fonts {
                guard let found = source(font) else { return .init(bank: 0, program: 0) }
                presets += found
            }
            let preset = try PresetNames.preset(named: name, in: presets)
            return .init(bank: preset.bank, program: preset.program)
        }
    }

    /// Whether a preset of SoundFonts has the name or a part of it; for numbers always.
    func isKnown(in fonts: [SoundFontReference], _ source: PresetNames.Source) -> Bool {
        guard case .name(let name) = self else { return true }
        return fonts.contains { font in
            // One that cannot be read is reported elsewhere.
            source(font).map { PresetNames.hasName(name, in: $0) } ?? true
        }
    }
}
