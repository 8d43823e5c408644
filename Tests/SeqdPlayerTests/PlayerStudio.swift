import Effects
import SeqdPlayer
import TestSupport

/// A folder with a song and the measuring font, in which players write sound files.
struct PlayerStudio {
    let folder: TemporaryDirectory
    let font: String
    let song: String
    /// Settings without effects, so that nothing but the notes sounds.
    var sound = SoundSettings()

    /// Making it takes a while in a build for debugging, so once is enough.
    private static let fontBytes = MeasuringFont().bytes

    /// A song of 2 s: a click and a tone on each beat, half a second apart, with markers and
    /// lyrics.
    static var song: SMFBuilder {
        var song = SMFBuilder()
        song.track("Conductor") {
            $0.marker(at: 0, "Verse")
            $0.marker(at: 960, "Chorus")
        }
        song.track("Clicks") {
            $0.program(at: 0, channel: 0, MeasuringFont.Program.click.rawValue)
            for beat in 0..<4 as Range<UInt32> {
                $0.note(at: beat * 480, length: 240, channel: 0, key: 60)
                $0.text(at: beat * 480, .lyric, "la\(beat) ")
            }
            $0.endTick = 1_920
        }
        return song
    }

    init(_ song: SMFBuilder = Self.song) throws {
        folder = try TemporaryDirectory()
        font = try folder.write(Self.fontBytes, to: "measuring.sf2")
        self.song = try folder.write(song.bytes, to: "song.mid")
        sound.effects = .none
        sound.threads = 1
    }

    /// A player of the song.
    func player(
        _ output: SoundOutput,
        _ settings: PlaySettings = PlaySettings()
    ) throws -> Player {
        try Player(song, soundFont: font, output: output, settings: settings, sound: sound)
    }

    /// The left channel of the file that a player writes.
    func rendered(
        _ name: String = "song.wav",
        _ settings: PlaySettings = PlaySettings(),
        _ change: (Player) throws -> Void = { _ in }
    ) async throws -> Signal {
        let path = folder.path(name)
        let player = try player(.file(path), settings)
        try change(player)
        try await player.play()
        return try SoundFile(path: path)[0]
    }

    /// The frames at which clicks sound that are played at some frames.
    static func clicks(_ frames: [Int]) -> [Int] {
        frames.map { MeasuringFont.clickOnset(ofFrame: $0, rate: 48_000) }
    }
}
