import CLinux
import ControlProtocol
import NIOCore
import NIOPosix
import Playback
import SamplerHost
import Sequencer

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
    private let pool = NIOThreadPool(numberOfThreads: 1)

    /// Makes a loader whose thread does not run yet.
    ///
    /// - Parameters:
    ///   - sampler: The samplers' settings, with the SoundFonts at the start.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The engine's longest period, in frames.
    ///   - hint: The hint for a file that is not a MIDI file.
    ///   - eventLoop: The loop on which futures complete.
    init(
        _ sampler: SamplerSettings,
        rate: Int,
        maximumPeriod: Int,
        hint: @escaping PieceFile.Hint,
        on eventLoop: any EventLoop
    ) {
        fonts = FontStack(sampler)
        self.rate = rate
        self.maximumPeriod = maximumPeriod
        self.hint = hint
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
        pool.runIfActive(eventLoop: eventLoop) {
            do {
                return try job()
            } catch let error as PlaybackError {
                throw RequestError(error)
            }
        }
    }

    // MARK: Pieces

    /// Reads a file for the queue.
    func read(_ path: String, _ options: PlaySettings) -> EventLoopFuture<FileReading> {
        run { [hint, rate] in
            try FileReading(path, options.reading(), hint: hint, rate: rate)
        }
    }

    /// Reads a file again of which only the content is wanted.
    func read(_ entry: PlayQueue.Entry) -> EventLoopFuture<PieceFile> {
        run { [hint] in try PieceFile(entry.path, entry.settings.reading(), hint: hint) }
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
                rate: rate
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
                try known ?? FileReading(path, options.reading(), hint: hint, rate: rate)
            return (reading, try makePiece(reading.file, sequence: 0, entry: entry, arrangement))
        }
    }

    private func makePiece(
        _ file: PieceFile,
        sequence index: Int,
        entry: Int,
        _ arrangement: Arrangement
    ) throws(RequestError) -> LoadedPiece {
        try RequestError.catching { () throws(PlaybackError) in
            try LoadedPiece(
                Piece(file.sequences[index], of: file, PlaySettings(), arrangement, rate: rate),
                of: file,
                sequence: index,
                entry: entry,
                on: fonts.settings,
                rate: rate,
                maximumPeriod: maximumPeriod,
                orElse: "with embedded-font=off"
            )
        }
    }

    // MARK: Samplers

    /// Replaces the SoundFonts, and makes a rack for each live input with the new ones.
    ///
    /// - Returns: The racks, and the SoundFonts before.
    func replaceFonts(
        _ fonts: [SoundFontReference],
        inputs: Int
    ) -> EventLoopFuture<(racks: [SamplerRack], old: [SoundFontReference])> {
        run { [self] in
            for font in fonts { try RegularFile.check(font.path, allowsFolder: true) }
            var settings = self.fonts.settings
            let old = settings.fonts
            settings.fonts = fonts
            let racks = try RequestError.catching { () throws(HostError) -> [SamplerRack] in
                var racks: [SamplerRack] = []
                for _ in 0..<inputs {
                    racks.append(
                        try SamplerRack(live: settings, rate: rate, maximumPeriod: maximumPeriod)
                    )
                }
                return racks
            }
            self.fonts.replace(fonts)
            return (racks, old)
        }
    }

    /// Makes a rack for a piece with the SoundFonts in use.
    func makeRack(for piece: LoadedPiece) -> EventLoopFuture<SamplerRack> {
        run { [self] in
            var settings = fonts.settings
            // The SoundFont that the file carries keeps its priority.
            if let font = piece.embeddedFont { settings.fonts.insert(font.reference, at: 0) }
            return try EmbeddedFont.catching(piece.embeddedFont) { () throws(HostError) in
                try SamplerRack(
                    settings,
                    rate: rate,
                    maximumPeriod: maximumPeriod,
                    for: [piece.sequence]
                )
            }
        }
    }

    /// Makes a rack for the metronome with the SoundFonts in use.
    func makeMetronomeRack() -> EventLoopFuture<SamplerRack> {
        run { [self] in
            try RequestError.catching { () throws(HostError) in
                try SamplerRack(
                    metronome: fonts.settings,
                    rate: rate,
                    maximumPeriod: maximumPeriod
                )
            }
        }
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
}

extension NIOThreadPool {
    /// Ends the threads, after the jobs that they do.
    func end(on eventLoop: any EventLoop) -> EventLoopFuture<Void> {
        let ended = eventLoop.makePromise(of: Void.self)
        shutdownGracefully { _ in ended.succeed() }
        return ended.futureResult
    }
}
