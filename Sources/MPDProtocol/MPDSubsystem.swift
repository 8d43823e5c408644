/// A part of the player whose changes `idle` reports.
package enum MPDSubsystem: String, Hashable, Sendable, CaseIterable {
    /// The files in the folders.
    case database
    /// A search for new files, which takes no time here.
    case update
    /// The saved playlists.
    case storedPlaylist = "stored_playlist"
    /// The queue.
    case playlist
    /// Playback.
    case player
    /// The volume.
    case mixer
    /// The audio devices.
    case output
    /// The order of the queue: repeat, random and so on.
    case options
    /// Subsystems of MPD that never change here.
    case partition, sticker, subscription, message, neighbor, mount
}
