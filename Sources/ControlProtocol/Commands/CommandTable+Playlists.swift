extension CommandTable {
    static let playlists = [
        Command(
            .save,
            .transport,
            parameters: [
                name,
                Parameter(
                    "replace",
                    .flag,
                    .option,
                    "whether a playlist of this name is replaced; default `off`"
                ),
            ],
            summary: "Save the queue as a playlist",
            discussion: """
                The playlist is a file in the M3U format, which other players read too: \
                `$XDG_STATE_HOME/seqd/playlists/NAME.m3u` (default: `~/.local/state`). It has the \
                paths of the files. The answer comes when it is on disk.
                """
        ),
        Command(
            .load,
            .transport,
            parameters: [name, encoding, embeddedFont],
            summary: "Add the files of a playlist to the end of the queue",
            discussion: """
                It works like `enqueue` with the playlist's file. Files that cannot be read are \
                left out and listed in `skipped`. A file that has several patterns is added with \
                all of them. To play only this playlist, `clear` the queue first.
                """,
            results: AddedFiles.results.filter { $0.json != "warning" }
        ),
        Command(
            .playlists,
            .observer,
            isReadOnly: true,
            summary: "List the playlists",
            results: PlaylistEntry.list.results()
        ),
        Command(
            .deletePlaylist,
            .transport,
            parameters: [name],
            summary: "Delete a playlist",
            discussion: "The queue and the files stay."
        ),
    ]

    private static let name = Parameter("name", .playlist, "name of the playlist")
}
