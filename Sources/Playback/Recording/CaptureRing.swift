import Glibc
import Platform
import SMF
import SamplerHost
import Sequencer

/// The messages that arrived recently, on disk: journals of some minutes each, of which the oldest
/// are removed.
///
/// A journal's name is its start in milliseconds since 1970. A crash leaves one with `.part` behind
/// its name, which counts as any other. Confined to the recorder's thread.
final class CaptureRing {
    /// A journal that is complete.
    private struct Segment {
        var start: Int64
        var bytes: Int
    }

    /// The journal that is being written.
    private final class Current {
        let start: Int64
        var journal: TakeJournal<MIDIFileSink>?
        var bytes = 0

        init(_ journal: consuming TakeJournal<MIDIFileSink>, start: Int64) {
            self.journal = consume journal
            self.start = start
        }
    }

    /// The bytes of all journals: an hour of a full MIDI cable has less.
    private static let largestSize = 16 << 20
    private static let largestSegment = 1 << 20

    private let settings: CaptureSettings
    /// Nanoseconds since 1970 less those of the monotonic clock.
    private let offset: Int64
    private var segments: [Segment] = []
    private var current: Current?

    /// Takes over what is in a folder, which is made with the first message.
    ///
    /// - Parameter settings: The folder, and for how long messages are stored.
    /// - Throws: `io` with the reason.
    init(_ settings: CaptureSettings) throws(HostError) {
        self.settings = settings
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        offset = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec) - LiveQueue.now
        guard let listing = FolderListing(settings.folder) else {
            if [ENOENT, ENOTDIR].contains(errno) { return }
            throw HostError(.io, settings.folder, SystemError.text())
        }
        for name in listing.names {
            guard let start = Self.start(inName: name) else { continue }
            let path = self.path(of: start)
            if name.hasSuffix(".part") { try Self.complete("\(path).part", as: path) }
            segments.append(Segment(start: start, bytes: Int(FileStatus(path)?.size ?? 0)))
        }
        segments.sort { $0.start < $1.start }
    }

    /// Completes a journal that a crash has left: keys that were down are released in it.
    private static func complete(_ left: String, as path: String) throws(HostError) {
        guard var take = try? TakeFile.read(left) else {
            guard unsafe rename(left.systemPath, path.systemPath) == 0 else {
                throw HostError(.io, left, SystemError.text())
            }
            return
        }
        take.complete()
        let file = try MIDIFileSink(replacing: path)
        let sink: MIDIFileSink
        do throws(JournalFailure) {
            var journal = try TakeJournal(file, plan: take.plan)
            for event in take.events { try journal.append(event) }
            sink = try journal.finish(at: take.endTime)
        } catch {
            throw HostError(error, path)
        }
        try sink.commit()
        unsafe unlink(left.systemPath)
    }

    private static func start(inName name: String) -> Int64? {
        let parts = name.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, parts[1] == "mid" || parts[1] == "mid.part" else { return nil }
        return Int64(parts[0])
    }

    private func path(of start: Int64) -> String { "\(settings.folder)/\(start).mid" }

    // MARK: Writing

    /// Adds a message.
    ///
    /// - Parameter event: The message; its time is that of the monotonic clock.
    /// - Throws: `io` or `cannotCreate` with the reason.
    func add(_ event: RecordedEvent) throws(HostError) {
        let time = event.time + offset
        if let current,
            time - current.start * 1_000_000 >= segmentDuration
                || current.bytes >= Self.largestSegment
        {
            try close()
        }
        let current: Current
        if let open = self.current {
            current = open
        } else {
            current = try open(at: time)
            self.current = current
        }
        var event = event
        event.time = time - current.start * 1_000_000
        do throws(JournalFailure) {
            try current.journal?.append(event)
        } catch {
            throw HostError(error, path(of: current.start))
        }
        if case .exclusive(let bytes) = event.content { current.bytes += bytes.count }
        current.bytes += 8
    }

    private var segmentDuration: Int64 { max(settings.duration / 12, 10_000_000_000) }

    private func open(at time: Int64) throws(HostError) -> Current {
        do throws(DurableFile.Failure) {
            try DurableFile.makeFolder(settings.folder)
        } catch {
            throw HostError(.cannotCreate, settings.folder, SystemError.text(error.number))
        }
        removeOld(before: time)
        // Later than all others, wherever the clock was set.
        let start = max(time / 1_000_000, (segments.last?.start ?? 0) + 1)
        var plan = TakePlan()
        plan.startedAt = start * 1_000_000
        let path = path(of: start)
        let sink = try MIDIFileSink(replacing: path, keepsRecovery: true)
        do throws(JournalFailure) {
            return Current(try TakeJournal(sink, plan: plan), start: start)
        } catch {
            throw HostError(error, path)
        }
    }

    /// Whether something is not on disk yet.
    var hasChanges: Bool { current?.journal?.hasChanges ?? false }

    /// Has the disk take what was added.
    func checkpoint() throws(HostError) {
        guard let current else { return }
        do throws(JournalFailure) {
            try current.journal?.checkpoint()
        } catch {
            throw HostError(error, path(of: current.start))
        }
    }

    /// Completes the journal that is being written.
    func close() throws(HostError) {
        guard let current, let journal = current.journal.take() else { return }
        self.current = nil
        let end = journal.endTime
        let sink: MIDIFileSink
        do throws(JournalFailure) {
            sink = try journal.finish(at: end)
        } catch {
            throw HostError(error, path(of: current.start))
        }
        try sink.commit()
        segments.append(Segment(start: current.start, bytes: current.bytes))
    }

    /// Removes the journals whose messages are all too old, and the oldest ones if there is too much.
    private func removeOld(before time: Int64) {
        let oldest = (time - settings.duration) / 1_000_000
        var size = segments.reduce(0) { $0 + $1.bytes }
        while let first = segments.first,
            segments.count > 1 && segments[1].start < oldest || size > Self.largestSize
        {
            unsafe unlink(path(of: first.start).systemPath)
            size -= first.bytes
            segments.removeFirst()
        }
    }

    // MARK: Capturing

    /// Writes the last messages to a file.
    ///
    /// - Parameter request: The file.
    /// - Returns: A summary of its content.
    /// - Throws: `noInput` if no message has arrived, and as ``TakeFile``.
    func write(_ request: CaptureRequest) throws(HostError) -> TakeSummary {
        try close()
        var take = Take(TakePlan())
        for segment in segments {
            let part = try TakeFile.read(path(of: segment.start))
            let start = segment.start * 1_000_000
            take.events += part.events.map { event in
                var event = event
                event.time += start
                return event
            }
        }
        let captured = CapturedTake(take.events, request, offset: offset)
        guard let captured else {
            throw HostError(.noInput, request.path, "nothing to capture: no note has come in")
        }
        var summary = try TakeFile.write(
            captured.take,
            to: request.path,
            mayReplace: request.mayReplace
        )
        summary.guessedTempo = captured.guessedTempo
        return summary
    }
}
