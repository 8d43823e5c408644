import Playback
import SMF
import SamplerHost
import Sequencer

/// Makes the piece of a player: as `seqd play` does, with the settings of one file.
enum PlayerPiece {
    /// The names of settings in messages.
    private static let names = Piece.SettingNames(
        start: "settings.start",
        end: "settings.end",
        loop: "settings.loop"
    )

    /// Loads the samplers of a file's sequence.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - settings: The settings of the piece.
    ///   - engine: The engine that plays.
    /// - Returns: The piece, ready for the engine.
    /// - Throws: The fault in the settings, in the file or in a SoundFont.
    static func load(
        _ file: PieceFile,
        _ settings: PlaySettings,
        for engine: EngineSettings
    ) throws(PlaybackError) -> LoadedPiece {
        let index = try sequence(of: file, pattern: settings.pattern)
        return try LoadedPiece(
            Piece(
                file.sequences[index],
                of: file,
                settings,
                rate: engine.rate,
                names: names
            ),
            of: file,
            sequence: index,
            entry: 0,
            on: engine.sampler,
            rate: engine.rate,
            maximumPeriod: engine.maximumPeriod,
            transpose: settings.transpose,
            orElse: "play it without settings.usesEmbeddedFont"
        )
    }

    /// The index of the sequence that is played.
    private static func sequence(
        of file: PieceFile,
        pattern: Int?
    ) throws(PlaybackError) -> Int {
        guard !file.file.tracks.isEmpty else {
            throw PlaybackError(.data, "\(file.name): no tracks: nothing to play")
        }
        let count = file.sequences.count
        guard let pattern else {
            guard count == 1 else {
                throw PlaybackError(
                    .usage,
                    "\(file.name): \(count) patterns; choose one with settings.pattern"
                )
            }
            return 0
        }
        guard file.file.format == .independent, (1...count).contains(pattern) else {
            throw PlaybackError(
                .usage,
                "\(file.name): no pattern \(pattern); expected "
                    + (file.file.format == .independent ? "1 to \(count)" : "a file of format 2")
            )
        }
        return pattern - 1
    }
}
