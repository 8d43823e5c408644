import MIDI
import SMF

/// Follows a track's events and knows where a status byte can be left out.
///
/// SMF 1.0, "MTrk chunks": the status byte may be left out if the channel message before had the
/// same; SysEx and meta events end that.
struct RunningStatus {
    /// The status of the last channel message; 0 before the first.
    private(set) var last: UInt8 = 0
    private var isInterrupted = false

    /// Takes the next event; returns whether its status byte can be left out.
    mutating func take(_ event: Event) -> Bool {
        guard case .channel(let message) = event else {
            isInterrupted = true
            return false
        }
        defer {
            last = message.status
            isInterrupted = false
        }
        return message.status == last && !isInterrupted
    }

    /// Whether most events of a file that can do without their status byte do so.
    ///
    /// That is what `running-status` says in the text; `true` where there are no such events.
    static func isUsual(in file: MIDIFile) -> Bool {
        var balance = 0
        for track in file.tracks {
            var status = RunningStatus()
            for (index, event) in track.enumerated() where status.take(event.event) {
                balance += track.encoding(at: index).usesRunningStatus ? 1 : -1
            }
        }
        return balance >= 0
    }
}
