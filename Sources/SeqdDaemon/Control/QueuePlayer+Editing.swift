import ControlProtocol
import Logging
import Playback
import Sequencer

/// Editing the queue: what plays continues, unless it is removed.
extension QueuePlayer {
    /// Empties the queue; the piece that plays continues, alone in it.
    func clear() {
        if queue.list.current != nil, run.state != .stopped {
            return edit { $0.clear(keepsCurrent: true) }
        }
        loader.tickets.cancel(.current, .version)
        unload()
        playback.locate(at: 0)
        edit { $0.clear(keepsCurrent: false) }
    }

    /// Removes entries, from one to another; if the current one is among them, continues with the
    /// one after them.
    ///
    /// - Throws: Status 64 for an entry that does not exist, or a last one before the first; nothing
    ///   is removed then.
    func remove(_ entry: EntryAddress, through other: EntryAddress) throws(RequestError) {
        let indices = try indices(from: entry, through: other)
        edit { $0.remove(indices) }
        guard queue.list.currentIndex == nil, piece != nil || run.state != .stopped else { return }
        guard let next = queue.list.indexAfterRemoval(indices.lowerBound) else {
            loader.tickets.cancel(.current, .version)
            controls.stop()
            unload()
            playback.locate(at: 0)
            return
        }
        go(to: next)
    }

    /// Moves an entry to another position, from 1.
    ///
    /// - Throws: Status 64 for an entry or a position that does not exist.
    func move(_ entry: EntryAddress, to position: Int) throws(RequestError) {
        let (from, to) = (try queue.index(of: entry), try queue.index(of: .position(position)))
        edit { $0.move(from, to: to) }
    }

    /// Exchanges two entries.
    ///
    /// - Throws: Status 64 for an entry that does not exist.
    func swap(_ entry: EntryAddress, _ other: EntryAddress) throws(RequestError) {
        let (first, second) = (try queue.index(of: entry), try queue.index(of: other))
        edit { $0.swap(first, second) }
    }

    /// Sets a mode of the queue; the current entry continues to play.
    func setMode<Value>(_ mode: WritableKeyPath<PlayModes, Value>, _ value: Value) {
        var modes = queue.list.modes
        modes[keyPath: mode] = value
        // A random order stays as it is if it is asked for again.
        guard modes != queue.list.modes else { return }
        edit { $0.setModes(modes) }
    }

    /// Sets the priority of entries, from one to another.
    ///
    /// - Throws: Status 64 for an entry that does not exist, or a last one before the first.
    func setPriority(
        _ priority: Int,
        of entry: EntryAddress,
        through other: EntryAddress
    ) throws(RequestError) {
        let indices = try indices(from: entry, through: other)
        edit { $0.setPriority(priority, of: indices) }
    }

    /// The indices of entries, from one to another.
    ///
    /// - Throws: Status 64 for an entry that does not exist, or a last one before the first.
    private func indices(
        from entry: EntryAddress,
        through other: EntryAddress
    ) throws(RequestError) -> ClosedRange<Int> {
        let (first, last) = (try queue.index(of: entry), try queue.index(of: other))
        guard first <= last else {
            throw RequestError(.usage, "entry \(other) is before entry \(entry)")
        }
        return first...last
    }

    /// Puts the entries into a random order, the current one first.
    func shuffle() {
        edit { $0.shuffle() }
    }

    /// Changes the order of the queue, or its entries; the current one continues to play.
    private func edit(_ change: (inout PlayQueue) -> Void) {
        let dropped = queue.edit(change)
        run.report(.changed)
        guard queue.list.currentIndex != nil else { return }
        if let dropped { stay(isOverdue: dropped.isOverdue) } else { queue.prepareNext() }
    }

    // MARK: Adding

    /// Reads files and plays the first; the queue is then these files.
    ///
    /// If they cannot be read, the current piece continues.
    ///
    /// - Parameters:
    ///   - sources: Files, folders and playlists.
    ///   - options: The options of their pieces.
    ///   - countIn: The clicks before the start.
    ///   - start: The start position in the first; `nil` for its start.
    ///   - isPaused: Whether it waits there.
    /// - Returns: The entries, when the first plays, or is ready to.
    /// - Throws: Status 64 for a position that the first does not have; status 75 if a later
    ///   request to play was faster; the error of a file.
    func play(
        _ sources: [SourcePath],
        _ options: PlaySettings,
        _ countIn: CountIn? = nil,
        from start: Position? = nil,
        isPaused: Bool = false
    ) async throws -> AddedFiles {
        let request = queue.request()
        let reader = try await QueueReader.read(
            sources,
            options,
            for: queue,
            limit: PlayQueue.capacity,
            loadingFirst: request.entry
        )
        do {
            if countIn != nil { try await instruments.prepareMetronome() }
            return try play(
                reader,
                options,
                countIn,
                from: start,
                isPaused: isPaused,
                for: request
            )
        } catch {
            reader.releaseFirst()
            throw error
        }
    }

    private func play(
        _ reader: QueueReader,
        _ options: PlaySettings,
        _ countIn: CountIn?,
        from start: Position?,
        isPaused: Bool,
        for request: PlayQueue.Request
    ) throws(RequestError) -> AddedFiles {
        guard let (piece, file) = reader.first else {
            throw RequestError(.software, "nothing loaded")
        }
        let frame = try start.map { start throws(RequestError) in
            try run.frame(of: start, in: atTempo(piece))
        }
        let count = try queue.replace(with: reader.measured, options, for: request)
        queue.keep(file)
        queue.forgetNext()
        if isPaused {
            controls.load(at: frame ?? 0) { take(piece) }
        } else {
            take(piece)
            try controls.start(at: frame ?? 0, .started, countIn)
        }
        return added(reader, count)
    }

    /// Reads files and adds them to the queue, all or none.
    ///
    /// - Parameters:
    ///   - sources: Files, folders and playlists.
    ///   - options: The options of their pieces.
    ///   - place: Where they are added.
    /// - Returns: The entries, when they are in the queue.
    /// - Throws: Status 75 for a full queue; the error of a file.
    func enqueue(
        _ sources: [SourcePath],
        _ options: PlaySettings,
        at place: FileQueue.Place = .end
    ) async throws -> AddedFiles {
        let room = queue.list.room
        guard room > 0 else {
            throw RequestError(.busy, "queue full: \(PlayQueue.capacity) files")
        }
        let reader = try await QueueReader.read(sources, options, for: queue, limit: room)
        let indices = try queue.insert(reader.measured, options, at: place)
        queue.prepareNext()
        run.report(.changed)
        return added(reader, indices.count, at: indices.lowerBound + 1)
    }

    /// The largest number of files left out that an answer names.
    private static let namedSkips = 100

    private func added(_ reader: QueueReader, _ count: Int, at first: Int? = nil) -> AddedFiles {
        for failure in reader.skipped { run.reporter.logger.warning("\(failure); left out") }
        var skipped = reader.skipped.prefix(Self.namedSkips).map(\.description)
        let rest = reader.skipped.count - skipped.count
        if rest > 0 { skipped.append("\(rest) more") }
        return AddedFiles(entry: first, added: count, skipped: skipped)
    }
}
