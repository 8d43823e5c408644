import ControlProtocol
import MPDProtocol
import Platform

/// The commands that change the queue.
extension MPDPerformer {
    func edit(_ command: MPDCommandName, _ arguments: [String]) throws(MPDFault) -> MPDReply {
        switch command {
        case .add: try add(paths(of: arguments[0]), at: position(arguments.dropFirst().first))
        case .addid: return try addWithID(arguments)
        case .findadd, .searchadd: try addFound(arguments, isSearch: command == .searchadd)
        case .clear: try clear()
        case .delete: try delete(arguments[0])
        case .deleteid: _ = try daemon.ask(Command.Remove(.id(MPDArgument.number(arguments[0]))))
        case .move, .moveid: try move(arguments, isID: command == .moveid)
        case .swap, .swapid: try swap(arguments, isID: command == .swapid)
        case .shuffle:
            guard arguments.isEmpty else {
                throw MPDFault(.argument, "a part of the queue cannot be shuffled")
            }
            _ = try daemon.ask(Command.Shuffle())
        default: try setPriority(arguments, isID: command == .prioid)
        }
        return MPDReply()
    }

    // MARK: - Adding

    /// The paths that a name stands for: all folders for the top.
    private func paths(of name: String) throws(MPDFault) -> [String] {
        switch try files.tree.place(of: name) {
        case .path(let path): return [path]
        case .top:
            guard !files.tree.folders.isEmpty else {
                throw MPDFault(.noExist, "no folders: seqd mpd --allow-path names them")
            }
            return files.tree.folders.map(\.path)
        }
    }

    /// The position at which songs are added, from 1; `nil` for the end.
    private func position(_ text: String?) throws(MPDFault) -> Int? {
        guard let text else { return nil }
        let status = try daemon.ask(Command.Status())
        return try MPDArgument.target(
            text,
            current: status.entry.map { $0 - 1 },
            of: status.entries + 1
        ) + 1
    }

    /// Adds files and folders.
    ///
    /// - Returns: The position of the first one, from 1.
    @discardableResult
    private func add(_ paths: [String], at position: Int? = nil) throws(MPDFault) -> Int? {
        var first: Int?
        var next = position
        for chunk in Self.chunks(of: paths) {
            let request = FileRequest(paths: chunk)
            let added: AddedFiles
            if let position = next {
                added = try daemon.ask(Command.Insert(request, position: position))
                next = position + added.added
            } else {
                added = try daemon.ask(Command.Enqueue(request))
            }
            first = first ?? added.entry
        }
        return first
    }

    /// The paths in parts that a line of the daemon's protocol has room for.
    private static func chunks(of paths: [String]) -> [[String]] {
        var chunks: [[String]] = []
        var room = 0
        for path in paths {
            // A byte may need six characters in JSON.
            let size = path.utf8.count * 6 + 8
            if chunks.isEmpty || size > room {
                chunks.append([])
                room = Request.maximumLength - 1_024
            }
            room -= size
            chunks[chunks.count - 1].append(path)
        }
        return chunks
    }

    private func addWithID(_ arguments: [String]) throws(MPDFault) -> MPDReply {
        let paths = try paths(of: arguments[0])
        guard paths.count == 1, FileStatus(paths[0])?.kind != .folder else {
            throw MPDFault(.argument, "a folder has no ID; add takes it")
        }
        guard MPDFiles.isMusic(paths[0]) else {
            throw MPDFault(.argument, "expected one MIDI file; add takes playlists")
        }
        let position = try add(paths, at: position(arguments.dropFirst().first))
        let queue = try daemon.queue()
        guard let position, queue.entries.indices.contains(position - 1),
            queue.entries[position - 1].path == paths[0]
        else { throw MPDFault(.system, "the queue has changed meanwhile") }
        return Self.reply("Id", [queue.entries[position - 1].id])
    }

    private func addFound(_ arguments: [String], isSearch: Bool) throws(MPDFault) {
        let query = try MPDQuery(arguments, isSearch: isSearch)
        try add(query.window(found(query).map(\.path)), at: position(query.position))
    }

    // MARK: - Removing

    /// Removes all entries and stops, as MPD does; the daemon's `clear` lets the current file end.
    private func clear() throws(MPDFault) {
        let count = try daemon.ask(Command.Status()).entries
        guard count > 0 else { return }
        _ = try daemon.ask(Command.Stop())
        _ = try daemon.ask(Command.Remove(1, through: .position(count)))
    }

    private func delete(_ text: String) throws(MPDFault) {
        let queue = try daemon.queue()
        let range = try MPDArgument.range(text, of: queue.entries.count)
        guard let first = range.first, let last = range.last else { return }
        _ = try daemon.ask(
            Command.Remove(.id(queue.entries[first].id), through: .id(queue.entries[last].id))
        )
    }

    // MARK: - Order

    private func move(_ arguments: [String], isID: Bool) throws(MPDFault) {
        let queue = try daemon.queue()
        let count = queue.entries.count
        let range: Range<Int>
        if isID {
            let position = try queue.position(ofID: arguments[0])
            range = position..<position + 1
        } else {
            range = try MPDArgument.range(arguments[0], of: count)
        }
        var current = try daemon.ask(Command.Status()).entry.map { $0 - 1 }
        if let known = current {
            // The position counts among the others.
            let before = range.filter { $0 < known }.count
            current = range.contains(known) ? nil : known - before
        }
        let target = try MPDArgument.target(
            arguments[1],
            current: current,
            of: count - range.count + 1
        )
        let ids = range.map { queue.entries[$0].id }
        // Each one moves the others that have been moved by one, towards the start or the end.
        let isDown = target > range.lowerBound
        let position = isDown ? target + ids.count : target + 1
        for id in isDown ? ids : ids.reversed() {
            _ = try daemon.ask(Command.Move(.id(id), to: position))
        }
    }

    private func swap(_ arguments: [String], isID: Bool) throws(MPDFault) {
        let queue = try daemon.queue()
        var ids: [Int] = []
        for text in arguments {
            let position =
                try isID
                ? queue.position(ofID: text)
                : MPDArgument.range(text, of: queue.entries.count).lowerBound
            guard queue.entries.indices.contains(position) else {
                throw MPDFault(.argument, "Bad song index")
            }
            ids.append(queue.entries[position].id)
        }
        _ = try daemon.ask(Command.Swap(.id(ids[0]), .id(ids[1])))
    }

    private func setPriority(_ arguments: [String], isID: Bool) throws(MPDFault) {
        let priority = try MPDArgument.number(arguments[0])
        guard priority <= 255 else { throw MPDFault(.argument, "Priority out of range: 0 to 255") }
        let queue = try daemon.queue()
        for text in arguments.dropFirst() {
            let position = try isID ? queue.position(ofID: text) : 0
            let range =
                try isID
                ? position..<position + 1 : MPDArgument.range(text, of: queue.entries.count)
            guard let first = range.first, let last = range.last else { continue }
            _ = try daemon.ask(
                Command.Prioritize(
                    .id(queue.entries[first].id),
                    through: .id(queue.entries[last].id),
                    priority: priority
                )
            )
        }
    }
}
