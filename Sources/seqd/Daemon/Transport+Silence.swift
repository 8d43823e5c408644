import NIOCore
import Sequencer

/// Why nothing is heard, though something plays.
extension Transport {
    /// Why nothing can be heard of what plays; `nil` where something can, or nothing plays.
    var silence: String? {
        state == .playing ? deviceLoss ?? playback.silence : nil
    }

    /// That the device is lost, and why; `nil` where it is not.
    var deviceLoss: String? {
        if case .lost(let reason) = outputState { "device lost: \(reason)" } else { nil }
    }

    /// Opening the device takes less, unless it hangs.
    private static var settlingTime: TimeAmount { .seconds(1) }

    /// Completes when it is known whether what plays is heard: a device that was released while
    /// nothing sounded is opened first.
    func outputSettled() -> EventLoopFuture<Void> {
        guard state == .playing, outputState == .idle, !isEnding else {
            return eventLoop.makeSucceededVoidFuture()
        }
        if let outputSettling { return outputSettling.futureResult }
        let settling = eventLoop.makePromise(of: Void.self)
        outputSettling = settling
        eventLoop.scheduleTask(in: Self.settlingTime) { [weak self] in self?.settleOutput() }
        return settling.futureResult
    }

    /// It is known now, or takes too long.
    func settleOutput() {
        outputSettling?.succeed()
        outputSettling = nil
    }
}

extension Playback {
    /// Why no note of the loaded song is heard; `nil` where one is, or the click.
    var silence: String? {
        guard let song, !(isMetronomeOn && song.hasClick) else { return nil }
        let tracks = song.sequence.musicTracks.enumerated().filter { $0.element.noteCount > 0 }
        guard !tracks.isEmpty else { return "the file has no notes" }
        let isHeard = tracks.contains { number, track in
            track.channels.contains { channel in
                func isIn(_ selection: Selection) -> Bool {
                    selection.contains(track: number)
                        || selection.contains(
                            port: Int(channel.port),
                            channel: Int(channel.channel)
                        )
                }
                return !isIn(muted) && (soloed.isEmpty || isIn(soloed))
            }
        }
        guard !isHeard else { return nil }
        return soloed.isEmpty ? "everything is muted" : "mute and solo silence all parts"
    }
}
