import SamplerHost
package import Sequencer

/// The music of a file, with its ways to the samplers that render it.
package struct PreparedRendering: Sendable {
    /// The name of the file in messages.
    package let name: String
    /// The pieces.
    package let program: Program
    /// The samplers and rules, with the SoundFont of the file and the samplers of stems.
    let rack: RackSettings
    /// The SoundFont of the file; `nil` if it is not used.
    let embeddedFont: EmbeddedFont?

    /// Applies settings to sequences of a file.
    ///
    /// Any thread.
    ///
    /// - Parameters:
    ///   - sequences: The sequences, in the order in which they are rendered.
    ///   - file: The file.
    ///   - settings: The settings.
    ///   - output: The path of the sound file, after which stems are named.
    /// - Throws: `usage` for positions and parts that a sequence does not have, and for rules that
    ///   the rack cannot carry out; `data` for a SoundFont of the file that cannot be used.
    package init(
        _ sequences: [PreparedSequence],
        of file: PieceFile,
        _ settings: RenderingSettings,
        to output: String
    ) throws(PlaybackError) {
        var rack = settings.rack
        let rate = settings.engine.rate
        name = file.name
        embeddedFont = try file.embeddedFont(into: &rack, orElse: settings.embeddedFontRemedy)
        let stems = settings.stems.map { RenderStems($0, output: output, settings) }
        if let stems { rack = stems.rack(rack, for: sequences) }
        var pieces: [Piece] = []
        for sequence in sequences {
            pieces.append(
                try Piece(
                    sequence,
                    of: file,
                    settings.play,
                    rack: rack,
                    rate: rate,
                    names: settings.names
                )
            )
        }
        if let stems { rack = stems.rack(rack, withChannelsOf: pieces.compactMap(\.routed)) }
        self.rack = rack
        program = Program(pieces, settings.play, rate: rate)
    }

    /// Whether the file's own SoundFont is used.
    package var usesEmbeddedFont: Bool { embeddedFont != nil }
}
