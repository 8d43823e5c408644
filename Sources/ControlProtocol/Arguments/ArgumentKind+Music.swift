import JSON
import SMF
import Sequencer
import Wording

extension ArgumentKind<Position> {
    /// A position in the current file.
    static var position: ArgumentKind {
        ArgumentKind(
            "\(filePosition.type.description), `next-bar`, `next-beat`",
            "POSITION",
            .textOrNumber,
            .positions(isComing: true),
            value: seconds,
            read: parsed
        )
    }

    /// A position that does not depend on playback.
    static var filePosition: ArgumentKind {
        ArgumentKind(
            "position: `17:1`, `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`",
            "POSITION",
            .textOrNumber,
            .positions(isComing: false),
            value: seconds,
            read: { text in
                (try? parsed(text)).flatMap { $0 == .nextBar || $0 == .nextBeat ? nil : $0 }
            }
        )
    }

    /// Reads a number of seconds; nanoseconds are the finest that a position is.
    fileprivate static func seconds(_ json: JSONValue) -> Position? {
        guard case .number(let seconds) = json, seconds >= 0, seconds < 9e9 else { return nil }
        return .seconds(nanoseconds: Int64((seconds * 1e9).rounded()))
    }

    fileprivate static func parsed(_ text: String) throws(RequestError) -> Position? {
        do throws(PositionError) {
            return try Position(parsing: text)
        } catch {
            throw .arguments(error.description)
        }
    }
}

extension ArgumentKind<SeekTarget> {
    /// A position, or an offset from the playback position.
    static var seekTarget: ArgumentKind {
        let description =
            "position as for `at`, or an offset: `+10s`, `-1m30s`, `-2 bars`, `+1 beat`, `+480t`"
        return ArgumentKind(
            description,
            "POSITION",
            .textOrNumber,
            .positions(isComing: true),
            value: { json throws(RequestError) in
                // An offset has a sign, which a number cannot have.
                if case .integer(..<0) = json {
                    throw .arguments("\(json.text): expected \(description.withoutMarks)")
                }
                return ArgumentKind<Position>.seconds(json).map { .position($0) }
            },
            read: { text throws(RequestError) in
                guard PositionOffset.isOffset(text) else {
                    return try ArgumentKind<Position>.parsed(text).map { .position($0) }
                }
                do throws(PositionError) {
                    return .offset(try PositionOffset(parsing: text))
                } catch {
                    throw .arguments(error.description)
                }
            }
        )
    }
}

extension ArgumentKind<Speed> {
    /// A playback speed.
    static var speed: ArgumentKind {
        ArgumentKind(
            "speed: `0.5`, `3/4`, `150%`; 1/100 to 100",
            nil,
            .textOrNumber,
            read: { Speed(parsing: $0) }
        )
    }
}

extension ArgumentKind<Speed> {
    /// A vari-speed.
    static var variSpeed: ArgumentKind {
        ArgumentKind(
            "speed: `0.5`, `3/4`, `150%`; 1/100 to 8",
            nil,
            .textOrNumber,
            read: { text in Speed(parsing: text).flatMap { $0.isVariSpeed ? $0 : nil } }
        )
    }
}

extension ArgumentKind<LoopSetting> {
    /// The part that is repeated.
    static var loop: ArgumentKind {
        ArgumentKind(
            "`on`, `off`, `file` or two positions, `17:1..25:1`",
            "on|off|file|FROM..TO",
            .textOrFlag,
            .words(["on", "off", "file"]),
            value: { if case .boolean(let isOn) = $0 { isOn ? .whole : .off } else { nil } },
            read: { text throws(RequestError) in
                do throws(PositionError) {
                    return try LoopSetting(parsing: text)
                } catch {
                    throw .arguments(error.description)
                }
            }
        )
    }
}

extension ArgumentKind<Tempo> {
    /// A tempo.
    static var tempo: ArgumentKind {
        ArgumentKind(
            "quarter notes per minute, 4 to 1000, such as `92.5`",
            nil,
            .textOrNumber,
            text: { ArgumentKind<Double>.exactText($0.beatsPerMinute) },
            read: { Tempo(parsing: $0) }
        ).json { .number($0.beatsPerMinute) }
    }
}

extension ArgumentKind<Tempo?> {
    /// A tempo, or `off`.
    static var tempoOrOff: ArgumentKind {
        ArgumentKind<Tempo>.tempo.orOff(
            "\(ArgumentKind<Tempo>.tempo.type.description), or `off`",
            "BPM|off"
        )
    }
}

extension ArgumentKind<SpeedRamp?> {
    /// A ramp of speeds, or `off`.
    static var rampOrOff: ArgumentKind {
        ArgumentKind<SpeedRamp>("", read: { SpeedRamp(parsing: $0) }).orOff(
            "two speeds and 2 to 1000 repetitions, such as `60%..100%/5`, or `off`",
            "FROM..TO/COUNT|off"
        )
    }
}

extension ArgumentKind<SelectorSet> {
    /// Channels and tracks.
    static var selectors: ArgumentKind {
        ArgumentKind(
            "comma-separated selectors: `10`, `ch:2/10`, `track:3`, `track:Bass`, `all`",
            nil,
            .selectors,
            .selectors(orOff: false),
            text: { $0.selectors.map(\.description).joined(separator: ",") },
            read: { text throws(RequestError) in
                do throws(SelectorError) {
                    return try SelectorSet(parsing: text)
                } catch {
                    throw .arguments(error.description)
                }
            }
        )
    }
}

extension ArgumentKind<SelectorSet?> {
    /// Channels and tracks, or `off`.
    static var selectorsOrOff: ArgumentKind {
        ArgumentKind<SelectorSet>.selectors.orOff(
            "selectors as for `mute`, or `off`"
        )
    }
}

extension ArgumentKind<TimeSignature> {
    /// A meter: `6/8`.
    static var meter: ArgumentKind {
        ArgumentKind("meter: `4/4`, `6/8`", read: { TimeSignature(parsing: $0) })
    }
}

extension ArgumentKind<Int64> {
    /// A time without a position, in nanoseconds.
    static var duration: ArgumentKind {
        ArgumentKind(
            "time: `10m`, `1m30s`, `90` for seconds",
            "TIME",
            .textOrNumber,
            text: { TimeText.text(nanoseconds: $0, decimals: 0...9) },
            read: { text in
                guard case .seconds(let time)? = try? Position(parsing: text), time > 0 else {
                    return nil
                }
                return time
            }
        )
    }
}

extension ArgumentKind<PositionOffset> {
    /// The time that a move takes.
    static var moveLength: ArgumentKind {
        ArgumentKind(
            "time, bars or beats: `2s`, `1m30s`, `4bars`, `1beat`",
            "LENGTH",
            .textOrNumber,
            text: { $0.description.dropFirst().filter { $0 != " " } },
            read: { text in
                guard !PositionOffset.isOffset(text),
                    let length = try? PositionOffset(parsing: "+\(text)")
                else { return nil }
                switch length {
                case .seconds(let nanoseconds):
                    return (1...86_400_000_000_000).contains(nanoseconds) ? length : nil
                case .beats(let count), .bars(let count): return count > 0 ? length : nil
                case .ticks: return nil
                }
            }
        )
    }
}

extension ArgumentKind<NoteValue> {
    /// A part of a whole note.
    static var noteValue: ArgumentKind {
        ArgumentKind(
            "note value: `1/16`, or `1/8t` for triplets",
            "NOTE",
            read: { NoteValue(parsing: $0) }
        )
    }
}
