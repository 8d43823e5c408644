import CommandSupport
import Playback
import SMF
import SamplerHost
import Sequencer

extension MusicalOptions {
    /// The options as settings of a piece.
    var settings: PlaySettings {
        var settings = PlaySettings()
        settings.speed = piece.speed
        settings.variSpeed = piece.varispeed
        settings.tempo = playing.tempo
        settings.loop = playing.loopRange ?? .off
        settings.loopCount = playing.loopCount
        settings.muted.selectors = piece.mute.flatMap(\.selectors)
        settings.soloed.selectors = piece.solo.flatMap(\.selectors)
        settings.transpose = piece.transpose
        settings.chasesNotes = playing.chaseNotes
        settings.skipsSilence = playing.skipSilence
        settings.countIn = playing.countIn
        settings.hasMetronome = playing.metronome
        settings.gain = sound.gain
        settings.start = piece.from
        settings.end = piece.to
        settings.pattern = piece.pattern
        settings.encoding = text.encoding?.name
        settings.usesEmbeddedFont = piece.embeddedFont
        return settings
    }

    /// The names of the options for positions, in messages.
    static let positionNames = Piece.SettingNames(
        start: "--from",
        end: "--to",
        loop: "--loop-range"
    )

    /// A sequence with the options applied.
    ///
    /// - Parameters:
    ///   - sequence: The sequence as the file has it.
    ///   - file: Its file.
    ///   - rack: The rack that plays it; `nil` for a sampler of the same kind for each port.
    ///   - rate: Frames per second.
    /// - Returns: The piece.
    /// - Throws: Status 64 for positions and selectors that the sequence does not have.
    func piece(
        of sequence: PreparedSequence,
        in file: PieceFile,
        on rack: RackSettings? = nil,
        rate: Int
    ) throws(CommandFailure) -> Piece {
        try CommandFailure.catching { () throws(PlaybackError) in
            try Piece(
                sequence,
                of: file,
                settings,
                rack: rack,
                rate: rate,
                names: Self.positionNames
            )
        }
    }
}

extension PieceFile {
    /// The sequences that the options choose.
    ///
    /// - Throws: Status 65 for a file without tracks, 64 for a pattern that it does not have.
    func playable(_ options: MusicalOptions) throws(CommandFailure) -> [PreparedSequence] {
        guard !file.tracks.isEmpty else {
            throw CommandFailure(.data, "\(name): no tracks: nothing to play")
        }
        return try sequences(pattern: options.pattern)
    }
}
