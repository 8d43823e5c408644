import JSON
package import SMF
package import Sequencer

/// An argument that has been read and is within its range.
package enum ArgumentValue {
    case integer(Int)
    case number(Double)
    /// A level in dB, or −∞.
    case level(Double)
    case text(String)
    case path(SourcePath)
    case encoding(String)
    case entry(EntryAddress)
    case playlist(PlaylistName)
    case position(Position)
    case offset(PositionOffset)
    case speed(Speed)
    case loop(LoopSetting)
    /// A tempo; `nil` for `off`.
    case tempo(Tempo?)
    /// A ramp of speeds; `nil` for `off`.
    case ramp(SpeedRamp?)
    case flag(Bool)
    case versionTime(VersionTime)
    case selectors(SelectorSet)
    /// `off` in place of selectors.
    case off
    case channel(ChannelAddress)
    case preset(PresetAddress)
    case font(SoundFontPath)
    case bytes([UInt8])
    case logLevel(LogLevel)
    case tail(RenderTail)
    case renderLevel(RenderLevel)
    /// All types, or one.
    case events(Set<EventType>)
    case meter(TimeSignature)
    /// A time in nanoseconds.
    case duration(Int64)
    case noteValue(NoteValue)
}

extension ArgumentValue {
    /// The value in words, quoted if necessary.
    var words: String {
        switch self {
        case .path(let path): path.isRest ? path.text : Words.quoted(path.text)
        default: Words.word(for: text)
        }
    }

    /// The value in JSON.
    var json: JSONValue {
        switch self {
        case .integer(let value): .integer(Int64(value))
        case .number(let value): .number(value)
        case .level(let value): LevelText.json(value)
        case .entry(.position(let position)): .integer(Int64(position))
        case .tempo(let tempo?): .number(tempo.beatsPerMinute)
        case .flag(let isOn): .boolean(isOn)
        default: .string(text)
        }
    }

    /// The value as it is read, not quoted.
    private var text: String {
        switch self {
        case .integer(let value): "\(value)"
        case .number(let value): Self.text(value)
        case .level(let value): value == -.infinity ? LevelText.silence : Self.text(value)
        case .tempo(let tempo?): Self.text(tempo.beatsPerMinute)
        case .text(let text), .encoding(let text): text
        case .path(let path): path.text
        case .entry(let entry): entry.description
        case .playlist(let name): name.description
        case .position(let position): position.description
        case .offset(let offset): offset.description
        case .speed(let speed): speed.description
        case .loop(let setting): setting.description
        case .ramp(let ramp?): ramp.description
        case .tempo(nil), .ramp(nil), .off: "off"
        case .flag(let isOn): isOn ? "on" : "off"
        case .versionTime(let time): time.rawValue
        case .selectors(let set): set.selectors.map(\.description).joined(separator: ",")
        case .channel(let channel): channel.description
        case .preset(let preset): preset.description
        case .font(let font): font.description
        case .bytes(let bytes): HexBytes(bytes).text
        case .logLevel(let level): level.rawValue
        case .tail(let tail): tail.description
        case .renderLevel(let level): level.description
        case .meter(let meter): meter.description
        case .duration(let time): TimeText.text(nanoseconds: time, decimals: 0...9)
        case .noteValue(let value): value.description
        case .events(let types):
            types.count == 1 ? types.first?.rawValue ?? "" : "all"
        }
    }

    /// The exact text of a number, without a fraction if it is an integer.
    private static func text(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
