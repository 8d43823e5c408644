import ControlProtocol
import Sequencer

/// The lists that the model is shown and controlled as.
extension MonitorModel {
    /// The number of rows of a panel.
    func count(of panel: MonitorPanel) -> Int {
        switch panel {
        case .tracks: tracks.known?.tracks.count ?? 0
        case .strips: strips?.count ?? 0
        case .queue: queue.entries.count
        }
    }

    /// The row of a panel that is selected as long as the user has not selected another.
    func defaultSelection(in panel: MonitorPanel) -> Int {
        panel == .queue ? max((queue.current ?? 1) - 1, 0) : 0
    }

    /// Whether a track is silent by `mute`: itself, or all its channels.
    func isMuted(_ track: ListedTrack) -> Bool {
        Self.contains(track, in: status?.muted ?? [])
    }

    /// Whether a track is soloed.
    func isSoloed(_ track: ListedTrack) -> Bool {
        Self.contains(track, in: status?.soloed ?? [])
    }

    private static func contains(_ track: ListedTrack, in selectors: [String]) -> Bool {
        selectors.contains("track:\(track.number)")
            || !track.channels.isEmpty
                && track.channels.allSatisfy { selectors.contains($0.selector) }
    }

    /// The notes of a track that are held at the playback position; none unless it plays.
    func notes(of track: ListedTrack) -> [ListedTrack.Note] {
        guard let status, status.state == .playing, let position = status.position else {
            return []
        }
        return track.notes(at: position.ticks)
    }

    /// The line of lyrics at the position; `nil` in music without lyrics.
    var lyric: LyricLine.State? {
        if let tracks = tracks.known {
            guard let position = status?.position else { return nil }
            return tracks.lyrics?.at(tick: position.ticks)
        }
        return syllables.isEmpty ? nil : LyricLine.State(sung: syllables, rest: "")
    }

    /// The refusal of a command that the role does not include; `nil` if it does.
    func refusal(of request: Request) -> String? {
        guard let role else { return nil }
        do throws(RequestError) {
            try request.command.details.check(role)
            return nil
        } catch {
            return error.message
        }
    }
}
