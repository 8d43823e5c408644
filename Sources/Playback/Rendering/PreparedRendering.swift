import SamplerHost
package import Sequencer

/// The music of a file, with its routes to the samplers that render it.
package struct PreparedRendering: Sendable {
    /// The name of the file in messages.
    package let name: String
    /// The pieces.
    package let program: Program
    /// The samplers and rules, with the SoundFont of the file and the samplers of stems.
    let rack: RackSettings
    /// The SoundFont of the file; `nil` if it is not used.
    let embeddedFont: EmbeddedFont?
    /// The tags of the sound file.
    let tags: SoundFileTags
    /// The fade at the end; `nil` for none.
    let fadeOut: FadeOut?

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
    ///   the rack cannot carry out; `data` for a SoundFont of the file that cannot be used, and for
    ///   music that is longer than the settings allow.
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
        var program = Program(pieces, settings.play, rate: rate)
        let loop = program.loopFrames
        tags = settings.tags?.tags(of: file.tags(), loop: loop) ?? SoundFileTags()
        fadeOut = program.fadeOut(over: settings.fade, behind: loop)
        if settings.fade != nil, fadeOut == nil {
            throw PlaybackError(
                .usage,
                "\(file.name): nothing to fade out: expected one piece with a loop of which a whole "
                    + "pass is rendered"
            )
        }
        self.program = program
        try checkLength(settings)
    }

    /// Refuses music that is too long, before anything is written.
    private func checkLength(_ settings: RenderingSettings) throws(PlaybackError) {
        guard let maximum = settings.maximumLength else { return }
        let rate = settings.engine.rate
        let length = program.length(withTail: settings.engine.tail, rate: rate)
        guard Int128(length) * 1_000_000_000 > Int128(maximum) * Int128(rate) else { return }
        let names = settings.names
        var text = "\(name): "
        if length == .max {
            text += "endless"
        } else {
            text += TimeText.text(frames: length, rate: rate, decimals: 0...0) + " of sound"
        }
        if program.pieces.count == 1, let piece = program.pieces.first, piece.loop == nil,
            let last = piece.sequence.schedule.last?.tick
        {
            let time = piece.sequence.tempoMap.nanoseconds(atTick: last)
            text += " (last event of music at \(TimeText.text(nanoseconds: time)))"
        }
        let limit = TimeText.text(nanoseconds: maximum, decimals: 0...3)
        let remedy = names.maximumLength.map { ", or raise the limit with \($0)" } ?? ""
        throw PlaybackError(
            .data,
            "\(text), more than the limit of \(limit); choose a part with \(names.end)\(remedy)"
        )
    }

    /// Whether the file's own SoundFont is used.
    package var usesEmbeddedFont: Bool { embeddedFont != nil }
}
