import ArgumentParser
import CommandSupport

/// The files that are played or rendered.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "MIDI files, game music, folders, playlists (.m3u); - for standard input.",
            valueName: "file"
        ),
        completion: .file(extensions: FileCategory.musicExtensions + ["m3u", "m3u8"])
    )
    var files: [String]

    mutating func validate() throws {
        guard files.filter({ $0 == "-" }).count < 2 else {
            throw ValidationError("standard input (-) given more than once")
        }
    }
}
