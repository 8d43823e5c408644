import SMF
package import Sequencer

extension PieceFile {
    /// The descriptions of the sequences, with their numbers in a file of format 2.
    package var descriptions: [SequenceDescription] {
        sequences.enumerated().map { index, sequence in
            SequenceDescription(
                sequence,
                pattern: file.format == .independent ? index + 1 : nil
            )
        }
    }
}
