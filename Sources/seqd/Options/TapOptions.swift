import ArgumentParser
import CommandSupport
import Playback
import SamplerHost

/// The option for taps, which record parts of the sound while it plays.
struct TapOptions: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Record a sampler, a channel of one (sampler/10), or master for the whole mix, to a "
                + "sound file while it plays; repeatable. The extension chooses the type; standard "
                + "output (-) and pipes get WAV. The output does not change.",
            valueName: "name=file"
        )
    )
    var tap: [String] = []

    mutating func validate() throws {
        var paths: Set<String> = []
        for argument in try arguments() {
            guard paths.insert(OutputPlace.of(argument.path)).inserted else {
                throw ValidationError("--tap: \(argument.path): given more than once")
            }
        }
    }

    /// The name of a tap and its destination.
    struct Argument: Hashable {
        var name: String
        var path: String
        var type: SoundFileType
    }

    /// The taps.
    ///
    /// - Throws: A usage error that names the argument.
    func arguments() throws(ValidationError) -> [Argument] {
        var arguments: [Argument] = []
        for text in tap {
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex,
                text.index(after: equals) < text.endIndex
            else {
                throw ValidationError("--tap \(text): expected NAME=FILE, such as master=song.flac")
            }
            let path = String(text[text.index(after: equals)...])
            let type = SoundFileType(extensionOf: path)
            let isStream = path == "-" || SoundFileWriter.isSpecial(path)
            guard let type = type ?? (isStream ? .wav : nil) else {
                let names = SoundFileType.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--tap \(text): unknown extension; choose one of \(names)")
            }
            arguments.append(Argument(name: String(text[..<equals]), path: path, type: type))
        }
        return arguments
    }

    /// The taps for samples of a format, where their types have it.
    ///
    /// - Parameter format: The format that the user asked for.
    /// - Returns: The taps to ask an engine for.
    /// - Throws: A usage error that names the argument.
    func requests(_ format: SampleFormat?) throws(CommandFailure) -> [TapRequest] {
        do throws(ValidationError) {
            return try arguments().map { argument in
                let hasFormat = format.map { argument.type.formats.contains($0) } ?? false
                let destination = TapDestination(
                    path: argument.path,
                    type: argument.type,
                    format: hasFormat ? format : nil
                )
                return TapRequest(argument.name, destination)
            }
        } catch {
            throw CommandFailure(.usage, error.message)
        }
    }
}

extension RunningTaps {
    /// Ends them, when the engine has ended, and reports lost frames.
    ///
    /// - Parameters:
    ///   - isKept: Whether files are saved.
    ///   - isQuiet: Whether only errors are reported.
    /// - Throws: The first error of a file or a pipe.
    func finish(keeping isKept: Bool, isQuiet: Bool) throws(HostError) {
        try finish(keeping: isKept) { text in
            if !isQuiet { Console.report(text) }
        }
    }
}
