import ControlProtocol
import MPDProtocol

/// The commands that show the state of the daemon.
extension MPDPerformer {
    func showState(
        _ command: MPDCommandName,
        _ arguments: [String]
    ) throws(MPDFault) -> MPDReply {
        switch command {
        case .status: try status()
        case .stats: try statistics()
        case .outputs: try outputs()
        default: try setOutput(command, arguments[0])
        }
    }

    private func status() throws(MPDFault) -> MPDReply {
        let status = try daemon.ask(Command.Status())
        let queue = try daemon.queue(version: status.queueVersion)
        var reply = MPDReply()
        reply.add("volume", MPDVolume.volume(decibels: status.gain))
        for (key, isOn) in [
            ("repeat", status.isRepeating), ("random", status.isRandom),
            ("single", status.isSingle), ("consume", status.isConsuming),
        ] {
            reply.add(key, isOn ? 1 : 0)
        }
        reply.add("partition", "default")
        reply.add("playlist", queue.version)
        reply.add("playlistlength", queue.entries.count)
        reply.add("mixrampdb", 0)
        reply.add("state", status.state.word)
        if status.crossfade > 0 { reply.add("xfade", Int(status.crossfade.rounded())) }
        guard let current = status.entry.map({ $0 - 1 }), queue.entries.indices.contains(current)
        else { return reply }
        reply.add("song", current)
        reply.add("songid", queue.entries[current].id)
        if status.state != .stopped { addTimes(of: status, to: &reply) }
        if let next = Self.next(after: current, status, queue.entries.count) {
            reply.add("nextsong", next)
            reply.add("nextsongid", queue.entries[next].id)
        }
        return reply
    }

    private func addTimes(of status: DaemonStatus, to reply: inout MPDReply) {
        let elapsed = status.position?.seconds ?? 0
        let length = status.lengthSeconds ?? 0
        reply.add("time", "\(Int(elapsed)):\(Int(length.rounded()))")
        reply.add("elapsed", seconds: elapsed)
        reply.add("duration", seconds: length)
        if status.rate > 0 { reply.add("audio", "\(status.rate):f:2") }
    }

    /// The position after the current one; `nil` if there is none, or the order is random.
    private static func next(
        after current: Int,
        _ status: DaemonStatus,
        _ count: Int
    ) -> Int? {
        if status.isSingle { return status.isRepeating ? current : nil }
        if status.isRandom { return nil }
        if current + 1 < count { return current + 1 }
        return status.isRepeating ? 0 : nil
    }

    private func statistics() throws(MPDFault) -> MPDReply {
        var songs = 0
        for folder in files.tree.folders {
            try files.walk(folder.path) { (_, isFolder) throws(MPDFault) in
                if !isFolder { songs += 1 }
            }
        }
        var reply = MPDReply()
        for key in ["artists", "albums"] { reply.add(key, 0) }
        reply.add("songs", songs)
        reply.add("uptime", hub.uptime)
        // They are not measured.
        for key in ["db_playtime", "playtime"] { reply.add(key, 0) }
        reply.add("db_update", hub.startTime)
        return reply
    }

    // MARK: - Outputs

    private func outputs() throws(MPDFault) -> MPDReply {
        var reply = MPDReply()
        for (number, output) in try daemon.ask(Command.Outputs()).outputs.enumerated() {
            reply.add("outputid", number)
            reply.add("outputname", output.device)
            reply.add("plugin", output.isOn ? "alsa" : "null")
            reply.add("outputenabled", output.isOn ? 1 : 0)
        }
        return reply
    }

    private func setOutput(
        _ command: MPDCommandName,
        _ text: String
    ) throws(MPDFault) -> MPDReply {
        let number = try MPDArgument.number(text)
        let outputs = try daemon.ask(Command.Outputs()).outputs
        guard outputs.indices.contains(number) else {
            throw MPDFault(.noExist, "No such audio output")
        }
        guard command == .enableoutput, outputs[number].isOn else {
            throw MPDFault(
                .system,
                "outputs cannot be switched here; seqd ctl device NAME plays on another device"
            )
        }
        return MPDReply()
    }
}

extension OutputEntry {
    /// Whether there is a device.
    fileprivate var isOn: Bool { device != "none" }
}

extension DaemonStatus.State {
    /// MPD's word for the state.
    fileprivate var word: String {
        switch self {
        case .playing: "play"
        case .paused: "pause"
        case .stopped: "stop"
        }
    }
}
