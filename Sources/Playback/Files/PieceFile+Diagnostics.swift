public import SMF
import Sequencer

extension PieceFile {
    /// The largest number of diagnostics that are printed of a file; the others are counted.
    package static let reportLimit = 10

    /// All findings: first those in the file's bytes, then those of preparing its sequences.
    public var diagnostics: [Diagnostic] {
        let isFormat2 = file.format == .independent
        return file.diagnostics
            + sequences.enumerated().flatMap { index, sequence in
                sequence.diagnostics.map { diagnostic in
                    var diagnostic = diagnostic
                    if isFormat2 { diagnostic.track = index }
                    return diagnostic
                }
            }
    }

    /// The first finding of music that was lost or guessed; `nil` for an undamaged file.
    public var damage: Diagnostic? { file.diagnostics.first { $0.severity == .error } }
}
