import Effects
import JSON
import Racks
import Transcoding

extension ArgumentKind<String> {
    /// Any text.
    static var text: ArgumentKind {
        ArgumentKind("text", read: { $0 })
    }

    /// The name of a command.
    static var commandName: ArgumentKind {
        ArgumentKind("text", nil, .text, .command, read: { $0 })
    }

    /// A route of a part, as `--route` has it.
    static var route: ArgumentKind {
        ArgumentKind(
            "route: `PART=DESTINATION[,OPTION=VALUE …]`",
            "ROUTE",
            .text,
            .route,
            read: { $0 }
        )
    }

    /// The preset of a part, as `--program` has it.
    static var program: ArgumentKind {
        ArgumentKind("preset of a part: `PART=PRESET`", "PROGRAM", read: { $0 })
    }

    /// The name of a text encoding.
    static var encoding: ArgumentKind {
        ArgumentKind(
            "encoding name, as listed by `iconv -l`",
            "NAME",
            read: { (try? TextConverter(encoding: $0)) == nil ? nil : $0 }
        )
    }

    /// The absolute path of one file.
    static var path: ArgumentKind {
        ArgumentKind(
            ArgumentKind<SourcePath>.description,
            nil,
            .text,
            .path,
            read: { ArgumentKind<SourcePath>.isAbsolute($0) ? $0 : nil }
        ).words { Words.quoted($0) }
    }

    /// The absolute path of a sound file, or a sound in memory.
    static var soundFile: ArgumentKind {
        ArgumentKind(
            "\(ArgumentKind<SourcePath>.description), or `\(SentSoundPath("SOUND"))`",
            "FILE",
            .text,
            .sound,
            read: { text in
                let isFile = ArgumentKind<SourcePath>.isAbsolute(text)
                return isFile || SentSoundPath(parsing: text) != nil ? text : nil
            }
        ).words { Words.quoted($0) }
    }
}

extension ArgumentKind<SourcePath> {
    fileprivate static var description: String { "absolute path" }

    /// The absolute path of a file, folder or playlist.
    static var source: ArgumentKind {
        ArgumentKind(
            description,
            nil,
            .text,
            .path,
            text: { $0.text },
            read: { isAbsolute($0) ? SourcePath($0) : nil }
        ).words { $0.isRest ? $0.text : Words.quoted($0.text) }
    }

    /// Whether a text is an absolute path; a NUL, which JSON may hold, would end it for the system.
    fileprivate static func isAbsolute(_ text: String) -> Bool {
        text.hasPrefix("/") && !text.utf8.contains(0)
    }
}

extension ArgumentKind<SoundFontPath> {
    /// A SoundFont, and the number that is added to its banks.
    static var font: ArgumentKind {
        ArgumentKind(
            "absolute path of a SoundFont; `FONT+128` adds 128 to its bank numbers",
            "FONT",
            .text,
            .font,
            read: { SoundFontPath(parsing: $0) }
        )
    }
}

extension ArgumentKind<PlaylistName> {
    /// The name of a playlist.
    static var playlist: ArgumentKind {
        ArgumentKind(
            "name: up to \(PlaylistName.limit) bytes without `/`, not beginning with `.`; quote "
                + "blanks",
            "NAME",
            read: { PlaylistName($0) }
        )
    }
}

extension ArgumentKind<SceneName> {
    /// The name of a scene.
    static var scene: ArgumentKind {
        ArgumentKind(
            "name: up to \(PlaylistName.limit) bytes without `/`, not beginning with `.`; quote "
                + "blanks",
            "NAME",
            read: { SceneName($0) }
        )
    }
}

extension ArgumentKind<EntryAddress> {
    /// An entry of the queue.
    static var entry: ArgumentKind {
        ArgumentKind(
            "queue position from 1, or `id:ID`",
            nil,
            .textOrInteger,
            read: { EntryAddress(parsing: $0) }
        ).json { address in
            if case .position(let position) = address { return .integer(Int64(position)) }
            return .string(address.description)
        }
    }
}

extension ArgumentKind<ChannelAddress> {
    /// A channel of a live input.
    static var channel: ArgumentKind {
        ArgumentKind(
            "channel, 1 to 16, or `INPUT/CHANNEL` such as `2/10`",
            nil,
            .textOrInteger,
            read: { ChannelAddress(parsing: $0) }
        )
    }
}

extension ArgumentKind<PresetAddress> {
    /// A preset.
    static var preset: ArgumentKind {
        ArgumentKind(
            "`BANK:PROGRAM` such as `0:48`, or `PROGRAM` in bank 0; bank 0 to 16383, program 0 to "
                + "127",
            "BANK:PROGRAM",
            .textOrInteger,
            read: { PresetAddress(parsing: $0) }
        )
    }
}

extension ArgumentKind<[UInt8]> {
    /// Bytes.
    static var bytes: ArgumentKind {
        ArgumentKind(
            "hexadecimal digits, two per byte, such as `903C64`",
            "HEX",
            text: { HexBytes($0).text },
            read: { HexBytes(parsing: $0)?.bytes }
        )
    }

    /// Bytes of a file.
    static var base64: ArgumentKind {
        ArgumentKind(
            "Base64 with its padding, without line breaks",
            "BASE64",
            text: { Base64.text(of: $0) },
            read: { text in Base64.bytes(of: text).flatMap { $0.isEmpty ? nil : $0 } }
        )
    }
}

extension ArgumentKind<Set<EventType>> {
    /// All types of events, or one.
    static var event: ArgumentKind {
        ArgumentKind(
            "`all`, " + EventType.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "),
            "TYPE",
            .text,
            .event,
            text: { $0.count == 1 ? $0.first?.rawValue ?? "" : "all" },
            read: { text in
                text == "all" ? Set(EventType.allCases) : EventType(rawValue: text).map { [$0] }
            }
        )
    }
}

extension ArgumentKind<[InsertSettings]> {
    /// The inserts of a strip.
    static var inserts: ArgumentKind {
        ArgumentKind(
            "kind, preset and parameters of each, with `;` between them, or `none`",
            "INSERTS",
            text: { StripParameter.text($0) },
            read: { text throws(RequestError) in
                do throws(RoutingSyntaxError) {
                    return try StripParameter.inserts(text)
                } catch {
                    throw RequestError(.usage, error.description)
                }
            }
        )
    }
}

extension ArgumentKind<InsertSettings> {
    /// An insert of a strip.
    static var insert: ArgumentKind {
        ArgumentKind("kind, preset and parameters", "INSERT", text: \.description) {
            text throws(RequestError) in
            do throws(EffectsError) {
                return try InsertSettings(parsing: text)
            } catch {
                throw RequestError(.usage, error.description)
            }
        }
    }
}

extension ArgumentKind<RenderTail> {
    /// The sound after the last note of a rendered file.
    static var tail: ArgumentKind {
        ArgumentKind(
            "`auto` (until -80 dBFS, at most 10 s), `none`, or 0 to 3600 seconds",
            "auto|none|SECONDS",
            .textOrNumber,
            .words(["auto", "none"]),
            read: { RenderTail(parsing: $0) }
        )
    }
}

extension ArgumentKind<RenderLevel?> {
    /// The level of files, or `off`.
    static var renderLevelOrOff: ArgumentKind {
        ArgumentKind<RenderLevel>.renderLevel.orOff(
            "\(ArgumentKind<RenderLevel>.renderLevel.type.description); or `off`",
            "LEVEL|off"
        )
    }
}

extension ArgumentKind<RenderLevel> {
    /// The level of a rendered file.
    static var renderLevel: ArgumentKind {
        ArgumentKind(
            "`peak=DBFS` or `true-peak=DBFS`, -60 to 0, or `lufs=LUFS`, -60 to -5",
            "LEVEL",
            read: { RenderLevel(parsing: $0) }
        )
    }
}
