import SMF
package import Sequencer

extension PieceFile {
    /// The sequences, each with its number if the file is one of format 2.
    package var descriptions: [SequenceDescription] {
        sequences.enumerated().map { index, sequence in
            SequenceDescription(
                sequence,
                pattern: file.format == .independent ? index + 1 : nil
            )
        }
    }
}
