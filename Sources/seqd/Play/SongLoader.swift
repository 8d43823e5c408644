import NIOPosix
import SMF
import SamplerHost
import Sequencer
import Synchronization

/// Reads files and makes their samplers on a thread of its own, one after the other.
///
/// Its results wait for ``takeLoaded()``, and `Signals` wakes the main thread for them.
final class SongLoader: Sendable {
    /// What a load came to.
    struct Outcome: Sendable {
        /// The number that ``load(_:path:song:)`` returned.
        var number: Int
        var step: Playlist.Step
        var result: Result<LoadedSong, CommandFailure>
    }

    private let musical: MusicalOptions
    private let sampler: SamplerSettings
    private let rate: Int
    private let maximumPeriod: Int
    private let reporting: SongFile.Reporting
    private let thread = NIOThreadPool(numberOfThreads: 1)
    private let outcomes = Mutex<[Outcome]>([])
    private let lastNumber = Mutex(0)

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - musical: The options for each song.
    ///   - settings: Those of the engine that plays.
    ///   - reporting: What of the things noticed in a file is printed.
    init(_ musical: MusicalOptions, for settings: EngineSettings, reporting: SongFile.Reporting) {
        self.musical = musical
        self.reporting = reporting
        sampler = settings.sampler
        rate = settings.rate
        maximumPeriod = settings.maximumPeriod
    }

    /// Starts the thread: not before signals are watched, or it would get them.
    func start() {
        thread.start()
    }

    /// Ends the thread; what was asked for is not loaded any more.
    func end() {
        thread.shutdownGracefully { _ in }
    }

    /// Loads a song, behind those that were asked for before.
    ///
    /// - Parameters:
    ///   - step: What is to be played.
    ///   - path: The file.
    ///   - song: What was read of it, where that is known.
    /// - Returns: The number that the outcome will have.
    func load(_ step: Playlist.Step, path: String, song: SongFile?) -> Int {
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        thread.submit { _ in
            let result = Result { () throws(CommandFailure) in try self.read(step, path, song) }
            self.outcomes.withLock {
                $0.append(Outcome(number: number, step: step, result: result))
            }
            Signals.wake()
        }
        return number
    }

    /// What has come since the last time.
    func takeLoaded() -> [Outcome] {
        outcomes.withLock { outcomes in
            defer { outcomes = [] }
            return outcomes
        }
    }

    /// Frees a song where that may wait for whatever is loaded.
    func letGo(_ song: Song) {
        thread.submit { _ in withExtendedLifetime(song) {} }
    }

    /// Frees samplers that the engine has let go of.
    func letGo(_ racks: [SamplerRack]) {
        thread.submit { _ in withExtendedLifetime(racks) {} }
    }

    /// Loads a song on the calling thread.
    ///
    /// - Throws: What is wrong with the file, or the options for it.
    func read(
        _ step: Playlist.Step,
        _ path: String,
        _ known: SongFile?
    ) throws(CommandFailure) -> LoadedSong {
        let file: SongFile
        if let known {
            file = known
        } else {
            file = try SongFile.load(path, reporting: reporting)
        }
        let sequences = try file.playable(musical)
        guard sequences.indices.contains(step.sequence) else {
            throw CommandFailure(
                .data,
                "\(file.name): has changed and has no pattern any more here"
            )
        }
        let sequence = sequences[step.sequence]
        let passage = try musical.passage(of: sequence, in: file, rate: rate)
        let rack = try CommandFailure.catching { () throws(HostError) in
            try SamplerRack(sampler, rate: rate, maximumPeriod: maximumPeriod, for: [sequence])
        }
        let cues = Song.lyrics(of: file.file)
        let song = Song(
            entry: step.file,
            sequence: sequence,
            lyrics: cues,
            rack: rack,
            from: passage.from,
            to: passage.to,
            muted: passage.muted,
            soloed: passage.soloed
        )
        return LoadedSong(
            step: step,
            song: song,
            name: Self.title(of: path, step, sequences.count),
            lyrics: LyricLine(cues: cues),
            file: file,
            sequences: sequences.count,
            length: passage.length
        )
    }

    private static func title(of path: String, _ step: Playlist.Step, _ sequences: Int) -> String {
        let name =
            path == "-"
            ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
        return sequences > 1 ? "\(name) (pattern \(step.sequence + 1))" : name
    }
}
