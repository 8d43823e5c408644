extension FileRequest {
    /// The argument for the files.
    static func sources(_ use: Parameter.Use) -> CommandArgument<FileRequest> {
        .list(
            "path",
            .source,
            \.sources,
            use,
            "MIDI files, folders or playlists (.m3u); in JSON, `paths` is an alias"
        ).alias("paths")
    }

    /// The options for how they are read.
    static let reading = readingOptions(
        encoding: \FileRequest.encoding,
        embeddedFont: \.embeddedFont
    )

    /// The options for how files are read, which the properties of a command have.
    static func readingOptions<Root>(
        encoding: any WritableKeyPath<Root, String?> & Sendable,
        embeddedFont: any WritableKeyPath<Root, Bool?> & Sendable
    ) -> [CommandArgument<Root>] {
        [
            .option(
                "encoding",
                .encoding,
                encoding,
                "text encoding of names, markers and lyrics; default: the daemon's option, or "
                    + "guessed"
            ),
            .option(
                "embedded-font",
                .flag,
                embeddedFont,
                "whether a SoundFont inside the file has priority over the others; default `off`, "
                    + "or `on` if the daemon was started with --embedded-font"
            ),
        ]
    }
}
