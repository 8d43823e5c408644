/// The commands for playlists.
extension Command {
    /// Saves the queue as a playlist.
    public struct Save: ControlCommand {
        /// The name.
        public var playlist: PlaylistName
        /// Whether another playlist of this name is replaced.
        public var replaces: Bool

        /// Makes the command.
        public init(_ playlist: PlaylistName, replaces: Bool = false) {
            (self.playlist, self.replaces) = (playlist, replaces)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Save(.blank),
            .transport,
            arguments: [
                .required("name", .playlist, \.playlist, "name of the playlist"),
                .replace(\.replaces, "whether a playlist of this name is replaced"),
            ],
            summary: "Save the queue as a playlist",
            discussion: """
                The playlist is a file in the M3U format, which other players read too: \
                `$XDG_STATE_HOME/seqd/playlists/NAME.m3u` (default: `~/.local/state`). It has the \
                paths of the files. The answer comes when it is on disk.
                """
        )
    }

    /// Adds the files of a playlist to the end of the queue.
    public struct Load: ControlCommand {
        /// The answer.
        public typealias Answer = AddedFiles

        /// The name.
        public var playlist: PlaylistName
        /// The encoding of the files' texts; `nil` for the daemon's default.
        public var encoding: String?
        /// Whether a SoundFont inside a file has priority; `nil` for the daemon's default.
        public var embeddedFont: Bool?

        /// Makes the command.
        public init(
            _ playlist: PlaylistName,
            encoding: String? = nil,
            embeddedFont: Bool? = nil
        ) {
            self.playlist = playlist
            (self.encoding, self.embeddedFont) = (encoding, embeddedFont)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Load(.blank),
            .transport,
            arguments: [.required("name", .playlist, \.playlist, "name of the playlist")]
                + FileRequest.readingOptions(encoding: \.encoding, embeddedFont: \.embeddedFont),
            summary: "Add the files of a playlist to the end of the queue",
            discussion: """
                It works like `enqueue` with the playlist's file. Files that cannot be read are \
                left out and listed in `skipped`. A file that has several patterns is added with \
                all of them. To play only this playlist, `clear` the queue first.
                """,
            answer: .record(without: "warning")
        )
    }

    /// Lists the playlists.
    public struct Playlists: ControlCommand {
        /// The answer.
        public typealias Answer = [PlaylistEntry]

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Playlists(),
            .observer,
            isReadOnly: true,
            summary: "List the playlists",
            answer: .list(PlaylistEntry.list)
        )
    }

    /// Deletes a playlist.
    public struct DeletePlaylist: ControlCommand {
        /// The name.
        public var playlist: PlaylistName

        /// Makes the command.
        public init(_ playlist: PlaylistName) { self.playlist = playlist }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            DeletePlaylist(.blank),
            .transport,
            arguments: [.required("name", .playlist, \.playlist, "name of the playlist")],
            summary: "Delete a playlist",
            discussion: "The queue and the files stay."
        )
    }
}
