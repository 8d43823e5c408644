/// The commands of the daemon, from which both dialects, the help and the reference are made.
package enum CommandTable {
    /// A part of the table, with its heading in the reference.
    package struct Section: Sendable {
        package let title: String
        /// The commands by their names in both dialects.
        fileprivate let named: KeyValuePairs<String, any ControlCommand.Type>

        fileprivate init(
            _ title: String,
            _ named: KeyValuePairs<String, any ControlCommand.Type>
        ) {
            (self.title, self.named) = (title, named)
        }

        package var commands: [any ControlCommand.Type] { named.map(\.value) }
    }

    // Names are here and not in the declarations, so that a command is found without making all
    // declarations. That would take longer than everything else in `seqd ctl`.
    package static let sections = [
        Section(
            "Playing",
            [
                "play": Command.Play.self,
                "next": Command.Next.self,
                "previous": Command.Previous.self,
                "toggle": Command.Toggle.self,
                "pause": Command.Pause.self,
                "continue": Command.Continue.self,
                "stop": Command.Stop.self,
                "seek": Command.Seek.self,
                "scrub": Command.Scrub.self,
                "speed": Command.SetSpeed.self,
                "varispeed": Command.VariSpeed.self,
                "loop": Command.Loop.self,
                "seek-lyric": Command.SeekLyric.self,
                "tempo": Command.SetTempo.self,
                "metronome": Command.Metronome.self,
                "cancel": Command.Cancel.self,
                "chase-notes": Command.ChaseNotes.self,
                "watch": Command.Watch.self,
            ]
        ),
        Section(
            "The queue",
            [
                "enqueue": Command.Enqueue.self,
                "insert": Command.Insert.self,
                "queue": Command.Queue.self,
                "jump": Command.Jump.self,
                "remove": Command.Remove.self,
                "move": Command.Move.self,
                "swap": Command.Swap.self,
                "shuffle": Command.Shuffle.self,
                "clear": Command.Clear.self,
                "repeat": Command.Repeat.self,
                "single": Command.Single.self,
                "random": Command.Random.self,
                "consume": Command.Consume.self,
                "crossfade": Command.Crossfade.self,
                "priority": Command.Prioritize.self,
            ]
        ),
        Section(
            "Playlists",
            [
                "save": Command.Save.self,
                "load": Command.Load.self,
                "playlists": Command.Playlists.self,
                "delete-playlist": Command.DeletePlaylist.self,
            ]
        ),
        Section(
            "Sound",
            [
                "gain": Command.Gain.self,
                "level": Command.Level.self,
                "mute": Command.Mute.self,
                "unmute": Command.Unmute.self,
                "solo": Command.Solo.self,
                "transpose": Command.Transpose.self,
                "load-font": Command.LoadFont.self,
                "add-font": Command.AddFont.self,
                "remove-font": Command.RemoveFont.self,
                "reload-fonts": Command.ReloadFonts.self,
                "undo-font": Command.UndoFont.self,
                "presets": Command.Presets.self,
            ]
        ),
        Section(
            "The rack",
            [
                "rack": Command.Rack.self,
                "load-rack": Command.LoadRack.self,
                "unload-rack": Command.UnloadRack.self,
                "route": Command.Route.self,
                "unroute": Command.Unroute.self,
                "set-program": Command.SetProgram.self,
                "unset-program": Command.UnsetProgram.self,
            ]
        ),
        Section(
            "Scenes",
            [
                "save-scene": Command.SaveScene.self,
                "scene": Command.RecallScene.self,
                "scenes": Command.Scenes.self,
                "delete-scene": Command.DeleteScene.self,
            ]
        ),
        Section(
            "The mixer",
            [
                "strips": Command.Strips.self,
                "strip": Command.Strip.self,
                "add-insert": Command.AddInsert.self,
                "set-insert": Command.SetInsert.self,
                "move-insert": Command.MoveInsert.self,
                "remove-insert": Command.RemoveInsert.self,
                "effects": Command.Effects.self,
                "effect": Command.Effect.self,
            ]
        ),
        Section(
            "Clips",
            [
                "send-sound": Command.SendSound.self,
                "remove-sound": Command.RemoveSound.self,
                "load-clip": Command.LoadClip.self,
                "play-clip": Command.PlayClip.self,
                "stop-clip": Command.StopClip.self,
                "remove-clip": Command.RemoveClip.self,
                "clips": Command.Clips.self,
            ]
        ),
        Section(
            "Taps",
            [
                "tap": Command.Tap.self, "untap": Command.Untap.self, "taps": Command.Taps.self,
            ]
        ),
        Section(
            "Recording",
            [
                "record": Command.Record.self,
                "record-stop": Command.RecordStop.self,
                "capture": Command.Capture.self,
            ]
        ),
        Section(
            "Audio devices",
            [
                "outputs": Command.Outputs.self, "device": Command.Device.self,
            ]
        ),
        Section(
            "Notes",
            [
                "program": Command.Program.self,
                "note": Command.Note.self,
                "cc": Command.ControlChange.self,
                "midi": Command.SendMIDI.self,
                "panic": Command.Panic.self,
                "why": Command.Why.self,
            ]
        ),
        Section(
            "MIDI ports",
            [
                "ports": Command.Ports.self,
                "connect": Command.Connect.self,
                "disconnect": Command.Disconnect.self,
            ]
        ),
        Section(
            "Practice",
            [
                "practice": Command.Practice.self, "ramp": Command.Ramp.self,
            ]
        ),
        Section(
            "Other machines",
            [
                "follow": Command.Follow.self
            ]
        ),
        Section(
            "Controllers",
            [
                "map": Command.Map.self,
                "learn": Command.Learn.self,
                "unmap": Command.Unmap.self,
                "maps": Command.Maps.self,
            ]
        ),
        Section(
            "Several commands together",
            [
                "begin": Command.Begin.self,
                "end": Command.End.self,
                "discard": Command.Discard.self,
            ]
        ),
        Section(
            "Render jobs",
            [
                "render": Command.Render.self, "jobs": Command.Jobs.self,
                "cancel-job": Command.CancelJob.self,
            ]
        ),
        Section(
            "The daemon",
            [
                "status": Command.Status.self,
                "help": Command.Help.self,
                "ping": Command.Ping.self,
                "version": Command.Version.self,
                "stats": Command.Stats.self,
                "whoami": Command.WhoAmI.self,
                "rpc.discover": Command.Discover.self,
                "reload-config": Command.ReloadConfig.self,
                "log-level": Command.SetLogLevel.self,
                "quit": Command.Quit.self,
            ]
        ),
        Section(
            "Events",
            [
                "subscribe": Command.Subscribe.self, "unsubscribe": Command.Unsubscribe.self,
            ]
        ),
    ]

    /// All commands.
    package static let types = sections.flatMap(\.commands)

    /// Their details for help, reference and parsing.
    package static let commands = types.map { $0.details }

    private static let byName = Dictionary(
        sections.flatMap(\.named).map { ($0.key, $0.value) },
        uniquingKeysWith: { first, _ in first }
    )
    private static let names = Dictionary(
        sections.flatMap(\.named).map { (ObjectIdentifier($0.value), $0.key) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The name of a command, which must be in the table.
    static func name(of command: any ControlCommand.Type) -> String {
        guard let name = names[ObjectIdentifier(command)] else {
            preconditionFailure("\(command) is not in the table of commands")
        }
        return name
    }

    /// The command of a name in a request.
    ///
    /// - Throws: −32601 if there is none.
    package static func command(_ name: String) throws(RequestError) -> any ControlCommand.Type {
        guard let command = byName[name] else { throw unknown(name) }
        return command
    }

    /// The names of a command's options; none for an unknown command.
    static func options(of name: String) -> [String] { byName[name]?.details.options ?? [] }

    /// The names of the commands that a group can have, in a sentence.
    static var groupedList: String {
        let names = types.filter { $0 is any GroupedCommand.Type }.map { "`\($0.name)`" }
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
}

extension Words {
    /// Splits a line into a command and its arguments.
    ///
    /// - Throws: −32602 for a quotation that does not end or is not followed by a blank.
    package init(_ line: String) throws(RequestError) {
        try self.init(line, options: CommandTable.options)
    }
}
