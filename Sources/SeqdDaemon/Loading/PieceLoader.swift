import CLinux
import ControlProtocol
import Effects
import Platform
import Playback
import SamplerHost
import Sequencer
import Synchronization

/// Reads files and makes samplers on a thread of its own, one job after another, and measures pieces
/// on another; results come back to the event loop.
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
    /// Measures pieces, which may take long: reading files and SoundFonts does not wait for it.
    private let measuring = WorkerQueue("seqd-loudness")
    private let loudness: PieceLoudness
    /// The effects that pieces are heard with.
    var effects: EffectsSettings?
    private let isEnding = Atomic(false)
    /// The level that pieces are brought to when they are loaded; `nil` leaves them at their own.
    var level: Normalization?
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
        midiOutputs: Int = 0,
        loudness: PieceLoudness
    ) {
        self.loudness = loudness
        fonts = FontStack(sampler)
        self.rate = rate
        self.maximumPeriod = maximumPeriod
        self.hint = hint
        self.policy = policy
        self.midiOutputs = midiOutputs
    }

    /// Ends the threads, after the jobs that they do; a measurement is broken off.
    func end() async {
        isEnding.store(true, ordering: .relaxed)
        await measuring.end()
        await queue.end()
    }

    /// Does a job on the thread; its failure is a `RequestError`.
    func run<Value: Sendable>(
        _ job: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await run(on: queue, job)
    }

    private func run<Value: Sendable>(
        on queue: WorkerQueue,
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
        let index = (entry.pattern ?? 1) - 1
        let file = try await run { [self] () throws -> PieceFile in
            guard ticket.map({ tickets.isWanted($0) }) ?? true else {
                throw RequestError(.busy, "\(entry.path): loading cancelled")
            }
            let reading = try FileReading(
                entry.path,
                entry.settings.reading(),
                hint: hint,
                rate: rate,
                policy
            )
            guard reading.file.sequences.indices.contains(index) else {
                throw RequestError(.data, "\(entry.path): pattern \(index + 1) no longer exists")
            }
            return reading.file
        }
        let piece = try await piece(
            of: file,
            sequence: index,
            entry: entry.number,
            arrangement,
            for: ticket
        )
        return (piece, file)
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
        let reading: FileReading
        if let known {
            reading = known
        } else {
            reading = try await read(path, options)
        }
        let piece = try await piece(of: reading.file, sequence: 0, entry: entry, arrangement)
        return (reading, piece)
    }

    /// Makes a piece, at the level, on the SoundFonts in use.
    private func piece(
        of file: PieceFile,
        sequence index: Int,
        entry: Int,
        _ arrangement: Arrangement,
        for ticket: Int? = nil
    ) async throws -> LoadedPiece {
        let gain = try await gain(ofSequence: index, of: file, for: ticket)
        let piece = try await run { [self] in
            try makePiece(file, sequence: index, entry: entry, arrangement, gain: gain)
        }
        return try await withFontsInUse(piece, of: file, for: ticket)
    }

    /// The gain in dB that brings a sequence to the level; 0 without one.
    private func gain(
        ofSequence index: Int,
        of file: PieceFile,
        for ticket: Int?
    ) async throws -> Double {
        guard let level else { return 0 }
        let instruments = try checkedInstruments()
        let rack = instruments.rack ?? instruments.plainRack
        let wanted = PieceLevel(level, loudness: loudness)
        let gain = try await run(on: measuring) { [self, effects] in
            let music = PieceLoudness.Music(
                sequence: index,
                of: file,
                on: rack,
                transpose: transpose.load(ordering: .relaxed),
                effects: effects
            )
            return wanted.gain(of: music) {
                !isEnding.load(ordering: .relaxed)
                    && ticket.map { tickets.isWanted($0) } ?? true
            }
        }
        guard let gain else { throw RequestError(.busy, "\(file.name): loading cancelled") }
        return gain
    }

    private nonisolated func makePiece(
        _ file: PieceFile,
        sequence index: Int,
        entry: Int,
        _ arrangement: Arrangement,
        gain: Double
    ) throws(RequestError) -> LoadedPiece {
        let instruments = try checkedInstruments()
        return try RequestError.catching { () throws(PlaybackError) in
            let transpose = transpose.load(ordering: .relaxed)
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
                    transpose: transpose,
                    gain: gain,
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
                transpose: transpose,
                gain: gain,
                orElse: "with embedded-font=off"
            )
        }
    }

    /// A piece that was loaded, on the SoundFonts in use: they may have been replaced meanwhile.
    private func withFontsInUse(
        _ piece: LoadedPiece,
        of file: PieceFile,
        for ticket: Int?
    ) async throws -> LoadedPiece {
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
        let gain = try await gain(ofSequence: piece.sequenceIndex, of: file, for: ticket)
        let music = try await run { [self] in try makeRack(for: piece, checkedInstruments()) }
        music.rack.gain = gain
        releaseLater(piece)
        let other = piece.on(music.rack, as: music.ways)
        return try await withFontsInUse(other, of: file, for: ticket)
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
