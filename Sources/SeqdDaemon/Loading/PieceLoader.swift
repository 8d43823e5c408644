import CLinux
import ControlProtocol
import NIOCore
import NIOPosix
import Playback
import SamplerHost
import Sequencer
import Synchronization

/// Reads files and makes samplers on a thread of its own, one job after another; results come back
/// to the event loop.
final class PieceLoader: Sendable {
    let eventLoop: any EventLoop
    /// The SoundFonts in use.
    let fonts: FontStack
    /// The loads that are still wanted.
    let tickets = LoadTickets()
    /// Frames per second.
    let rate: Int
    private let maximumPeriod: Int
    /// The hint for a file that is not a MIDI file.
    private let hint: PieceFile.Hint
    /// The folders below which clients may name files.
    let policy: PathPolicy
    private let pool = NIOThreadPool(numberOfThreads: 1)
    /// The number of jobs that wait or run.
    private let jobs = Atomic(0)

    /// Makes a loader whose thread does not run yet.
    ///
    /// - Parameters:
    ///   - sampler: The samplers' settings, with the SoundFonts at the start.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The engine's longest period, in frames.
    ///   - hint: The hint for a file that is not a MIDI file.
    ///   - policy: The folders below which clients may name files.
    ///   - eventLoop: The loop on which futures complete.
    init(
        _ sampler: SamplerSettings,
        rate: Int,
        maximumPeriod: Int,
        hint: @escaping PieceFile.Hint,
        policy: PathPolicy = .unrestricted,
        on eventLoop: any EventLoop
    ) {
        fonts = FontStack(sampler)
        self.rate = rate
        self.maximumPeriod = maximumPeriod
        self.hint = hint
        self.policy = policy
        self.eventLoop = eventLoop
    }

    /// Starts the thread.
    func start() {
        pool.start()
    }

    /// Ends the thread, after the job that it does.
    func end() -> EventLoopFuture<Void> {
        pool.end(on: eventLoop)
    }

    /// Does a job on the thread; its failure is a `RequestError`.
    func run<Value: Sendable>(
        _ job: @escaping @Sendable () throws -> Value
    ) -> EventLoopFuture<Value> {
        jobs.wrappingAdd(1, ordering: .relaxed)
        return pool.runIfActive(eventLoop: eventLoop) { [self] in
            defer { jobs.wrappingSubtract(1, ordering: .relaxed) }
            do {
                return try job()
            } catch let error as PlaybackError {
                throw RequestError(error)
            }
        }
    }

    /// Whether jobs wait or run.
    var isBusy: Bool { jobs.load(ordering: .relaxed) > 0 }

    // MARK: Pieces

    /// Reads a file for the queue.
    func read(_ path: String, _ options: PlaySettings) -> EventLoopFuture<FileReading> {
        run { [hint, rate, policy] in
            try FileReading(path, options.reading(), hint: hint, rate: rate, policy)
        }
    }

    /// Reads a file again of which only the content is wanted.
    func read(_ entry: PlayQueue.Entry) -> EventLoopFuture<PieceFile> {
        run { [hint, policy] in
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
    func load(
        _ entry: PlayQueue.Entry,
        _ arrangement: Arrangement,
        for ticket: Int? = nil
    ) -> EventLoopFuture<(LoadedPiece, PieceFile)> {
        run { [self] in
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
        }.flatMap { [self] (piece: LoadedPiece, file: PieceFile) in
            withFontsInUse(piece).map { ($0, file) }
        }
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
    func loadFirst(
        of path: String,
        _ options: PlaySettings,
        known: FileReading?,
        entry: Int,
        _ arrangement: Arrangement
    ) -> EventLoopFuture<(FileReading, LoadedPiece)> {
        run { [self] in
            let reading =
                try known
                ?? FileReading(path, options.reading(), hint: hint, rate: rate, policy)
            return (reading, try makePiece(reading.file, sequence: 0, entry: entry, arrangement))
        }.flatMap { [self] (reading: FileReading, piece: LoadedPiece) in
            withFontsInUse(piece).map { (reading, $0) }
        }
    }

    private func makePiece(
        _ file: PieceFile,
        sequence index: Int,
        entry: Int,
        _ arrangement: Arrangement
    ) throws(RequestError) -> LoadedPiece {
        let sampler = try samplerSettings()
        return try RequestError.catching { () throws(PlaybackError) in
            try LoadedPiece(
                Piece(file.sequences[index], of: file, PlaySettings(), arrangement, rate: rate),
                of: file,
                sequence: index,
                entry: entry,
                on: sampler,
                rate: rate,
                maximumPeriod: maximumPeriod,
                orElse: "with embedded-font=off"
            )
        }
    }

    // MARK: Samplers

    /// The settings of samplers with the SoundFonts in use, which are about to be read again.
    ///
    /// - Throws: Status 77 if a SoundFont that a client has named is not where it was allowed any more.
    private func samplerSettings() throws(RequestError) -> SamplerSettings {
        let settings = fonts.settings
        if fonts.areNamedByClient {
            for font in settings.fonts { _ = try policy.resolved(font.path) }
        }
        return settings
    }

    /// Makes the samplers that play everything with other settings, which are not used yet.
    ///
    /// - Parameters:
    ///   - settings: The settings; the SoundFonts are read and checked completely.
    ///   - areNamedByClient: Whether a client has named the SoundFonts.
    ///   - inputs: The number of live inputs.
    ///   - piece: The piece that is loaded, if one is.
    ///   - hasMetronome: Whether there is a metronome.
    /// - Returns: The samplers.
    func prepareSamplers(
        _ settings: SamplerSettings,
        areNamedByClient: Bool,
        inputs: Int,
        piece: LoadedPiece?,
        hasMetronome: Bool
    ) -> EventLoopFuture<PreparedFonts> {
        run { [self] in
            var settings = settings
            if areNamedByClient {
                for index in settings.fonts.indices {
                    settings.fonts[index].path = try policy.resolved(settings.fonts[index].path)
                }
            }
            let versions = settings.fonts.map { FontFileVersion(of: $0.path) }
            for font in settings.fonts { try RegularFile.check(font.path, allowsFolder: true) }
            let made = settings
            let (live, metronome) = try RequestError.catching {
                () throws(HostError) -> ([SamplerRack], SamplerRack?) in
                var live: [SamplerRack] = []
                for _ in 0..<inputs {
                    live.append(
                        try SamplerRack(live: made, rate: rate, maximumPeriod: maximumPeriod)
                    )
                }
                guard hasMetronome else { return (live, nil) }
                return (live, try makeMetronomeRack(made))
            }
            let music = try piece.map { piece in
                PreparedFonts.Music(piece: piece, rack: try makeRack(for: piece, made))
            }
            return PreparedFonts(
                settings: made,
                areNamedByClient: areNamedByClient,
                versions: versions,
                inputs: live,
                music: music,
                metronome: metronome
            )
        }
    }

    /// Makes a rack for a piece with the SoundFonts in use.
    func makeRack(for piece: LoadedPiece) -> EventLoopFuture<SamplerRack> {
        run { [self] in try makeRack(for: piece, samplerSettings()) }
    }

    private func makeRack(
        for piece: LoadedPiece,
        _ settings: SamplerSettings
    ) throws -> SamplerRack {
        var settings = settings
        settings.fonts = fontsOfMusic(settings.fonts, piece)
        return try EmbeddedFont.catching(piece.embeddedFont) { () throws(HostError) in
            try SamplerRack(
                settings,
                rate: rate,
                maximumPeriod: maximumPeriod,
                for: [piece.sequence]
            )
        }
    }

    /// The SoundFonts that a piece plays: the one that its file carries keeps its priority.
    private func fontsOfMusic(
        _ fonts: [SoundFontReference],
        _ piece: LoadedPiece
    ) -> [SoundFontReference] {
        (piece.embeddedFont.map { [$0.reference] } ?? []) + fonts
    }

    /// A piece that was loaded, on the SoundFonts in use: they may have been replaced meanwhile.
    private func withFontsInUse(_ piece: LoadedPiece) -> EventLoopFuture<LoadedPiece> {
        var wanted = fonts.settings
        wanted.fonts = fontsOfMusic(wanted.fonts, piece)
        let made = piece.rack.settings
        guard !made.fonts.isEmpty, !made.soundsLike(wanted) else {
            return eventLoop.makeSucceededFuture(piece)
        }
        return makeRack(for: piece).flatMap { rack in
            self.releaseLater(piece)
            return self.withFontsInUse(piece.on(rack))
        }
    }

    /// Makes a rack for the metronome with the SoundFonts in use.
    func makeMetronomeRack() -> EventLoopFuture<SamplerRack> {
        run { [self] in
            let settings = try samplerSettings()
            return try RequestError.catching { () throws(HostError) in
                try makeMetronomeRack(settings)
            }
        }
    }

    private func makeMetronomeRack(_ settings: SamplerSettings) throws(HostError) -> SamplerRack {
        try SamplerRack(metronome: settings, rate: rate, maximumPeriod: maximumPeriod)
    }

    // MARK: Releasing

    /// Releases a piece on the thread: freeing samplers waits for the load that runs.
    func release(_ piece: LoadedPiece) {
        pool.submit { _ in withExtendedLifetime(piece) {} }
    }

    /// Releases a piece once the callers on the event loop have returned: the last of them would
    /// free its samplers there.
    func releaseLater(_ piece: LoadedPiece) {
        eventLoop.execute { self.release(piece) }
    }

    /// Frees racks on the thread, and returns their memory to the system.
    ///
    /// Samplers are the largest objects here, and a daemon should not stay as large as it once was.
    func free(_ racks: [SamplerRack]) {
        guard !racks.isEmpty else { return }
        pool.submit { _ in
            withExtendedLifetime(racks) {}
        }
        pool.submit { _ in seqd_trim_memory() }
    }

    /// Releases the memory of samples and what was freed, while nothing sounds.
    func releaseMemory() {
        pool.submit { _ in
            SoundFontMemory.release()
            seqd_trim_memory()
        }
    }

    /// Brings samples back into memory.
    func restoreMemory() {
        pool.submit { _ in SoundFontMemory.load() }
    }
}

extension NIOThreadPool {
    /// Ends the threads, after the jobs that they do.
    func end(on eventLoop: any EventLoop) -> EventLoopFuture<Void> {
        let ended = eventLoop.makePromise(of: Void.self)
        shutdownGracefully { _ in ended.succeed() }
        return ended.futureResult
    }
}
