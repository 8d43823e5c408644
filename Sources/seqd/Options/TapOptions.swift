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
                + "output (-) and pipes get WAV. The output does not change. Append "
                + ",rate=44100 for another rate, ,point=pre to record in front of inserts and gain.",
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
        var rate: Int?
        var point = TapPoint.post
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
            var argument = Argument(name: String(text[..<equals]), path: "", type: .wav)
            let path = try Self.path(text[text.index(after: equals)...], &argument, of: text)
            let type = SoundFileType(extensionOf: path)
            let isStream = path == "-" || SoundFileWriter.isSpecial(path)
            guard let type = type ?? (isStream ? .wav : nil) else {
                let names = SoundFileType.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--tap \(text): unknown extension; choose one of \(names)")
            }
            (argument.path, argument.type) = (path, type)
            arguments.append(argument)
        }
        return arguments
    }

    /// The path in front of options.
    private static func path(
        _ text: Substring,
        _ argument: inout Argument,
        of whole: String
    ) throws(ValidationError) -> String {
        var path = text
        while let comma = path.lastIndex(of: ",") {
            let word = path[path.index(after: comma)...]
            if word.hasPrefix("rate=") {
                guard let rate = Int(word.dropFirst("rate=".count)),
                    SampleRate.supported.contains(rate)
                else {
                    throw ValidationError(
                        "--tap \(whole): \(word): expected 8000 to 96000 frames per second"
                    )
                }
                argument.rate = rate
            } else if word.hasPrefix("point=") {
                guard let point = TapPoint(rawValue: String(word.dropFirst("point=".count))) else {
                    throw ValidationError("--tap \(whole): \(word): expected pre or post")
                }
                argument.point = point
            } else {
                break
            }
            path = path[..<comma]
        }
        return String(path)
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
                var destination = TapDestination(
                    path: argument.path,
                    type: argument.type,
                    format: hasFormat ? format : nil
                )
                destination.rate = argument.rate
                return TapRequest(argument.name, destination, at: argument.point)
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
