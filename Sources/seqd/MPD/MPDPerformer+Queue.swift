import ControlProtocol
import MPDProtocol

/// The commands that show the queue.
extension MPDPerformer {
    func showQueue(
        _ command: MPDCommandName,
        _ arguments: [String]
    ) throws(MPDFault) -> MPDReply {
        if command == .currentsong { return try currentSong() }
        let queue = try daemon.queue()
        switch command {
        case .playlist:
            var reply = MPDReply()
            for (position, entry) in queue.entries.enumerated() {
                reply.add("\(position):file", files.tree.name(of: entry.path))
            }
            return reply
        case .playlistid:
            guard let id = arguments.first else { break }
            return songs(of: queue, at: [try queue.position(ofID: id)])
        case .playlistinfo:
            // -1 is the whole queue for old clients.
            guard let text = arguments.first, text != "-1" else { break }
            return songs(of: queue, at: Array(try range(text, queue)))
        case .plchanges:
            return songs(of: queue, at: try changes(arguments, queue))
        case .plchangesposid:
            var reply = MPDReply()
            for position in try changes(arguments, queue) {
                reply.add("cpos", position)
                reply.add("Id", queue.entries[position].id)
            }
            return reply
        case .playlistfind, .playlistsearch:
            let query = try MPDQuery(arguments, isSearch: command == .playlistsearch)
            let deadline = readingDeadline
            let found = queue.entries.indices.filter {
                query.filter.matches(files.song(queue.entries[$0].path, until: deadline))
            }
            return songs(of: queue, at: query.window(found))
        default: break
        }
        return songs(of: queue, at: Array(queue.entries.indices))
    }

    private func range(_ text: String, _ queue: MPDQueue) throws(MPDFault) -> Range<Int> {
        try MPDArgument.range(text, of: queue.entries.count)
    }

    private func changes(_ arguments: [String], _ queue: MPDQueue) throws(MPDFault) -> [Int] {
        let version = try MPDArgument.number(arguments[0])
        // A window behind the end is of a queue that was longer.
        let window =
            try arguments.count > 1
            ? MPDArgument.range(arguments[1], of: .max) : queue.entries.indices
        return queue.positions(changedSince: version).filter(window.contains)
    }

    private func currentSong() throws(MPDFault) -> MPDReply {
        let status = try daemon.ask(Command.Status())
        let queue = try daemon.queue(version: status.queueVersion)
        guard let current = status.entry.map({ $0 - 1 }), queue.entries.indices.contains(current)
        else { return MPDReply() }
        return songs(of: queue, at: [current])
    }

    /// The songs at some positions of the queue.
    private func songs(of queue: MPDQueue, at positions: [Int]) -> MPDReply {
        var reply = MPDReply()
        let deadline = readingDeadline
        for position in positions {
            let entry = queue.entries[position]
            var song = files.song(entry.path, until: deadline)
            song.seconds = entry.seconds
            song.write(to: &reply, tags)
            reply.add("Pos", position)
            reply.add("Id", entry.id)
            if entry.priority > 0 { reply.add("Prio", entry.priority) }
        }
        return reply
    }
}
