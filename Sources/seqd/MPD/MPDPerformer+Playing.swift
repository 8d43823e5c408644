import ControlProtocol
import MPDProtocol
import Sequencer

/// The commands for playback.
extension MPDPerformer {
    func play(_ command: MPDCommandName, _ arguments: [String]) throws(MPDFault) -> MPDReply {
        let status = try daemon.ask(Command.Status())
        switch command {
        case .play: try play(arguments.first, status, isID: false)
        case .playid: try play(arguments.first, status, isID: true)
        case .pause: try pause(arguments.first, status)
        case .stop: _ = try daemon.ask(Command.Stop())
        case .next: try goToNext(status)
        case .previous: try goToPrevious(status)
        case .seek: try seek(arguments[0], isID: false, arguments[1], status)
        case .seekid: try seek(arguments[0], isID: true, arguments[1], status)
        default: try seek(arguments[0], status)
        }
        return MPDReply()
    }

    /// The entry that an argument names.
    private func entry(_ text: String, isID: Bool) throws(MPDFault) -> MPDQueue.Entry {
        let queue = try daemon.queue()
        if isID { return queue.entries[try queue.position(ofID: text)] }
        return queue.entries[try MPDArgument.range(text, of: queue.entries.count).lowerBound]
    }

    private func resume(from state: DaemonStatus.State) throws(MPDFault) {
        if state != .playing { _ = try daemon.ask(Command.Continue()) }
    }

    private func play(
        _ text: String?,
        _ status: DaemonStatus,
        isID: Bool
    ) throws(MPDFault) {
        guard let text, text != "-1" else {
            // An empty queue is not an error.
            if status.entries > 0 { try resume(from: status.state) }
            return
        }
        guard isID || !text.contains(":") else {
            throw MPDFault(.argument, "Integer expected: \(text.prefix(64))")
        }
        let id = try isID ? MPDArgument.number(text) : entry(text, isID: false).id
        _ = try daemon.ask(Command.Jump(to: .id(id)))
        try resume(from: status.state)
    }

    private func pause(_ text: String?, _ status: DaemonStatus) throws(MPDFault) {
        let isWanted = try text.map(MPDArgument.flag)
        switch status.state {
        case .stopped: break
        case .playing:
            if isWanted ?? true { _ = try daemon.ask(Command.Pause()) }
        case .paused:
            if !(isWanted ?? false) { _ = try daemon.ask(Command.Continue()) }
        }
    }

    private func checkIsPlaying(_ status: DaemonStatus) throws(MPDFault) {
        guard status.state != .stopped else { throw MPDFault(.playerSync, "Not playing") }
    }

    private func goToNext(_ status: DaemonStatus) throws(MPDFault) {
        try checkIsPlaying(status)
        do throws(RequestError) {
            _ = try daemon.request(Command.Next())
        } catch {
            // MPD stops at the end of the queue.
            guard error.code == .noInput, error.message == "end of queue" else {
                throw MPDFault(error)
            }
            _ = try daemon.ask(Command.Stop())
            return
        }
        try resume(from: status.state)
    }

    private func goToPrevious(_ status: DaemonStatus) throws(MPDFault) {
        try checkIsPlaying(status)
        do throws(RequestError) {
            _ = try daemon.request(Command.Previous())
        } catch {
            // MPD begins the first song again.
            guard error.code == .noInput, error.message.hasPrefix("start of queue") else {
                throw MPDFault(error)
            }
            _ = try daemon.ask(Command.Seek(.seconds(nanoseconds: 0)))
        }
        try resume(from: status.state)
    }

    // MARK: - Positions

    private func seek(
        _ text: String,
        isID: Bool,
        _ time: String,
        _ status: DaemonStatus
    ) throws(MPDFault) {
        let nanoseconds = try MPDArgument.nanoseconds(time)
        let queue = try daemon.queue(version: status.queueVersion)
        let entry = try entry(text, isID: isID)
        let current = status.entry.flatMap { number in
            queue.entries.indices.contains(number - 1) ? queue.entries[number - 1].id : nil
        }
        // A current file that has not been loaded yet has no position.
        if current != entry.id || status.file == nil {
            _ = try daemon.ask(Command.Jump(to: .id(entry.id)))
        }
        try seek(Command.Seek(.seconds(nanoseconds: nanoseconds)))
        if status.state == .stopped { _ = try daemon.ask(Command.Continue()) }
    }

    private func seek(_ time: String, _ status: DaemonStatus) throws(MPDFault) {
        try checkIsPlaying(status)
        let sign: Int64? = time.hasPrefix("+") ? 1 : time.hasPrefix("-") ? -1 : nil
        guard let sign else {
            return try seek(Command.Seek(.seconds(nanoseconds: MPDArgument.nanoseconds(time))))
        }
        let nanoseconds = try MPDArgument.nanoseconds(String(time.dropFirst()))
        guard nanoseconds > 0 else { return }
        try seek(Command.Seek(by: .seconds(nanoseconds: sign * nanoseconds)))
    }

    private func seek(_ command: Command.Seek) throws(MPDFault) {
        do throws(RequestError) {
            _ = try daemon.request(command)
        } catch {
            // A position that the file does not have.
            throw error.code == .usage
                ? MPDFault(.argument, error.message) : MPDFault(error)
        }
    }
}
