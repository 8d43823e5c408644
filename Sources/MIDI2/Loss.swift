public import SMF

/// Something that the other protocol has no place for.
enum Loss: CaseIterable {
    case resolution
    case tempoResolution
    case tempo
    case meter
    case division
    case noteAttribute
    case perNoteController
    case perNoteBend
    case perNoteManagement
    case relativeController
    case data
    case mixedData
    case text
    case flexData
    case reserved
    case meta
    case marker
    case escape

    /// Whether a value is another one, and nothing is left out.
    var isRounding: Bool {
        switch self {
        case .resolution, .tempoResolution, .division, .text, .marker: true
        default: false
        }
    }

    /// The words of a message; what is lost, and what becomes of it.
    func words(_ count: Int) -> String {
        func all(_ one: String, _ many: String) -> String {
            count == 1 ? "1 \(one)" : "\(count) \(many)"
        }
        return switch self {
        case .resolution:
            all("value", "values") + " finer than MIDI 1.0 has them (rounded down)"
        case .tempoResolution:
            all("tempo", "tempos") + " finer than 1 microsecond per quarter note (rounded)"
        case .tempo: all("tempo", "tempos") + " that MIDI files do not have (left out)"
        case .meter: all("meter", "meters") + " that MIDI files do not have (left out)"
        case .division:
            all("time", "times") + " finer than a MIDI file has them (rounded)"
        case .noteAttribute:
            all("note", "notes") + " with an attribute, such as a pitch (without it)"
        case .perNoteController:
            all("controller of a single note", "controllers of single notes") + " (left out)"
        case .perNoteBend:
            all("pitch bend of a single note", "pitch bends of single notes") + " (left out)"
        case .perNoteManagement:
            all("message that detaches a note", "messages that detach notes") + " (left out)"
        case .relativeController:
            all("relative change of a parameter", "relative changes of parameters")
                + " (left out)"
        case .data:
            all("System Exclusive message of 8 bits", "System Exclusive messages of 8 bits")
                + " (left out)"
        case .mixedData: all("part", "parts") + " of a mixed data set (left out)"
        case .text:
            all("text of a kind", "texts of kinds")
                + " that MIDI files do not have (as plain text)"
        case .flexData:
            all("chord name or other mark", "chord names or other marks") + " (left out)"
        case .reserved: all("message", "messages") + " of a reserved type (left out)"
        case .meta:
            all("meta event", "meta events") + " that a MIDI 2.0 clip does not have (left out)"
        case .marker:
            all("marker or other text", "markers or other texts")
                + " that a MIDI 2.0 clip does not have (as plain text)"
        case .escape:
            all("escape event", "escape events") + " that is no system message (left out)"
        }
    }
}

/// The losses, counted.
struct Losses {
    private var counts: [Loss: (count: Int, offset: Int)] = [:]

    /// Counts a loss at an offset of the file.
    mutating func note(_ loss: Loss, at offset: Int = 0) {
        counts[loss, default: (0, offset)].count += 1
    }

    /// All in a fixed order, each with its number and the offset of the first.
    var all: [(loss: Loss, count: Int, offset: Int)] {
        Loss.allCases.compactMap { loss in counts[loss].map { (loss, $0.count, $0.offset) } }
    }
}

// Findings in MIDI 2.0 clips, beside those that Standard MIDI Files have too.
extension Diagnostic.Code {
    /// A MIDI 2.0 clip has something that MIDI 1.0 has no place for.
    public static let midi2Loss = Self(rawValue: "midi-2-loss")

    /// A MIDI 2.0 clip does not say where its music starts.
    public static let midi2StartMissing = Self(rawValue: "midi-2-start-missing")

    /// All codes of findings that only MIDI 2.0 clips have.
    public static let midi2Codes: [Self] = [.midi2Loss, .midi2StartMissing]
}
