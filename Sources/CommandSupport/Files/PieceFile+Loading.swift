package import Playback
import SMF
package import Sequencer
import Wording

extension PieceFile {
    /// The findings that are printed on stderr.
    package enum Reporting: Sendable {
        /// None: the caller shows them itself.
        case nothing
        /// Those that lost or guessed music.
        case errors
        /// All.
        case everything
    }

    /// Reads a file and prints its findings.
    ///
    /// - Parameters:
    ///   - path: The file, or `-` for standard input.
    ///   - reporting: The findings that are printed.
    ///   - reading: How it is read.
    /// - Returns: The file.
    /// - Throws: Status 66 for a file that cannot be read, 65 for one that is not a MIDI file.
    package static func load(
        _ path: String,
        reporting: Reporting,
        reading: ReadingOptions = ReadingOptions()
    ) throws(CommandFailure) -> PieceFile {
        let file = try CommandFailure.catching { () throws(PlaybackError) in
            try PieceFile(path, reading, hint: MixedUpInput.hint)
        }
        file.report(reporting)
        return file
    }

    /// The sequences to be played: all, or for format 2 the pattern with this number, from 1.
    ///
    /// - Throws: Status 64 if there is no such pattern.
    package func sequences(pattern: Int?) throws(CommandFailure) -> [PreparedSequence] {
        guard let pattern else { return sequences }
        guard file.format == .independent else {
            throw CommandFailure(
                .usage,
                "\(name): has no patterns: its format is \(file.format.rawValue); --pattern needs "
                    + "format 2"
            )
        }
        guard pattern >= 1, pattern <= sequences.count else {
            throw CommandFailure(
                .usage,
                "\(name): no pattern \(pattern): it has \(NumberText.count(sequences.count, "pattern"))"
            )
        }
        return [sequences[pattern - 1]]
    }

    /// Prints diagnostics on stderr.
    package func report(_ reporting: Reporting) {
        let threshold: Diagnostic.Severity
        switch reporting {
        case .nothing: return
        case .errors: threshold = .error
        case .everything: threshold = .note
        }
        let all = diagnostics.filter { $0.severity >= threshold }
        // The last line is not spent on "1 more".
        let shown = all.count <= Self.reportLimit ? all.count : Self.reportLimit - 1
        for diagnostic in all.prefix(shown) {
            let severity = reporting == .everything ? "\(diagnostic.severity.rawValue): " : ""
            Console.report("\(name): \(severity)\(diagnostic)")
        }
        guard shown < all.count else { return }
        Console.report(
            "\(name): \(all.count - shown) more such messages (seqd inspect lists them)"
        )
    }
}
