import GameMusic
import SMF

/// The example of GameMusic's page.
func startWithGameMusic(_ bytes: [UInt8]) throws {
    // begin
    if let format = GameMusicFormat(of: bytes) {
        let music = try GameMusic(bytes, as: format)
        print(format.name, music.file.tracks.count)
    }
    // end
}
