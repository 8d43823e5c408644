import Platform
public import Playback
import SamplerHost
public import Sequencer

/// Rate, gain, mute and loop.
extension Player {
    /// The rate: 2 is twice as fast, at the same pitch.
    public var rate: Double {
        core.locked { core.playback.speed.factor }
    }

    /// Changes the rate; what sounds continues.
    ///
    /// - Parameter rate: The rate, 0.01 … 100; exact to a millionth.
    /// - Throws: `usage` for a value out of range.
    public func setRate(_ rate: Double) throws(PlaybackError) {
        guard let speed = Speed(near: rate) else {
            throw PlaybackError(.usage, "\(name): rate \(rate): expected 0.01 to 100")
        }
        try core.locked { () throws(PlaybackError) in
            try core.check(speed, core.playback.variSpeed, name)
            core.playback.speed = speed
            core.apply()
        }
    }

    /// The vari-speed: 2 is twice as fast and an octave higher.
    public var variSpeed: Double {
        core.locked { core.playback.variSpeed.factor }
    }

    /// Changes the vari-speed, rate and pitch together; what sounds continues.
    ///
    /// The music plays at the product of ``rate`` and this.
    ///
    /// - Parameter factor: The vari-speed, 0.01 … 8; exact to a millionth.
    /// - Throws: `usage` for a value out of range.
    public func setVariSpeed(_ factor: Double) throws(PlaybackError) {
        guard let speed = Speed(near: factor), speed.isVariSpeed else {
            throw PlaybackError(.usage, "\(name): vari-speed \(factor): expected 0.01 to 8")
        }
        try core.locked { () throws(PlaybackError) in
            try core.check(core.playback.speed, speed, name)
            core.playback.variSpeed = speed
            core.playback.engine.setVariSpeed(speed.factor)
            core.apply()
        }
    }

    /// The gain in dB.
    public var gain: Double { core.locked { core.gain } }

    /// Changes the gain within 10 ms.
    ///
    /// - Parameter decibels: The gain in dB, −60 … 24.
    /// - Throws: `usage` for a value out of range.
    public func setGain(_ decibels: Double) throws(PlaybackError) {
        guard Self.gains.contains(decibels) else {
            throw PlaybackError(.usage, "\(name): gain \(decibels) dB: expected -60 to 24 dB")
        }
        core.locked {
            core.gain = decibels
            core.applyGain()
        }
    }

    /// Whether the player is muted.
    ///
    /// Playing continues; the change takes 10 ms.
    public var isMuted: Bool {
        get { core.locked { core.isMuted } }
        set {
            core.locked {
                core.isMuted = newValue
                core.applyGain()
            }
        }
    }

    /// Mutes parts, and plays others alone; their notes end and begin without delay.
    ///
    /// - Parameters:
    ///   - muted: The muted parts, such as `try SelectorSet(parsing: "ch:10,track:Bass")`.
    ///   - soloed: The parts that play alone; none for all.
    /// - Throws: `usage` for a part that the piece does not have.
    public func setParts(
        muted: SelectorSet = SelectorSet(),
        soloed: SelectorSet = SelectorSet()
    ) throws(PlaybackError) {
        let parts: (muted: Selection, soloed: Selection)
        do throws(SelectorError) {
            parts = (try muted.resolve(in: sequence), try soloed.resolve(in: sequence))
        } catch {
            throw PlaybackError(.usage, "\(name): \(error)")
        }
        core.locked {
            (core.playback.muted, core.playback.soloed) = parts
            core.apply()
        }
    }

    /// Repeats a part, or ends that: `.off`, `.whole`, `.file` for the loop points of the file, or
    /// `.between(try PositionRange(…))`.
    ///
    /// - Parameters:
    ///   - loop: The part; playback outside of it goes to its start.
    ///   - count: The number of times that it is played before playing continues; `nil` for ever.
    /// - Throws: `usage` for positions that the piece does not have, for a loop that is too short,
    ///   for a file without loop points, and for a count below 1.
    public func setLoop(_ loop: LoopSetting, count: Int? = nil) throws(PlaybackError) {
        if let count { try PlayerCore.checkLoopCount(count, name) }
        try core.locked { () throws(PlaybackError) in
            let range = try range(of: loop)
            core.playback.loop = range.loop
            core.playback.loopCount = count
            if let frames = range.frames, !frames.contains(core.position) {
                try core.seek(to: frames.lowerBound)
            }
            core.apply()
        }
    }

    private func range(
        of loop: LoopSetting
    ) throws(PlaybackError) -> (loop: PiecePlayer.Loop, frames: Range<Int64>?) {
        let rate = core.playback.rate
        switch loop {
        case .off: return (.off, nil)
        case .whole: return (.whole, nil)
        case .file:
            guard let frames = sequence.fileLoopFrames(rate: rate, to: core.piece.end) else {
                throw PlaybackError(.usage, "\(name): no loop points")
            }
            return (.file, core.position < frames.upperBound ? nil : frames)
        case .between(let positions):
            let (first, last) = (try frame(of: positions.from), try frame(of: positions.to))
            guard first < last, core.playback.canLoop(first..<last, of: core.piece) else {
                throw PlaybackError(
                    .usage,
                    "\(name): loop \(positions): expected an end at least "
                        + "\(PlayItem.shortestLoopText(rate: rate)) after the start"
                )
            }
            return (.between(first..<last), first..<last)
        }
    }
}
