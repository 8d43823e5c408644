import Platform

/// The metadata of the piece.
extension MediaState {
    /// The object of the piece; that for no piece if there is none.
    var trackPath: String { track.map { Self.path(ofTrack: $0.name) } ?? Self.noTrack }

    /// The name of a track by its object; `nil` for another object.
    static func name(ofTrack path: String) -> String? {
        path.hasPrefix(trackFolder) ? String(path.dropFirst(trackFolder.count)) : nil
    }

    private static func path(ofTrack name: String) -> String { trackFolder + name }

    private static let trackFolder = "/seqd/track/"
    private static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    /// The metadata by their names; only the object where there is no piece.
    var metadata: [String: BusValue] {
        var metadata: [String: BusValue] = ["mpris:trackid": .objectPath(trackPath)]
        guard let track else { return metadata }
        metadata["xesam:title"] = .text(track.title)
        metadata["xesam:artist"] = track.artist.map { .texts([$0]) }
        metadata["xesam:url"] = track.path.map { .text(FileURL.text(ofPath: $0)) }
        metadata["mpris:length"] = track.length.map(BusValue.integer)
        return metadata
    }
}
