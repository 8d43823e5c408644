import ArgumentParser
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
            guard paths.insert(argument.path).inserted else {
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
                return TapRequest(
                    argument.name,
                    TapDestination(
                        path: argument.path,
                        type: argument.type,
                        format: hasFormat ? format : nil
                    )
                )
            }
        } catch {
            throw CommandFailure(.usage, error.message)
        }
    }
}

/// The taps of a run.
struct RunningTaps {
    private let taps: [Tap]

    /// Begins to tap an engine.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - requests: The taps.
    ///   - samplers: The names of samplers that come later.
    ///   - waits: Whether nothing may be lost, since the engine does not play in real time.
    /// - Throws: The error of a name or a file; nothing is left then.
    init(
        _ engine: Engine,
        _ requests: [TapRequest],
        samplers: [String] = [],
        waits: Bool = false
    ) throws(HostError) {
        taps = try engine.addTaps(requests, samplers: samplers, waits: waits)
    }

    /// Begins to tap an engine that does not play in real time.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - requests: The taps.
    ///   - stems: The stems.
    /// - Throws: The error of a name or a file; nothing is left then.
    init(
        _ engine: Engine,
        _ requests: [TapRequest],
        stems: [StemRequest]
    ) throws(HostError) {
        let first = try engine.addTaps(requests, waits: true)
        do throws(HostError) {
            taps = first + (try engine.addStems(stems))
        } catch {
            for tap in first { tap.finish(keeping: false) }
            throw error
        }
    }

    /// Ends them, when the engine has ended, and reports lost frames.
    ///
    /// - Parameters:
    ///   - isKept: Whether files are kept.
    ///   - isQuiet: Whether only errors are reported.
    /// - Throws: The first error of a file or a pipe.
    func finish(keeping isKept: Bool, isQuiet: Bool) throws(HostError) {
        var failure: HostError?
        for tap in taps {
            let outcome = tap.finish(keeping: isKept)
            if let text = tap.lossText(outcome), isKept, !isQuiet { Console.report(text) }
            failure = failure ?? outcome.failure
        }
        if let failure, isKept { throw failure }
    }
}
