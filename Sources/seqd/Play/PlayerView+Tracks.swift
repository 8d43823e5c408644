import TerminalUI
import Wording

/// The tracks, in windows with room for them.
extension PlayerView {
    /// The columns and rows of the smallest window with the tracks.
    private static let trackColumns = 60
    private static let trackRows = 32

    /// Whether a window shows the tracks.
    static func hasRoomForTracks(columns: Int, rows: Int) -> Bool {
        columns >= trackColumns && rows >= trackRows
    }

    /// The tracks with a title; without the last ones if there are more than rows.
    func trackLines(_ tracks: [TrackRow], width: Int, rows: Int) -> [ViewLine] {
        guard !tracks.isEmpty else { return [] }
        let note = "1 mutes, s 1 solos"
        let title = ViewLine.rule("Tracks \(tracks.count)", note: note, width: width, ability)
        let room = rows - 1
        let shown = tracks.count > room ? room - 1 : tracks.count
        var lines = [title] + tracks.prefix(shown).map { $0.line(ability, width: width) }
        if shown < tracks.count {
            lines.append(ViewLine("    \(tracks.count - shown) more", .dim))
        }
        return lines
    }
}
