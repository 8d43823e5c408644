/// The nine tables of the preset data, in the order of the file (§7.1).
enum PresetTable: Int, CaseIterable {
    case presets
    case presetBags
    case presetModulators
    case presetGenerators
    case instruments
    case instrumentBags
    case instrumentModulators
    case instrumentGenerators
    case samples

    /// The four letters of its chunk.
    var chunk: String {
        switch self {
        case .presets: "phdr"
        case .presetBags: "pbag"
        case .presetModulators: "pmod"
        case .presetGenerators: "pgen"
        case .instruments: "inst"
        case .instrumentBags: "ibag"
        case .instrumentModulators: "imod"
        case .instrumentGenerators: "igen"
        case .samples: "shdr"
        }
    }

    /// The bytes of a record (§7.2 … §7.10).
    var recordSize: Int {
        switch self {
        case .presets: 38
        case .presetBags, .instrumentBags: 4
        case .presetModulators, .instrumentModulators: 10
        case .presetGenerators, .instrumentGenerators: 4
        case .instruments: 22
        case .samples: 46
        }
    }

    /// The size in bytes of a record of version 1; 1 if it is not known.
    var firstRecordSize: Int {
        switch self {
        case .presetModulators, .instrumentModulators: 1
        // Their names are in a chunk of their own, and they have the card's rate.
        case .samples: 16
        default: recordSize
        }
    }
}
