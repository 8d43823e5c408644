package import JSON
import MIDI
import SMF
import Sequencer
import Transcoding
package import Wording

/// The type of an argument, with its range and unit.
package enum ArgumentType: Sendable {
    case integer(ClosedRange<Int>)
    /// A number and its unit.
    case number(ClosedRange<Double>, Unit)
    /// A level in dB, or `-inf`.
    case level
    /// A route of a part, as `--route` has it.
    case route
    case text
    /// The name of a command.
    case commandName
    /// An absolute path.
    case path
    /// The name of a text encoding.
    case encoding
    /// An entry of the queue.
    case entry
    /// The name of a playlist.
    case playlist
    case position
    /// A position that does not depend on playback.
    case filePosition
    /// A position, or an offset from the playback position.
    case seekTarget
    /// A key of a note, by number or by name.
    case key
    case speed
    case loop
    /// A tempo, or `off`.
    case tempo
    /// A tempo.
    case fixedTempo
    /// A ramp of speeds, or `off`.
    case ramp
    /// `on` or `off`.
    case flag
    /// `now` or `bar`.
    case versionTime
    case selectors
    /// Selectors, or `off`.
    case selectorsOrOff
    case channel
    case preset
    case font
    case bytes
    case logLevel
    /// One of some words.
    case choice([String])
    /// The sound after the last note of a rendered file.
    case tail
    /// The level of a rendered file.
    case renderLevel
    case event
    /// A meter: `6/8`.
    case meter
    /// A time without a position: `10m`.
    case duration
    /// A part of a whole note.
    case noteValue

    /// The description in the help and the reference.
    package var description: String {
        switch self {
        case .integer(let range):
            range.upperBound == .max
                ? "integer, \(range.lowerBound) or more"
                : "integer, \(range.lowerBound) to \(range.upperBound)"
        case .number(let range, let unit):
            "number, \(NumberText.decimal(range.lowerBound)) to "
                + "\(NumberText.decimal(range.upperBound))\(unit.suffix)"
        case .level: "number, -200 to 12 dB, or `-inf`"
        case .route: "route: `PART=DESTINATION[,OPTION=VALUE …]`"
        case .text, .commandName: "text"
        case .path: "absolute path"
        case .encoding: "encoding name, as listed by `iconv -l`"
        case .entry: "queue position from 1, or `id:ID`"
        case .key: "0 to 127, or a note such as `C4` (60), `F#3`, `Bb-1`"
        case .seekTarget:
            "position as for `at`, or an offset: `+10s`, `-1m30s`, `-2 bars`, `+1 beat`, `+480t`"
        case .playlist:
            "name: up to \(PlaylistName.limit) bytes without `/`, not beginning with `.`; quote "
                + "blanks"
        case .position: "\(Self.filePosition.description), `next-bar`, `next-beat`"
        case .filePosition:
            "position: `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`"
        case .speed: "speed: `0.5`, `3/4`, `150%`; 1/100 to 100"
        case .loop: "`on`, `off`, `file` or two positions, `17:1..25:1`"
        case .ramp:
            "two speeds and 2 to 1000 repetitions, such as `60%..100%/5`, or `off`"
        case .tempo: "\(Self.fixedTempo.description), or `off`"
        case .fixedTempo: "quarter notes per minute, 4 to 1000, such as `92.5`"
        case .flag: "`on` or `off`"
        case .versionTime: "`now` or `bar`"
        case .selectors:
            "comma-separated selectors: `10`, `ch:2/10`, `track:3`, `track:Bass`, `all`"
        case .selectorsOrOff: "selectors as for `mute`, or `off`"
        case .channel: "channel, 1 to 16, or `INPUT/CHANNEL` such as `2/10`"
        case .preset:
            "`BANK:PROGRAM` such as `0:48`, or `PROGRAM` in bank 0; bank 0 to 16383, program 0 to "
                + "127"
        case .font: "absolute path of a SoundFont; `FONT+128` adds 128 to its bank numbers"
        case .logLevel: LogLevel.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .tail: "`auto` (until -80 dBFS, at most 10 s), `none`, or 0 to 3600 seconds"
        case .renderLevel:
            "`peak=DBFS` or `true-peak=DBFS`, -60 to 0, or `lufs=LUFS`, -60 to -5"
        case .meter: "meter: `4/4`, `6/8`"
        case .duration: "time: `10m`, `1m30s`, `90` for seconds"
        case .noteValue: "note value: `1/16`, or `1/8t` for triplets"
        case .bytes: "hexadecimal digits, two per byte, such as `903C64`"
        case .event:
            "`all`, " + EventType.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        }
    }

    /// The word for it in a usage; `nil` if the parameter's name is enough.
    package var placeholder: String? {
        switch self {
        case .position, .filePosition, .seekTarget: "POSITION"
        case .loop: "on|off|file|FROM..TO"
        case .ramp: "FROM..TO/COUNT|off"
        case .tempo: "BPM|off"
        case .flag: "on|off"
        case .versionTime: "now|bar"
        case .encoding, .playlist: "NAME"
        case .preset: "BANK:PROGRAM"
        case .font: "FONT"
        case .bytes: "HEX"
        case .logLevel: LogLevel.allCases.map(\.rawValue).joined(separator: "|")
        case .event: "TYPE"
        case .choice(let words) where words.count < 5: words.joined(separator: "|")
        case .tail: "auto|none|SECONDS"
        case .renderLevel: "LEVEL"
        case .duration: "TIME"
        case .noteValue: "NOTE"
        case .level: "DB"
        case .route: "ROUTE"
        case .number(_, let unit) where unit == .hertz: "HZ"
        case .number(_, let unit) where unit == .decibels: "DB"
        default: nil
        }
    }

    /// Whether it is ``selectorsOrOff``.
    package var isSelectorsOrOff: Bool {
        if case .selectorsOrOff = self { true } else { false }
    }

    /// The type in JSON.
    package var json: String {
        switch self {
        case .integer, .number: "number"
        case .level, .tail, .entry, .duration, .position, .filePosition, .seekTarget, .key, .speed,
            .tempo, .fixedTempo, .channel, .preset:
            "string or number"
        case .flag: "string or boolean"
        case .selectors, .selectorsOrOff: "string, number or array"
        case .loop: "string or boolean"
        case .ramp, .route, .text, .commandName, .path, .encoding, .playlist, .font, .bytes, .event,
            .versionTime,
            .logLevel, .choice, .renderLevel, .meter, .noteValue:
            "string"
        }
    }

    /// Reads an argument as it is typed.
    ///
    /// - Throws: −32602 with the value and what was expected.
    func value(of text: String) throws(RequestError) -> ArgumentValue {
        try value(of: text, shownAs: RequestError.quoted(text))
    }

    /// Reads the text of an argument; a failure shows it as it was given.
    private func value(
        of text: String,
        shownAs given: @autoclosure () -> String
    ) throws(RequestError) -> ArgumentValue {
        var expected: RequestError { self.expected(insteadOf: given()) }
        switch self {
        case .integer(let range):
            guard let value = Int(text), range.contains(value) else { throw expected }
            return .integer(value)
        case .number(let range, let unit):
            guard let value = unit.number(text), range.contains(value) else { throw expected }
            return .number(value)
        case .level:
            guard text != LevelText.silence else { return .level(-.infinity) }
            guard let value = Unit.decibels.number(text), (-200...12).contains(value) else {
                throw expected
            }
            return .level(value)
        case .route, .text, .commandName: return .text(text)
        case .path:
            // A NUL, which JSON may hold, would end the path for the system.
            guard text.hasPrefix("/"), !text.utf8.contains(0) else { throw expected }
            return .path(SourcePath(text))
        case .encoding:
            guard (try? TextConverter(encoding: text)) != nil else { throw expected }
            return .encoding(text)
        case .playlist:
            guard let name = PlaylistName(text) else { throw expected }
            return .playlist(name)
        case .entry:
            guard let entry = EntryAddress(parsing: text) else { throw expected }
            return .entry(entry)
        case .key:
            guard let key = NoteName.key(text) else { throw expected }
            return .integer(Int(key))
        case .seekTarget where PositionOffset.isOffset(text): return .offset(try Self.offset(text))
        case .position, .seekTarget: return .position(try Self.position(text))
        case .filePosition:
            guard let position = try? Self.position(text),
                position != .nextBar, position != .nextBeat
            else { throw expected }
            return .position(position)
        case .speed:
            guard let speed = Speed(parsing: text) else { throw expected }
            return .speed(speed)
        case .loop:
            guard let setting = try Self.loop(text) else { throw expected }
            return .loop(setting)
        case .ramp:
            guard text != "off" else { return .ramp(nil) }
            guard let ramp = SpeedRamp(parsing: text) else { throw expected }
            return .ramp(ramp)
        case .tempo where text == "off": return .tempo(nil)
        case .tempo, .fixedTempo:
            guard let tempo = Tempo(parsing: text) else { throw expected }
            return .tempo(tempo)
        case .flag:
            guard text == "on" || text == "off" else { throw expected }
            return .flag(text == "on")
        case .versionTime:
            guard let time = VersionTime(rawValue: text) else { throw expected }
            return .versionTime(time)
        case .selectorsOrOff where text == "off": return .off
        case .selectors, .selectorsOrOff: return .selectors(try Self.selectors(text))
        case .channel:
            guard let channel = ChannelAddress(parsing: text) else { throw expected }
            return .channel(channel)
        case .preset:
            guard let preset = PresetAddress(parsing: text) else { throw expected }
            return .preset(preset)
        case .font:
            guard let font = SoundFontPath(parsing: text) else { throw expected }
            return .font(font)
        case .logLevel:
            guard let level = LogLevel(rawValue: text) else { throw expected }
            return .logLevel(level)
        case .choice(let words):
            guard words.contains(text) else { throw expected }
            return .text(text)
        case .tail:
            guard let tail = RenderTail(parsing: text) else { throw expected }
            return .tail(tail)
        case .renderLevel:
            guard let level = RenderLevel(parsing: text) else { throw expected }
            return .renderLevel(level)
        case .meter:
            guard let meter = TimeSignature(parsing: text) else { throw expected }
            return .meter(meter)
        case .duration:
            guard case .seconds(let time)? = try? Position(parsing: text), time > 0 else {
                throw expected
            }
            return .duration(time)
        case .noteValue:
            guard let value = NoteValue(parsing: text) else { throw expected }
            return .noteValue(value)
        case .bytes:
            guard let bytes = HexBytes(parsing: text)?.bytes else { throw expected }
            return .bytes(bytes)
        case .event:
            if text == "all" { return .events(Set(EventType.allCases)) }
            guard let type = EventType(rawValue: text) else { throw expected }
            return .events([type])
        }
    }

    /// Reads an argument that is a JSON value, not an array.
    ///
    /// - Throws: −32602 with the value and what was expected.
    func value(of json: JSONValue) throws(RequestError) -> ArgumentValue {
        if case .string(let text) = json {
            switch self {
            case .integer, .number: throw expected(insteadOf: RequestError.quoted(text))
            default: return try value(of: text)
            }
        }
        var given: String { RequestError.cut(json.text) }
        var expected: RequestError { self.expected(insteadOf: given) }
        func value(of text: String) throws(RequestError) -> ArgumentValue {
            try self.value(of: text, shownAs: given)
        }
        switch (self, json) {
        case (.integer, .integer(let number)): return try value(of: "\(number)")
        // 3.0 is as good an integer as 3.
        case (.integer, .number(let number)):
            guard let whole = Int(exactly: number) else { throw expected }
            return try value(of: "\(whole)")
        case (.loop, .boolean(let isOn)): return .loop(isOn ? .whole : .off)
        case (.flag, .boolean(let isOn)): return .flag(isOn)
        // An offset has a sign, which a number cannot have.
        case (.seekTarget, .integer(let number)) where number >= 0:
            return try value(of: "\(number)")
        case (.position, .number(let seconds)), (.filePosition, .number(let seconds)),
            (.seekTarget, .number(let seconds)):
            // Nanoseconds are the finest that a position is.
            guard seconds >= 0, seconds < 9e9 else { throw expected }
            return .position(.seconds(nanoseconds: Int64((seconds * 1e9).rounded())))
        case (.number, .integer(let number)), (.tail, .integer(let number)),
            (.duration, .integer(let number)),
            (.level, .integer(let number)),
            (.tempo, .integer(let number)), (.fixedTempo, .integer(let number)),
            (.position, .integer(let number)), (.filePosition, .integer(let number)),
            (.speed, .integer(let number)),
            (.entry, .integer(let number)), (.key, .integer(let number)),
            (.channel, .integer(let number)), (.preset, .integer(let number)),
            (.selectors, .integer(let number)), (.selectorsOrOff, .integer(let number)):
            return try value(of: "\(number)")
        case (.number, .number(let number)), (.tail, .number(let number)),
            (.duration, .number(let number)),
            (.level, .number(let number)),
            (.tempo, .number(let number)), (.fixedTempo, .number(let number)),
            (.speed, .number(let number)):
            return try value(of: "\(number)")
        default: throw expected
        }
    }

    /// An argument of the command line as JSON.
    package func json(for word: String) -> JSONValue {
        switch self {
        case .integer, .number:
            if let value = Int64(word) { return .integer(value) }
            return Double(word).map { .number($0) } ?? .string(word)
        default: return .string(word)
        }
    }

    private func expected(insteadOf given: String) -> RequestError {
        .arguments("\(given): expected \(description.filter { $0 != "`" })")
    }

    private static func position(_ text: String) throws(RequestError) -> Position {
        do throws(PositionError) {
            return try Position(parsing: text)
        } catch {
            throw .arguments(error.description)
        }
    }

    private static func offset(_ text: String) throws(RequestError) -> PositionOffset {
        do throws(PositionError) {
            return try PositionOffset(parsing: text)
        } catch {
            throw .arguments(error.description)
        }
    }

    private static func loop(_ text: String) throws(RequestError) -> LoopSetting? {
        do throws(PositionError) {
            return try LoopSetting(parsing: text)
        } catch {
            throw .arguments(error.description)
        }
    }

    private static func selectors(_ text: String) throws(RequestError) -> SelectorSet {
        do throws(SelectorError) {
            return try SelectorSet(parsing: text)
        } catch {
            throw .arguments(error.description)
        }
    }
}
