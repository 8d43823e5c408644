import CLinux
import ControlProtocol
import Platform
import Playback
import SamplerHost
import Sequencer
import Synchronization

/// Reads files and makes samplers on a thread of its own, one job after another; results come back
/// to the event loop.
@EventLoop
final class PieceLoader {
    /// The SoundFonts in use.
    let fonts: FontStack
    /// The loads that are still wanted.
    let tickets = LoadTickets()
    /// Frames per second.
    let rate: Int
    let maximumPeriod: Int
    /// The hint for a file that is not a MIDI file.
    private let hint: PieceFile.Hint
    /// The folders below which clients may name files.
    let policy: PathPolicy
    /// The number of MIDI outputs that rules may lead to.
    let midiOutputs: Int
    private let queue = WorkerQueue("seqd-loader")
    /// The semitones by which pieces are transposed: the samples of these notes are prepared.
    let transpose = Atomic(0)
    /// The number of jobs that wait or run.
    private var jobs = 0

    /// Makes a loader.
    init(
        _ sampler: SamplerSettings,
        rate: Int,
        maximumPeriod: Int,
        hint: @escaping PieceFile.Hint,
        policy: PathPolicy = .unrestricted,
        midiOutputs: Int = 0
    ) {
        fonts = FontStack(sampler)
        self.rate = rate
        self.maximumPeriod = maximumPeriod
        self.hint = hint
        self.policy = policy
        self.midiOutputs = midiOutputs
    }

    /// Ends the thread, after the job that it does.
    func end() async {
        await queue.end()
    }

    /// Does a job on the thread; its failure is a `RequestError`.
    func run<Value: Sendable>(
        _ job: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        jobs += 1
        defer { jobs -= 1 }
        do {
            return try await queue.run(job)
        } catch let error as PlaybackError {
            throw RequestError(error)
        }
    }

    /// Whether jobs wait or run.
    var isBusy: Bool { jobs > 0 }

    // MARK: Pieces

    /// Reads a file for the queue.
    func read(_ path: String, _ options: PlaySettings) async throws -> FileReading {
        try await run { [hint, rate, policy] in
            try FileReading(path, options.reading(), hint: hint, rate: rate, policy)
        }
    }

    /// Reads a file again of which only the content is wanted.
    func read(_ entry: PlayQueue.Entry) async throws -> PieceFile {
        try await run { [hint, policy] in
            try FileReading.file(entry.path, entry.settings.reading(), hint: hint, policy)
        }
    }

    /// Loads an entry of the queue.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - arrangement: The changes to the sequence.
    ///   - ticket: The load's ticket: nothing is read if it is not wanted any more when the thread
    ///     comes to it; `nil` loads in any case.
    /// - Returns: The piece and its file.
    /// - Throws: The error of a file that cannot be read.
    func load(
        _ entry: PlayQueue.Entry,
        _ arrangement: Arrangement,
        for ticket: Int? = nil
    ) async throws -> (LoadedPiece, PieceFile) {
        let (piece, file) = try await run { [self] () throws -> (LoadedPiece, PieceFile) in
            guard ticket.map(tickets.isWanted) ?? true else {
                throw RequestError(.busy, "\(entry.path): loading cancelled")
            }
            let reading = try FileReading(
                entry.path,
                entry.settings.reading(),
                hint: hint,
                rate: rate,
                policy
            )
            let index = (entry.pattern ?? 1) - 1
            guard reading.file.sequences.indices.contains(index) else {
                throw RequestError(.data, "\(entry.path): pattern \(index + 1) no longer exists")
            }
            let piece = try makePiece(
                reading.file,
                sequence: index,
                entry: entry.number,
                arrangement
            )
            return (piece, reading.file)
        }
        return (try await withFontsInUse(piece), file)
    }

    /// Loads the first sequence of a file.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - options: The reading options.
    ///   - known: The content, if the file was read already.
    ///   - entry: The number of its entry.
    ///   - arrangement: The changes to the sequence.
    /// - Returns: The content, and the piece.
    /// - Throws: The error of a file that cannot be read.
    func loadFirst(
        of path: String,
        _ options: PlaySettings,
        known: FileReading?,
        entry: Int,
        _ arrangement: Arrangement
    ) async throws -> (FileReading, LoadedPiece) {
        let (reading, piece) = try await run { [self] () throws -> (FileReading, LoadedPiece) in
            let reading =
                try known
                ?? FileReading(path, options.reading(), hint: hint, rate: rate, policy)
            return (reading, try makePiece(reading.file, sequence: 0, entry: entry, arrangement))
        }
        return (reading, try await withFontsInUse(piece))
    }

    private nonisolated func makePiece(
        _ file: PieceFile,
        sequence index: Int,
        entry: Int,
        _ arrangement: Arrangement
    ) throws(RequestError) -> LoadedPiece {
        let instruments = try checkedInstruments()
        return try RequestError.catching { () throws(PlaybackError) in
            let piece = try Piece(
                file.sequences[index],
                of: file,
                PlaySettings(),
                arrangement,
                rack: instruments.rack,
                rate: rate
            )
            if let rack = instruments.rack {
                return try LoadedPiece(
                    piece,
                    of: file,
                    sequence: index,
                    entry: entry,
                    on: rack,
                    rate: rate,
                    maximumPeriod: maximumPeriod,
                    transpose: transpose.load(ordering: .relaxed),
                    orElse: "with embedded-font=off"
                )
            }
            return try LoadedPiece(
                piece,
                of: file,
                sequence: index,
                entry: entry,
                on: instruments.fontSampler,
                rate: rate,
                maximumPeriod: maximumPeriod,
                transpose: transpose.load(ordering: .relaxed),
                orElse: "with embedded-font=off"
            )
        }
    }

    /// A piece that was loaded, on the SoundFonts in use: they may have been replaced meanwhile.
    private func withFontsInUse(_ piece: LoadedPiece) async throws -> LoadedPiece {
        var wanted = fonts.instruments
        if let font = piece.embeddedFont?.reference { wanted.prefer(font) }
        let isMade: Bool
        if let rack = wanted.rack {
            isMade = piece.piece.rack == rack
        } else {
            let made = piece.rack.settings
            isMade =
                piece.piece.rack == nil
                && (made.fonts.isEmpty || made.soundsLike(wanted.fontSampler))
        }
        guard !isMade else { return piece }
        let music = try await run { [self] in try makeRack(for: piece, checkedInstruments()) }
        releaseLater(piece)
        return try await withFontsInUse(piece.on(music.rack, as: music.ways))
    }

    // MARK: Releasing

    /// Releases a piece on the thread: freeing samplers waits for the load that runs.
    nonisolated func release(_ piece: LoadedPiece) {
        queue.submit { _ in withExtendedLifetime(piece) {} }
    }

    /// Releases a piece once the callers on the event loop have returned: the last of them would
    /// free its samplers there.
    nonisolated func releaseLater(_ piece: LoadedPiece) {
        EventLoop.execute { [self] in release(piece) }
    }

    /// Frees racks on the thread, and returns their memory to the system.
    ///
    /// Samplers are the largest objects here, and a daemon should not stay as large as it once was.
    func free(_ racks: [SamplerRack]) {
        guard !racks.isEmpty else { return }
        queue.submit { _ in
            withExtendedLifetime(racks) {}
        }
        queue.submit { isCancelled in
            if !isCancelled { seqd_trim_memory() }
        }
    }

    /// Releases the memory of samples and what was freed, while nothing sounds.
    func releaseMemory() {
        queue.submit { isCancelled in
            guard !isCancelled else { return }
            SoundFontMemory.release()
            seqd_trim_memory()
        }
    }

    /// Brings samples back into memory.
    func restoreMemory() {
        queue.submit { isCancelled in
            if !isCancelled { SoundFontMemory.load() }
        }
    }
}
