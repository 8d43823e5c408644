/// The commands of the daemon, from which both dialects, the help and the reference are made.
package enum CommandTable {
    /// A part of the table, with its heading in the reference.
    package struct Section: Sendable {
        package let title: String
        package let commands: [any ControlCommand.Type]

        fileprivate init(_ title: String, _ commands: any ControlCommand.Type...) {
            (self.title, self.commands) = (title, commands)
        }
    }

    package static let sections = [
        Section(
            "Playing",
            Command.Play.self,
            Command.Next.self,
            Command.Previous.self,
            Command.Toggle.self,
            Command.Pause.self,
            Command.Continue.self,
            Command.Stop.self,
            Command.Seek.self,
            Command.SetSpeed.self,
            Command.Loop.self,
            Command.SeekLyric.self,
            Command.SetTempo.self,
            Command.Metronome.self,
            Command.Cancel.self,
            Command.ChaseNotes.self,
            Command.Watch.self
        ),
        Section(
            "The queue",
            Command.Enqueue.self,
            Command.Insert.self,
            Command.Queue.self,
            Command.Jump.self,
            Command.Remove.self,
            Command.Move.self,
            Command.Swap.self,
            Command.Shuffle.self,
            Command.Clear.self,
            Command.Repeat.self,
            Command.Single.self,
            Command.Random.self,
            Command.Consume.self
        ),
        Section(
            "Playlists",
            Command.Save.self,
            Command.Load.self,
            Command.Playlists.self,
            Command.DeletePlaylist.self
        ),
        Section(
            "Sound",
            Command.Gain.self,
            Command.Mute.self,
            Command.Unmute.self,
            Command.Solo.self,
            Command.Transpose.self,
            Command.LoadFont.self,
            Command.Presets.self
        ),
        Section(
            "The rack",
            Command.Rack.self,
            Command.LoadRack.self,
            Command.UnloadRack.self,
            Command.Route.self,
            Command.Unroute.self
        ),
        Section(
            "The mixer",
            Command.Strips.self,
            Command.Strip.self,
            Command.Effects.self,
            Command.Effect.self
        ),
        Section("Taps", Command.Tap.self, Command.Untap.self, Command.Taps.self),
        Section(
            "Recording",
            Command.Record.self,
            Command.RecordStop.self,
            Command.Capture.self
        ),
        Section("Audio devices", Command.Outputs.self, Command.Device.self),
        Section(
            "Notes",
            Command.Program.self,
            Command.Note.self,
            Command.ControlChange.self,
            Command.SendMIDI.self,
            Command.Panic.self,
            Command.Why.self
        ),
        Section(
            "MIDI ports",
            Command.Ports.self,
            Command.Connect.self,
            Command.Disconnect.self
        ),
        Section("Practice", Command.Practice.self, Command.Ramp.self),
        Section("Other machines", Command.Follow.self),
        Section(
            "Controllers",
            Command.Map.self,
            Command.Learn.self,
            Command.Unmap.self,
            Command.Maps.self
        ),
        Section(
            "Several commands together",
            Command.Begin.self,
            Command.End.self,
            Command.Discard.self
        ),
        Section("Render jobs", Command.Render.self, Command.Jobs.self, Command.CancelJob.self),
        Section(
            "The daemon",
            Command.Status.self,
            Command.Help.self,
            Command.Ping.self,
            Command.Version.self,
            Command.Stats.self,
            Command.WhoAmI.self,
            Command.Discover.self,
            Command.ReloadConfig.self,
            Command.SetLogLevel.self,
            Command.Quit.self
        ),
        Section("Events", Command.Subscribe.self, Command.Unsubscribe.self),
    ]

    /// All commands.
    package static let types = sections.flatMap(\.commands)

    /// Their details for help, reference and parsing.
    package static let commands = types.map { $0.details }

    private static let byName = Dictionary(
        types.map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )

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
        // Not `types`, of which the command that has this list is one.
        let names = sections.flatMap(\.commands).filter { $0 is any GroupedCommand.Type }
            .map { "`\($0.name)`" }
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
