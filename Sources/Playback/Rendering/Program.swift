public import SamplerHost
public import Sequencer

/// Pieces that are rendered one after the other.
public struct Program: Sendable {
    /// The pieces.
    public private(set) var pieces: [Piece]
    /// The frame at which a fade ends the sound; `nil` without one.
    private var fadeEnd: Int64?
    let settings: PlaySettings
    let rate: Int

    /// Makes a program.
    ///
    /// - Parameters:
    ///   - pieces: The pieces.
    ///   - settings: The settings that have been applied to them.
    ///   - rate: Frames per second.
    public init(_ pieces: [Piece], _ settings: PlaySettings, rate: Int) {
        self.pieces = pieces
        self.settings = settings
        self.rate = rate
    }

    /// The sequences, for an engine to be made for.
    public var sequences: [PreparedSequence] { pieces.map(\.sequence) }

    /// Makes an engine for the pieces: on the samplers of the rack that they are led through, or on a
    /// sampler for each port.
    ///
    /// - Parameters:
    ///   - settings: What it is made for; without a rack the samplers are made of them.
    ///   - rack: The rack of the pieces with other fonts; `nil` for the rack as it is.
    /// - Returns: The engine.
    /// - Throws: A font that cannot be read or is none; `busy` for a rack with too many strips.
    public func makeEngine(
        _ settings: EngineSettings,
        on rack: RackSettings? = nil
    ) throws(HostError) -> Engine {
        var settings = settings
        guard let rack = rack ?? pieces.first?.rack else {
            settings.effectsBuses = 1
            return try Engine(settings, for: sequences, transpose: self.settings.transpose)
        }
        // Its own, and those of the rack: each has delay lines.
        settings.effectsBuses = min(rack.effects.count + 1, EngineSettings.maximumEffectsBuses)
        let music = pieces.compactMap(\.routed)
        let samplers = try SamplerRack(
            rack,
            rate: settings.rate,
            maximumPeriod: settings.maximumPeriod,
            for: music,
            transpose: self.settings.transpose,
            clips: pieces.first?.clips.settings ?? [],
            isRealtime: false
        )
        return try Engine(settings, stage: samplers, for: music)
    }

    /// The duration of all pieces in frames, without the count-in; `Int64.max` for a longer one.
    public var length: Int64 {
        let speed = settings.pace
        func length(_ frames: Range<Int64>) -> Int64 {
            speed.itemFrame(ofNominalFrame: frames.upperBound)
                - speed.itemFrame(ofNominalFrame: frames.lowerBound)
        }
        let whole = pieces.reduce(Int64(0)) { sum, piece in
            let repeats = Int64((piece.loopCount ?? 1) - 1)
            let (again, isEndless) = (piece.loop.map(length) ?? 0)
                .multipliedReportingOverflow(by: repeats)
            guard !isEndless, again < TempoMap.lastFrame else { return .max }
            let length = again + length(piece.start..<piece.start + piece.length(rate: rate))
            let (sum, isTooLong) = sum.addingReportingOverflow(length)
            return isTooLong ? .max : sum
        }
        return min(whole, fadeEnd ?? .max)
    }

    /// The frames of the sound that its player may repeat: the last pass of the loop, or of the loop
    /// points of the file; in the last pass, what rings on from the one before is heard.
    ///
    /// `nil` without a loop, for several pieces and behind a count-in.
    var loopFrames: Range<Int64>? {
        guard pieces.count == 1, settings.countIn == nil, let piece = pieces.first,
            let loop = piece.loop ?? piece.fileLoop(rate: rate)
        else { return nil }
        let speed = settings.speed
        let (begin, end) = (
            speed.itemFrame(ofNominalFrame: loop.lowerBound),
            speed.itemFrame(ofNominalFrame: loop.upperBound)
        )
        let passes = piece.loop == nil ? 1 : piece.loopCount ?? 1
        let (more, isTooLong) = (end - begin)
            .multipliedReportingOverflow(by: Int64(passes - 1))
        guard !isTooLong, more < TempoMap.lastFrame else { return nil }
        let start = begin - speed.itemFrame(ofNominalFrame: piece.start) + more
        return start < 0 || end <= begin ? nil : start..<start + end - begin
    }

    /// Has the loop of the one piece repeat until a fade behind its last pass is over.
    ///
    /// - Parameters:
    ///   - nanoseconds: The length of the fade; `nil` for none.
    ///   - loop: ``loopFrames``.
    /// - Returns: The fade; `nil` where there is none, or no loop.
    mutating func fadeOut(over nanoseconds: Int64?, behind loop: Range<Int64>?) -> FadeOut? {
        guard let nanoseconds, let loop, pieces[0].loop != nil else { return nil }
        let frames = max(1, nanoseconds / 1_000 * Int64(rate) / 1_000_000)
        let passes = (frames + Int64(loop.count) - 1) / Int64(loop.count)
        pieces[0].loopCount = (pieces[0].loopCount ?? 1) + Int(passes)
        fadeEnd = loop.upperBound + frames
        return FadeOut(start: loop.upperBound, frames: frames)
    }

    /// The largest number of frames that are rendered; `Int64.max` for more than that.
    ///
    /// - Parameters:
    ///   - tail: The sound after the music.
    ///   - rate: Frames per second.
    /// - Returns: The frames.
    func length(withTail tail: TailPolicy, rate: Int) -> Int64 {
        let (sum, isTooLong) = length.addingReportingOverflow(tail.longest(rate: rate))
        return isTooLong ? .max : sum
    }

    /// A piece made ready for the player.
    ///
    /// - Parameter index: Its index in ``pieces``.
    /// - Returns: The item.
    public func item(_ index: Int) -> PlayItem {
        let piece = pieces[index]
        return PlayItem(
            sequence: piece.played,
            rate: rate,
            speed: settings.pace,
            from: piece.start,
            to: piece.end,
            loop: piece.loop,
            loopCount: piece.loopCount,
            muted: piece.muted,
            soloed: piece.soloed,
            transpose: settings.transpose,
            chaseNotes: settings.chasesNotes,
            countIn: index == 0 ? settings.countIn.map { CountIn(bars: $0) } : nil,
            clips: piece.clipSpans(at: settings.pace),
            automation: piece.automationLines(at: settings.pace),
            startsAnew: index == 0
        )
    }
}

/// Gives a program's pieces to an engine, as far ahead as it has room for them.
public struct ProgramFeeder {
    private let program: Program
    private let engine: Engine
    private var next = 0

    /// Begins to feed.
    public init(_ program: Program, to engine: Engine) {
        self.program = program
        self.engine = engine
        feed()
    }

    /// Takes the engine's reports, and gives it further pieces.
    ///
    /// - Returns: The item that began last, if one did.
    public mutating func update() -> Int? {
        var began: Int?
        for report in engine.takeReports() {
            if case .began(let item, _) = report { began = item }
        }
        feed()
        return began
    }

    private mutating func feed() {
        while next < program.pieces.count {
            let isLast = next == program.pieces.count - 1
            let routed = program.pieces[next].routed
            guard engine.enqueue(program.item(next), routed: routed, isLast: isLast) != nil else {
                return
            }
            next += 1
        }
    }
}
