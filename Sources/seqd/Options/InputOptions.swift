import ArgumentParser

/// The files that are played or rendered.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "MIDI files, folders, playlists (.m3u); - for standard input.",
            valueName: "file"
        ),
        completion: .file(extensions: [
            "mid", "midi", "kar", "rmi", "smf", "m3u", "m3u8", "MID", "gz", "midz",
        ])
    )
    var files: [String]

    mutating func validate() throws {
        guard files.filter({ $0 == "-" }).count < 2 else {
            throw ValidationError("standard input (-) given more than once")
        }
    }
}
