import Playback
import SamplerHost
import Sequencer
import TestSupport

/// Makes loaded pieces with the measuring font, at 48 kHz.
struct PieceMaker {
    static let rate = 48_000

    let folder: TemporaryDirectory
    let samplers: SamplerSettings

    /// Making it takes a while in a build for debugging, so once is enough.
    private static let fontBytes = MeasuringFont().bytes

    init() throws {
        folder = try TemporaryDirectory()
        let font = try folder.write(Self.fontBytes, to: "measuring.sf2")
        var settings = SamplerSettings(fonts: [SoundFontReference(path: font)])
        settings.polyphony = 16
        samplers = settings
    }

    /// Writes a song into the folder, and reads it.
    func file(_ song: SMFBuilder, _ name: String = "song.mid") throws -> PieceFile {
        try PieceFile(try folder.write(song.bytes, to: name))
    }

    /// A song with samplers.
    func piece(
        _ song: SMFBuilder,
        entry: Int = 1,
        _ settings: PlaySettings = PlaySettings()
    ) throws -> LoadedPiece {
        let file = try file(song)
        return try LoadedPiece(
            Piece(file.sequences[0], of: file, settings, rate: Self.rate),
            of: file,
            sequence: 0,
            entry: entry,
            on: samplers,
            rate: Self.rate,
            maximumPeriod: 256,
            orElse: "without it"
        )
    }
}
