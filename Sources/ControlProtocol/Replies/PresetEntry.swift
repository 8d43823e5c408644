/// A preset of the SoundFonts.
public struct PresetEntry: Hashable, Sendable {
    /// The bank and program.
    public var address: PresetAddress
    /// The name in the font.
    public var name: String

    /// Makes an entry.
    public init(_ address: PresetAddress, name: String) {
        self.address = address
        self.name = name
    }
}

/// A preset that was selected and that the SoundFonts lack, and the one that plays instead.
public struct PresetReplacement: Hashable, Sendable {
    /// The missing preset.
    public var preset: PresetAddress
    /// Its name in the SoundFonts that are replaced, in the answer of `load-font`; `nil` if they lack
    /// it too.
    public var presetName: String?
    /// The preset that plays instead; `nil` if none does.
    public var substitute: PresetEntry?

    /// Makes a replacement.
    public init(_ preset: PresetAddress, name: String? = nil, by substitute: PresetEntry?) {
        self.preset = preset
        presetName = name
        self.substitute = substitute
    }
}

extension PresetEntry: ListedRecord {
    package init() { self.init(PresetAddress(program: 0), name: "") }

    package static let fields = Field<PresetEntry>.table {
        Field("bank", \.address.bank)
        Field("program", \.address.program)
        Field("name", \.name)
    }

    package func words(at index: Int) -> String { "\(address) \(name)" }

    static let list = AnswerList<PresetEntry>(
        "presets",
        line: "preset",
        "each preset: `bank:program` and name; in JSON, objects with `bank`, `program` and `name`"
    )
}

extension PresetReplacement: ListedRecord {
    package init() { self.init(PresetAddress(program: 0), by: nil) }

    package static let fields = Field<PresetReplacement>.table {
        Field("preset", \.preset, "`bank:program`, missing from the SoundFonts")
        Field("presetName", \.presetName)
        Field("substitute", \.substituteAddress, "the preset that plays instead, if one does")
        Field("name", \.substituteName, "its name")
    }

    private var substituteAddress: PresetAddress? {
        get { substitute?.address }
        set { substitute = newValue.map { PresetEntry($0, name: "") } }
    }

    private var substituteName: String? {
        get { substitute?.name }
        set { substitute?.name = newValue ?? "" }
    }

    package func words(at index: Int) -> String { words }

    /// The text in messages: `8:48 Slow Strings -> 0:48 Strings`, or `-> none`.
    package var words: String {
        func text(_ address: PresetAddress, _ name: String?) -> String {
            name.map { $0.isEmpty ? "\(address)" : "\(address) \($0)" } ?? "\(address)"
        }
        let sound = substitute.map { text($0.address, $0.name) } ?? "none"
        return "\(text(preset, presetName)) -> \(sound)"
    }
}
