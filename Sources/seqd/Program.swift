import Playback
import SMF
import SamplerHost
import Sequencer

/// What is to be heard: the sequences of the files that could be read, with the options applied.
struct Program {
    private(set) var entries: [Passage] = []
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
    mutating func add(_ song: PieceFile) throws(CommandFailure) {
        var added: [Passage] = []
        for sequence in try song.playable(options) {
            added.append(
                try options.passage(of: sequence, in: song, options.arrangement, rate: rate)
            )
        }
        entries += added
    }

    /// The sequences, for an engine to be made for.
    var sequences: [PreparedSequence] { entries.map(\.sequence) }

    /// Frames that all entries last together, but for a count-in; the most that there can be where
    /// that is more.
    var length: Int64 {
        let speed = options.speed
        func length(_ frames: Range<Int64>) -> Int64 {
            speed.itemFrame(ofNominalFrame: frames.upperBound)
                - speed.itemFrame(ofNominalFrame: frames.lowerBound)
        }
        return entries.reduce(0) { sum, entry in
            let turns = Int64((options.playing.loopCount ?? 1) - 1)
            let (again, isEndless) = (entry.loop.map(length) ?? 0)
                .multipliedReportingOverflow(by: turns)
            guard !isEndless, again < TempoMap.lastFrame else { return .max }
            let length = again + length(entry.from..<entry.from + entry.length)
            let (sum, isTooLong) = sum.addingReportingOverflow(length)
            return isTooLong ? .max : sum
        }
    }

    /// An entry made ready for the player.
    func item(_ index: Int) -> PlayItem {
        let entry = entries[index]
        return PlayItem(
            sequence: entry.sequence,
            rate: rate,
            speed: options.speed,
            from: entry.from,
            to: entry.to,
            loop: entry.loop,
            loopCount: options.playing.loopCount,
            // The click may have been added for the count-in alone.
            muted: entry.muted.mutingClick(of: entry.sequence, isOn: options.playing.metronome),
            soloed: entry.soloed.soloingClick(of: entry.sequence),
            transpose: options.transpose,
            chaseNotes: options.playing.chaseNotes,
            countIn: index == 0 ? options.playing.countIn.map { CountIn(bars: $0) } : nil,
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
