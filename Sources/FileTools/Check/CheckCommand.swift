package import ArgumentParser
package import CommandSupport
import JSON
import Playback
import SMF
package import SamplerHost
import Sequencer

/// `seqd check`: finds faults in MIDI files.
package struct CheckCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find faults in MIDI files, and presets that a SoundFont lacks.",
        usage: "seqd check <file> ... [--sf2 <font> ...] [--json] [<options>]",
        discussion: """
            EXAMPLES:
              seqd check song.mid
              seqd check song.mid --sf2 piano.sf2       against a SoundFont
              seqd check *.mid --sf2 gm.sf2 --levels    also how loud they are
              seqd check *.mid --strict --ignore tempo-missing,meter-missing
              seqd check *.mid --json | jq 'select(.status != "clean") | .file'

            A finding is a note (odd but legal), a warning (the file violates the standard, or \
            will not sound as intended) or an error (music is lost). docs/check.md explains the \
            codes in brackets. The exit status is 0 for notes only, 1 for warnings, 65 for \
            errors.
            """
    )

    @Argument(
        help: ArgumentHelp("MIDI files; - for standard input.", valueName: "file"),
        completion: .file(extensions: FileCategory.musicExtensions)
    )
    package var files: [String]

    @Option(
        help: ArgumentHelp(
            "SoundFont to check against; repeatable, the first has priority. FONT+128 adds 128 "
                + "to its bank numbers.",
            valueName: "font"
        ),
        completion: .file(extensions: FileCategory.fontExtensions)
    )
    package var sf2: [String] = []

    @Option(
        help: ArgumentHelp(
            "Interpretation of bank select messages, with --sf2 (default: gs).",
            valueName: "mode"
        )
    )
    package var bankMode: BankMode?

    @Flag(
        help: ArgumentHelp(
            "Render the files to measure loudness and peaks, and report whether the limiter works; "
                + "needs --sf2."
        )
    )
    package var levels = false

    @OptionGroup package var text: TextOptions

    @Flag(help: "Treat warnings as errors.")
    package var strict = false

    @Option(
        help: ArgumentHelp("Report only these codes, separated by commas.", valueName: "codes")
    )
    package var only: [String] = []

    @Option(
        help: ArgumentHelp("Do not report these codes, separated by commas.", valueName: "codes")
    )
    package var ignore: [String] = []

    @Flag(help: "Print one JSON object per file, one per line.")
    package var json = false

    package func validate() throws {
        if bankMode != nil, sf2.isEmpty {
            throw ValidationError("--bank-mode needs --sf2")
        }
        if levels, sf2.isEmpty { throw ValidationError("--levels needs --sf2") }
    }

    package mutating func run() throws {
        try MixedUpInput.checkFonts(among: files, command: "check")
        var codes = try CheckCodes(only: only, ignored: ignore)
        // Any bytes may be text in an encoding that the user has chosen.
        if text.encoding != nil { codes.leaveOut(.textUnreadable) }
        if sf2.isEmpty, let code = codes.fontCode {
            throw CommandFailure(.usage, "--only \(code.rawValue) needs --sf2")
        }
        if !levels, codes.asksFor(.clipping) {
            throw CommandFailure(.usage, "--only clipping needs --levels")
        }
        var fonts = sf2.isEmpty ? nil : try CheckedFonts(sf2, bankMode: bankMode ?? .auto)
        let loudness = fonts.map { fonts in
            let settings = EngineSettings(sampler: fonts.sampler)
            return PieceLoudness(settings, cache: .users)
        }
        var failures = FirstFailure()
        var hasWarnings = false
        for path in files {
            let piece: PieceFile
            do throws(CommandFailure) {
                piece = try PieceFile.load(
                    path,
                    reporting: .nothing,
                    reading: text.reading
                )
            } catch {
                failures.note(error)
                if json {
                    try Console.write(CheckReport.json(path: path, failure: error).text + "\n")
                }
                continue
            }
            var readings: [LoudnessMeter.Reading] = []
            if levels, let loudness, let sampler = fonts?.sampler {
                do throws(PlaybackError) {
                    for index in piece.sequences.indices {
                        readings += [
                            try loudness.reading(
                                of: .init(sequence: index, of: piece, on: RackSettings(sampler))
                            )
                        ].compactMap { $0 }
                    }
                } catch {
                    failures.note(CommandFailure(error))
                    readings = []
                }
            }
            let report = CheckReport(of: piece, fonts: &fonts, codes: codes, levels: readings)
            try Console.write(
                json ? report.json(isStrict: strict).text + "\n" : report.text
            )
            switch report.status(isStrict: strict) {
            case .clean: break
            case .warnings: hasWarnings = true
            case .errors: failures.note(.silent(.data))
            }
        }
        if failures.status != nil { throw failures.asError }
        // Only this command has a status for warnings.
        if hasWarnings { throw ExitCode(1) }
    }
}
