import CommandSupport
import Platform
import Playback
import SMF
import SamplerHost
import Sequencer
import Synchronization
import Wording

/// Reads the files of a playlist and makes their samplers on a thread of its own, one after the other.
///
/// Its results wait for ``takeLoaded()``, and `Signals` wakes the main thread for them.
final class PlaylistLoader: Sendable {
    /// The outcome of a load.
    struct Outcome: Sendable {
        /// The load's ticket.
        var ticket: Int
        /// The step of the playlist.
        var step: Playlist.Step
        /// The piece, or why there is none.
        var result: Result<LoadedPiece, CommandFailure>
    }

    /// Samplers of another rack for a piece that plays.
    struct Samplers: Sendable {
        /// The rack.
        var rack: RackSettings
        /// The piece.
        var piece: LoadedPiece
        /// The samplers, or why there are none.
        var made: Result<SamplerRack, CommandFailure>
    }

    private let musical: MusicalOptions
    /// The samplers and rules that pieces get when they are loaded.
    var rack: RackSettings { rackInUse.withLock { $0 } }
    private let rackInUse: Mutex<RackSettings>
    private let sampler: SamplerSettings
    private let rate: Int
    private let maximumPeriod: Int
    private let reporting: PieceFile.Reporting
    /// The settings of practice; `nil` for none.
    private let practice: PracticeSettings?
    /// The level of each piece; `nil` for its own.
    private let level: PieceLevel?
    private let queue = WorkerQueue("seqd-loader")
    /// Reads pieces, and measures them, for which nothing else waits.
    private let pieces = WorkerQueue("seqd-pieces")
    private let outcomes = Mutex<[Outcome]>([])
    private let metronome = Mutex<Result<SamplerRack, CommandFailure>?>(nil)
    private let samplers = Mutex<[Samplers]>([])

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - musical: The options for each piece.
    ///   - rack: The samplers and rules.
    ///   - settings: The settings of the engine that plays.
    ///   - reporting: The findings in a file that are printed.
    ///   - practice: The settings of practice; a piece has to have its parts.
    ///   - level: The level that each piece is brought to; `nil` for its own.
    init(
        _ musical: MusicalOptions,
        on rack: RackSettings,
        for settings: EngineSettings,
        reporting: PieceFile.Reporting,
        practice: PracticeSettings? = nil,
        level: PieceLevel? = nil
    ) {
        self.practice = practice
        self.level = level
        self.musical = musical
        rackInUse = Mutex(rack)
        self.reporting = reporting
        sampler = settings.sampler
        rate = settings.rate
        maximumPeriod = settings.maximumPeriod
    }

    /// Makes the sampler of the clicks on the calling thread.
    func makeMetronome() -> Result<SamplerRack, CommandFailure> {
        Result { () throws(CommandFailure) in
            try CommandFailure.catching { () throws(HostError) in
                try SamplerRack(metronome: sampler, rate: rate, maximumPeriod: maximumPeriod)
            }
        }
    }

    /// Makes the sampler of the clicks; see ``takeMetronome()``.
    func loadMetronome() {
        queue.submit { isCancelled in
            guard !isCancelled else { return }
            let result = self.makeMetronome()
            self.metronome.withLock { $0 = result }
            Signals.wake()
        }
    }

    /// The sampler of the clicks, if it was made since the last call.
    func takeMetronome() -> Result<SamplerRack, CommandFailure>? {
        metronome.withLock { metronome in
            defer { metronome = nil }
            return metronome
        }
    }

    /// Changes the rack of the pieces that are loaded from now on.
    func use(_ rack: RackSettings) { rackInUse.withLock { $0 = rack } }

    /// Makes the samplers of a rack for a piece that plays; see ``takeSamplers()``.
    func makeSamplers(of rack: RackSettings, for piece: LoadedPiece) {
        queue.submit { isCancelled in
            guard !isCancelled else { return }
            let made = Result { () throws(CommandFailure) in
                try CommandFailure.catching { () throws(PlaybackError) in
                    var rack = rack
                    if let font = piece.embeddedFont?.reference {
                        rack.fallback?.settings.fonts.insert(font, at: 0)
                    }
                    let routed = try piece.piece.routed(through: rack)
                    return try EmbeddedFont.catching(piece.embeddedFont) { () throws(HostError) in
                        try SamplerRack(
                            rack,
                            rate: self.rate,
                            maximumPeriod: self.maximumPeriod,
                            for: [piece.piece.routed, routed.routed].compactMap { $0 },
                            transpose: self.musical.transpose,
                            after: piece.rack,
                            clips: routed.clipSettings
                        )
                    }
                }
            }
            self.samplers.withLock { $0.append(Samplers(rack: rack, piece: piece, made: made)) }
            Signals.wake()
        }
    }

    /// The samplers that were made since the last call, in the order of the changes.
    func takeSamplers() -> [Samplers] {
        samplers.withLock { samplers in
            defer { samplers = [] }
            return samplers
        }
    }

    /// Loads a piece, after those that were requested before.
    ///
    /// - Parameters:
    ///   - step: The step that it is for.
    ///   - file: The file; its findings are printed the first time it is read.
    ///   - ticket: The load's ticket.
    ///   - tickets: The loads that are still wanted.
    ///   - isVersion: Whether it is another version of the piece that plays.
    func load(
        _ step: Playlist.Step,
        of file: Playlist.File,
        _ ticket: Int,
        of tickets: LoadTickets,
        isVersion: Bool = false
    ) {
        pieces.submit { isCancelled in
            guard !isCancelled, tickets.isWanted(ticket) else { return }
            let result = Result { () throws(CommandFailure) in
                // A FIFO in the place of the file would block this load and all others.
                if isVersion, file.content == nil {
                    try CommandFailure.catching { () throws(PlaybackError) in
                        try RegularFile.check(file.path)
                    }
                }
                return try self.read(step, file) { tickets.isWanted(ticket) }
            }
            self.outcomes.withLock {
                $0.append(Outcome(ticket: ticket, step: step, result: result))
            }
            Signals.wake()
        }
    }

    /// The outcomes since the last call.
    func takeLoaded() -> [Outcome] {
        outcomes.withLock { outcomes in
            defer { outcomes = [] }
            return outcomes
        }
    }

    /// Frees a piece on the loader's thread, where freeing may wait for the load under way.
    func release(_ piece: LoadedPiece) {
        queue.submit { _ in withExtendedLifetime(piece) {} }
    }

    /// Frees samplers that the engine has returned.
    func release(_ racks: [SamplerRack]) {
        queue.submit { _ in withExtendedLifetime(racks) {} }
    }

    /// Loads a piece on the calling thread.
    ///
    /// - Parameters:
    ///   - step: The step that it is for.
    ///   - entry: The file.
    ///   - isWanted: Asked while it is measured: whether it is still wanted.
    /// - Returns: The piece, with its file.
    /// - Throws: The fault in the file, or in the options for it.
    func read(
        _ step: Playlist.Step,
        _ entry: Playlist.File,
        isWanted: () -> Bool = { true }
    ) throws(CommandFailure) -> LoadedPiece {
        let isNew = entry.sequenceCount == nil
        let file: PieceFile
        if let content = entry.content {
            file = content
        } else {
            file = try PieceFile.load(
                entry.path,
                reporting: isNew ? reporting : .nothing,
                reading: musical.reading
            )
        }
        let sequences = try file.playable(musical)
        guard sequences.indices.contains(step.sequence) else {
            throw CommandFailure(
                .data,
                "\(file.name): changed, and this pattern no longer exists"
            )
        }
        let piece = try musical.piece(
            of: sequences[step.sequence],
            in: file,
            on: rack,
            rate: rate
        )
        if let practice {
            do throws(SelectorError) {
                _ = try practice.parts.resolve(in: piece.sequence)
            } catch {
                throw CommandFailure(.usage, "\(file.name): --practice: \(error)")
            }
        }
        if isNew { for note in piece.notes { Console.report(note) } }
        let first = file.sequences.count > sequences.count ? (musical.pattern ?? 1) - 1 : 0
        let gain = try gain(ofSequence: first + step.sequence, of: file, isNew: isNew, isWanted)
        return try CommandFailure.catching { () throws(PlaybackError) in
            try LoadedPiece(
                piece,
                of: file,
                sequence: first + step.sequence,
                entry: step.file,
                on: rack,
                rate: rate,
                maximumPeriod: maximumPeriod,
                transpose: musical.transpose,
                gain: gain,
                keepsFile: true,
                orElse: MusicalOptions.embeddedFontRemedy
            )
        }
    }

    /// The gain in dB that brings a sequence to the level; 0 without one.
    private func gain(
        ofSequence index: Int,
        of file: PieceFile,
        isNew: Bool,
        _ isWanted: () -> Bool
    ) throws(CommandFailure) -> Double {
        guard let level else { return 0 }
        let music = PieceLoudness.Music(
            sequence: index,
            of: file,
            on: rack,
            transpose: musical.transpose
        )
        let gain = level.gain(of: music, isWanted: isWanted)
        guard let gain else { throw CommandFailure(.busy, "\(file.name): loading cancelled") }
        if isNew, reporting == .everything {
            Console.report("\(file.name): gain \(NumberText.decimal(gain, decimals: 1)) dB")
        }
        return gain
    }
}
