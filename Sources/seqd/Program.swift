import SMF
import SamplerHost
import Sequencer

/// What is to be heard: the sequences of the files that could be read, with the options applied.
struct Program {
    /// A sequence and where in it to begin and end.
    struct Entry {
        var name: String
        var sequence: MusicSequence
        var from: Int64
        var to: Int64?
        var muted: Selection
        var soloed: Selection
        /// Frames that it lasts.
        var length: Int64
    }

    private(set) var entries: [Entry] = []
    private let options: MusicalOptions
    private let rate: Int

    /// Makes a program for a rate, frames a second.
    init(_ options: MusicalOptions, rate: Int) {
        self.options = options
        self.rate = rate
    }

    /// Adds a song's sequences.
    ///
    /// - Throws: Status 64 for positions and selectors that the song does not have.
    mutating func add(_ song: SongFile) throws(CommandFailure) {
        guard !song.file.tracks.isEmpty else {
            throw CommandFailure(.data, "\(song.name): no tracks, so there is nothing to play")
        }
        var added: [Entry] = []
        for sequence in try song.sequences(pattern: options.pattern) {
            added.append(try entry(for: sequence, of: song))
        }
        entries += added
    }

    private func entry(
        for sequence: MusicSequence,
        of song: SongFile
    ) throws(CommandFailure) -> Entry {
        let from = try frame(of: options.from, in: sequence, song) ?? 0
        let to = try frame(of: options.to, in: sequence, song)
        let end = sequence.endFrame(rate: rate)
        if let to, to <= from {
            throw CommandFailure(.usage, "\(song.name): --to is not after --from")
        }
        return Entry(
            name: song.name,
            sequence: sequence,
            from: from,
            to: to,
            muted: try selection(options.mute, in: sequence, song),
            soloed: try selection(options.solo, in: sequence, song),
            length: min(to ?? end, end) - from
        )
    }

    private func frame(
        of position: Position?,
        in sequence: MusicSequence,
        _ song: SongFile
    ) throws(CommandFailure) -> Int64? {
        guard let position else { return nil }
        do throws(PositionError) {
            return try sequence.frame(of: position, rate: rate)
        } catch {
            throw CommandFailure(error, in: song.name)
        }
    }

    private func selection(
        _ sets: [SelectorSet],
        in sequence: MusicSequence,
        _ song: SongFile
    ) throws(CommandFailure) -> Selection {
        var all = SelectorSet()
        for set in sets { all.selectors += set.selectors }
        guard !all.isEmpty else { return .none }
        do throws(SelectorError) {
            return try all.resolve(in: sequence)
        } catch {
            throw CommandFailure(error, in: song.name)
        }
    }

    /// The sequences, for an engine to be made for.
    var sequences: [MusicSequence] { entries.map(\.sequence) }

    /// Frames that all entries last together; the most that there can be where that is more.
    var length: Int64 {
        entries.reduce(0) { sum, entry in
            let (sum, isTooLong) = sum.addingReportingOverflow(entry.length)
            return isTooLong ? .max : sum
        }
    }

    /// An entry made ready for the player.
    func item(_ index: Int) -> PlayItem {
        let entry = entries[index]
        return PlayItem(
            sequence: entry.sequence,
            rate: rate,
            from: entry.from,
            to: entry.to,
            muted: entry.muted,
            soloed: entry.soloed,
            transpose: options.transpose,
            startsFresh: index == 0
        )
    }

    /// The settings of an engine for this program.
    ///
    /// - Parameters:
    ///   - fonts: The SoundFonts.
    ///   - threads: Threads that render.
    /// - Returns: The settings.
    func engineSettings(fonts: [SoundFontReference], threads: Int) -> EngineSettings {
        options.sound.engineSettings(fonts: fonts, rate: rate, threads: threads)
    }
}

/// Hands a program's entries to an engine, as many ahead as it takes.
struct ProgramFeeder {
    private let program: Program
    private let engine: Engine
    private var next = 0

    /// Begins to feed.
    init(_ program: Program, to engine: Engine) {
        self.program = program
        self.engine = engine
        feed()
    }

    /// Takes the engine's reports and fills up what it has played.
    ///
    /// - Returns: The entry that began last, if one did.
    mutating func update() -> Int? {
        var began: Int?
        for report in engine.takeReports() {
            if case .began(let item, _) = report { began = item }
        }
        feed()
        return began
    }

    private mutating func feed() {
        while next < program.entries.count {
            let isLast = next == program.entries.count - 1
            guard engine.enqueue(program.item(next), isLast: isLast) != nil else { return }
            next += 1
        }
    }
}
