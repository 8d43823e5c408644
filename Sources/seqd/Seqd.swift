import ArgumentParser
import CommandSupport
import FileTools
import Glibc
import Platform
import SamplerHost
import Wording

/// The command `seqd`.
@main
struct Seqd: RootCommand {
    static let configuration = CommandConfiguration(
        commandName: "seqd",
        abstract: "Play and render MIDI files and live MIDI through SoundFonts.",
        discussion: """
            EXAMPLES:
              seqd play song.mid                        play with the system's SoundFont
              seqd play song.mid --sf2 piano.sf2 --from 17:1
              seqd render song.mid -o song.flac         write a sound file
              seqd peaks song.mid --svg song.svg        write or draw its waveform
              seqd scope song.wav --view loudness       show its spectrum, loudness and more
              seqd live                                 play keyboards
              seqd record take.mid                      record them
              seqd daemon                               run the daemon
              seqd ctl play song.mid                    send it a command
              seqd monitor                              watch and control it
              seqd mpd                                  let MPD's clients control it
              seqd web                                  let browsers control it
              seqd inspect song.mid                     show what is in a file
              seqd check song.mid                       find faults in a file
              seqd dump song.mid                        print it as text
              seqd convert song.mid -o flat.mid --format 0
              seqd edit song.mid -o tight.mid --quantise 1/16
              seqd presets piano.sf2                    list the presets of a SoundFont
              seqd font make five/*.wav -o piano.sf2    make a SoundFont of recordings
              seqd plugins                              list LV2 plugins for inserts
              seqd graph song.mid --rack band.json      show which part plays on which sampler
              seqd devices                              list sound devices and MIDI ports
              seqd tone                                 test a device: left, right, both
              seqd doctor                               find out why there is no sound
              seqd config example                       print a configuration file

            POSITIONS are bar:beat (17:1), times (1m23.5s, 1:23.5, 83.5 for seconds), ticks
            (480t) or markers (@Chorus). SELECTORS are channels (10; ch:2/10 for channel 10
            of port 2), tracks (track:3, track:Bass) or all, separated by commas.
            """,
        version: "seqd \(ProgramVersion.number)",
        subcommands: [
            PlayCommand.self, RenderCommand.self, PeaksCommand.self, ScopeCommand.self,
            LiveCommand.self, RecordCommand.self,
            DaemonCommand.self, CtlCommand.self, MonitorCommand.self, MPDCommand.self,
            WebCommand.self,
            InspectCommand.self, CheckCommand.self,
            DumpCommand.self,
            AssembleCommand.self, ConvertCommand.self, EditCommand.self, PresetsCommand.self,
            FontCommand.self, PluginsCommand.self, GraphCommand.self, VerifyCommand.self,
            DevicesCommand.self, ToneCommand.self, DoctorCommand<Seqd>.self,
            ConfigCommand<Seqd>.self,
            ManualCommand<Seqd>.self,
        ]
    )

    /// Runs the command and ends the process with a status of ``ExitStatus``.
    static func main() {
        // A closed pipe is an error of the write (EPIPE), and does not end the process.
        signal(SIGPIPE, SIG_IGN)
        // A file that exceeds `ulimit -f` is an error too (EFBIG).
        signal(SIGXFSZ, SIG_IGN)
        Console.openMissingStreams()
        Glibc.exit(run(ProcessArguments.all))
    }

    private static func run(_ arguments: [String]) -> Int32 {
        do {
            if VersionReport.isAskedFor(arguments) {
                try Console.write(VersionReport.text)
                return ExitStatus.success.rawValue
            }
            var command = try command(arguments)
            try command.run()
            return ExitStatus.success.rawValue
        } catch let code as ExitCode {
            return code.rawValue
        } catch {
            if let failure = failure(error, arguments) { return end(failure) }
            return end(printing: output(of: error, arguments))
        }
    }

    /// Reads a command line.
    ///
    /// - Throws: The error of a wrong command line, or of one that asks for help; see
    ///   ``failure(_:_:)``.
    static func command(_ arguments: [String]) throws -> any ParsableCommand {
        let isHelp = arguments.first == "help"
        try checkCommand(isHelp ? arguments.dropFirst().first : arguments.first)
        try checkFileNames(arguments)
        if !isHelp { try UsageMistake.checkFlags(arguments, of: Seqd.self) }
        guard let configured = try ConfiguredArguments<Seqd>(arguments) else {
            return try parseAsRoot(arguments)
        }
        do {
            return try parseAsRoot(configured.all)
        } catch {
            throw configured.culprit(of: error)
        }
    }

    static func failure(_ error: any Error, _ arguments: [String]) -> CommandFailure? {
        if let failure = error as? CommandFailure { return failure }
        if let error = error as? HostError { return CommandFailure(error) }
        switch exitCode(for: error) {
        case .success:
            return nil
        case .validationFailure:
            let parsed = message(for: error)
            let mistake = UsageMistake(arguments, of: Seqd.self)
            let text =
                mistake?.message(insteadOf: parsed)
                ?? ParserMessage.rewritten(parsed).onOneLine.droppingFinalStop
            let command =
                mistake.map { "seqd \($0.name)" }
                ?? arguments.first.map { $0.hasPrefix("-") ? "seqd" : "seqd \($0)" } ?? "seqd"
            return CommandFailure(.usage, "\(text.lowercasedAtStart) (see \(command) --help)")
        default:
            return CommandFailure(.internal, "unexpected error: \(error)")
        }
    }

    /// The parser would call an unknown command an unexpected argument.
    private static func checkCommand(_ name: String?) throws(CommandFailure) {
        let names = configuration.subcommands.map { $0._commandName }
        guard let name, !name.hasPrefix("-"), name != "help", !names.contains(name) else { return }
        let shown = configuration.subcommands.filter { $0.configuration.shouldDisplay }
            .map { $0._commandName }
        var hint = "expected one of: \(shown.joined(separator: ", "))"
        if let near = Suggestion.nearest(to: name, among: shown) {
            hint = "did you mean '\(near)'?"
        } else if SoundFontSearch.exists(name) {
            hint = "to play it: seqd play \(name)"
        }
        throw CommandFailure(.usage, "unknown command '\(name)'; \(hint)")
    }

    /// Refuses a file name that begins with a dash, which the parser would read as flags: in
    /// `-dash.mid` there is the one for help.
    private static func checkFileNames(_ arguments: [String]) throws(CommandFailure) {
        // The arguments of `ctl` belong to the daemon's command.
        guard arguments.first != CtlCommand._commandName else { return }
        for argument in arguments.prefix(while: { $0 != "--" }) {
            guard argument.hasPrefix("-"), !argument.hasPrefix("--"), argument.contains("."),
                argument.dropFirst().first?.isLetter ?? false
            else { continue }
            throw CommandFailure(
                .usage,
                "unknown option '\(argument)'; for a file of that name write ./\(argument)"
            )
        }
    }

    private static func end(_ failure: CommandFailure) -> Int32 {
        if let message = failure.message { Console.report(message) }
        return failure.status.rawValue
    }

    /// The text that the parser prints: help or completions.
    private static func output(of error: any Error, _ arguments: [String]) -> String {
        let parsed = fullMessage(for: error)
        // JSON of all help texts, which `seqd manual` reads, stays JSON.
        let text = parsed.hasPrefix("{") ? parsed : CtlHelp.filled(parsed)
        // zsh recognizes a list of candidates by the blank at its end.
        guard arguments.first != "---completion" else { return text + "\n" }
        return ShellCompletion.finished(text.trimmedAtEnd) + "\n"
    }

    private static func end(printing text: String) -> Int32 {
        do throws(CommandFailure) {
            try Console.write(text)
            return ExitStatus.success.rawValue
        } catch {
            return end(error)
        }
    }
}

extension String {
    /// The parser's sentences begin in upper case; our messages stand after `seqd: `.
    fileprivate var lowercasedAtStart: String {
        // A message that begins with a word in capitals, such as a file's name, is left alone.
        guard let first, dropFirst().first?.isLowercase ?? false else { return self }
        return first.lowercased() + dropFirst()
    }

    /// The parser's lines as one, and what it lists with a dash each with commas.
    fileprivate var onOneLine: String {
        let lines = split(separator: "\n").map { line in
            line.split(separator: " ").joined(separator: " ")
        }
        return lines.reduce("") { text, line in
            guard line.hasPrefix("- ") else { return text.isEmpty ? line : "\(text) \(line)" }
            return "\(text)\(text.hasSuffix(":") ? "" : ",") \(line.dropFirst(2))"
        }
    }

    fileprivate var droppingFinalStop: String {
        hasSuffix(".") ? String(dropLast()) : self
    }

    fileprivate var trimmedAtEnd: String {
        var text = self[...]
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }
}
