import Glibc
import MIDI
import Platform
public import SMF
public import SamplerHost
public import Sequencer

/// The file that is made of a take.
public enum TakeFile {
    /// Writes the recording of a take.
    ///
    /// - Parameters:
    ///   - take: The take.
    ///   - path: The file.
    ///   - mayReplace: Whether it may replace another one.
    ///   - accompaniment: The file to whose tracks those of the take are added.
    /// - Returns: The notes, the tracks and the duration.
    /// - Throws: `cannotCreate` or `io` with the reason, `data` for a take that no file can hold.
    public static func write(
        _ take: Take,
        to path: String,
        mayReplace: Bool,
        accompaniment: MIDIFile? = nil
    ) throws(HostError) -> TakeSummary {
        let file: MIDIFile
        let bytes: [UInt8]
        do {
            let arrangement = TakeArrangement(take)
            file =
                try accompaniment.map { try TakeArrangement(take).midiFile(appendedTo: $0) }
                ?? arrangement.midiFile()
            bytes = try unsafe file.bytes()
        } catch {
            throw HostError(.data, path, "\(error)")
        }
        var sink = try MIDIFileSink(replacing: path, mayReplace: mayReplace)
        try sink.write(bytes)
        // Before what the crash of a recording leaves is removed.
        try sink.flush()
        try sink.commit()
        let recorded = file.tracks.dropFirst(accompaniment?.tracks.count ?? 1)
        return TakeSummary(
            path: path,
            notes: recorded.reduce(0) { $0 + $1.noteCount },
            tracks: recorded.count,
            duration: take.plan.tempoMap.nanoseconds(
                atTick: recorded.map(\.endTick).max() ?? 0
            ),
            dropped: 0
        )
    }

    /// The name of the file that a crash leaves of a take.
    public static func recoveryPath(of path: String) -> String { "\(path).part" }

    /// Makes the recording of what a crash has left of it, and removes that.
    ///
    /// If it was to be added to the tracks of a file, they are read again. Without that file the
    /// recorded tracks stand alone.
    ///
    /// - Parameters:
    ///   - path: The file that was to be recorded; what was left has the usual name.
    ///   - mayReplace: Whether it may replace another one.
    /// - Returns: The notes, the tracks and the duration.
    /// - Throws: `noInput` if nothing was left, `busy` if it is being recorded, `data` if what was
    ///   left is not from a recording, `cannotCreate` and `io` with the reason.
    public static func recover(_ path: String, mayReplace: Bool) throws(HostError) -> TakeSummary {
        try recover(
            path,
            from: OpenedFile(recoveryPath(of: path)),
            mayReplace: mayReplace
        ) { song throws(PlaybackError) in
            guard song.hasPrefix("/") else {
                throw PlaybackError(.data, "\(song): not an absolute path")
            }
            let file = try PlaybackError.catching { () throws(HostError) in
                try OpenedFile(song, followsLinks: true)
            }
            // Reading opens it anew by its descriptor.
            defer { withExtendedLifetime(file) {} }
            return try PieceFile(song, openedAt: file.handle).file
        }
    }

    /// Makes the recording of what a crash has left of it, and removes that.
    ///
    /// Anyone who may write to the folder can have made what was left: it must not say which files
    /// are read, or written.
    ///
    /// - Parameters:
    ///   - path: The file that was to be recorded.
    ///   - journal: The journal that was left.
    ///   - mayReplace: Whether it may replace another one.
    ///   - read: Reads the file to whose tracks those of the take are added, by the path that the
    ///     journal names. If it fails, the recorded tracks stand alone.
    /// - Returns: The notes, the tracks and the duration.
    /// - Throws: `busy` if it is being recorded, `data` if the journal is not from a recording,
    ///   `cannotCreate` and `io` with the reason.
    package static func recover(
        _ path: String,
        from journal: OpenedFile,
        mayReplace: Bool,
        song read: (_ path: String) throws(PlaybackError) -> MIDIFile
    ) throws(HostError) -> TakeSummary {
        guard !journal.isBeingWritten else {
            throw HostError(.busy, path, "is being recorded")
        }
        var take = try Self.take(in: try journal.content(), named: journal.path)
        take.complete()
        var accompaniment: MIDIFile?
        var remark: String?
        if let song = take.plan.accompaniment {
            do throws(PlaybackError) {
                accompaniment = try read(song)
            } catch {
                remark = "\(error); the recorded tracks stand alone"
            }
        }
        var summary = try write(
            take,
            to: path,
            mayReplace: mayReplace,
            accompaniment: accompaniment
        )
        summary.remark = remark
        try journal.remove()
        return summary
    }

    /// Reads the journal of a take.
    ///
    /// - Parameter path: The file.
    /// - Returns: The take.
    /// - Throws: `noInput` if there is none, `data` if it is not a journal.
    static func read(_ path: String) throws(HostError) -> Take {
        try take(in: InputFile.read(path, limit: 1 << 32), named: path)
    }

    /// Reads the bytes of a journal.
    static func take(in bytes: [UInt8], named path: String) throws(HostError) -> Take {
        let file: MIDIFile
        do throws(SMFError) {
            file = try MIDIFile(bytes)
        } catch {
            throw HostError(.data, path, "\(error)")
        }
        guard let take = Take(journal: file) else {
            throw HostError(.data, path, "not left by a recording of seqd")
        }
        return take
    }
}

extension Track {
    /// The number of notes that begin.
    fileprivate var noteCount: Int {
        count { event in
            if case .channel(let message) = event.event { message.isNoteOn } else { false }
        }
    }
}
