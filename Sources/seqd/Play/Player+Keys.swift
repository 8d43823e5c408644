import Effects
import Playback
import SamplerHost
import Sequencer
import TerminalUI
import Wording

/// The keys of the player.
extension Player {
    /// Seconds that the arrow keys seek by, alone and with shift.
    private static let step: Int64 = 5
    private static let leap: Int64 = 30
    /// Seconds from the start of a bar in which "a bar back" is the bar before.
    private static let graceSeconds = 0.5

    /// Handles a key.
    func press(_ key: Key) {
        if typed != nil { return type(key) }
        if key == .character("?"), !isSoloing {
            view.turnHelp()
            return
        }
        // Each key closes the help; the keys of the player do more.
        if view.closeHelp(), key == .escape { return }
        if isSoloing, solo(key) { return }
        if isRefused(key) { return }
        if case .character(let character) = key, character.isNumber {} else { isAboveTen = false }
        switch key {
        case .character(","): return scrub(-1)
        case .character("."): return scrub(1)
        default: endScrub()
        }
        switch key {
        case .character(" "): togglePause()
        case .left(let shift): move(seconds: -(shift ? Self.leap : Self.step))
        case .right(let shift): move(seconds: shift ? Self.leap : Self.step)
        case .pageUp: moveBar(-1)
        case .pageDown: moveBar(1)
        case .home: restart()
        case .up: changeSpeed(1)
        case .down: changeSpeed(-1)
        case .backspace: setSpeed(.normal)
        case .character("["): setLoopStart()
        case .character("]"): setLoopEnd()
        case .character("\\"): clearLoop()
        case .character("s"):
            isSoloing = true
            view.say("solo: press a channel, or s for all")
        case .character("t"): waitForDigit()
        case .character("+"), .character("="): changeGain(1)
        case .character("-"): changeGain(-1)
        case .character("m"): toggleMetronome()
        case .character("i"): beginInstrument()
        case .character("n"): goForward()
        case .character("p"): goBackward()
        case .character("r"): restart()
        case .character("?"): view.turnHelp()
        case .character("q"), .character("Q"): hasQuit = true
        case .control("l"): view.redraw()
        case .character(let character):
            if let channel = channel(character) { toggleMute(channel) }
        default: break
        }
    }

    /// The channel of a digit or a shifted digit, from 1: 0 is 10, `!` is 11, and so is 1 after `t`.
    private func channel(_ character: Character) -> Int? {
        defer { isAboveTen = false }
        if let digit = character.wholeNumberValue, character.isASCII {
            guard isAboveTen else { return digit == 0 ? 10 : digit }
            return (1...6).contains(digit) ? digit + 10 : nil
        }
        // On keyboards that have these above the digits.
        return Array("!@#$%^").firstIndex(of: character).map { $0 + 11 }
    }

    /// The keys that mute a channel, from 1: `9`, `0`, `t 1`.
    static func keys(ofChannel number: Int) -> String {
        number > 10 ? "t \(number - 10)" : "\(number % 10)"
    }

    /// Has the next digit mean a channel above 10.
    private func waitForDigit() {
        isAboveTen = true
        view.say("channel 11 … 16: press 1 … 6")
    }

    // MARK: Positions

    /// Plays from a frame, or from the start or the end of the piece where it is not within.
    func locate(at frame: Int64) {
        guard let piece, !isLoading else { return }
        start(at: min(max(frame, piece.start), piece.endFrame(rate: playback.rate)))
    }

    private func move(seconds: Int64) {
        locate(at: position + seconds * Int64(playback.rate))
    }

    private func restart() {
        guard let piece, !isLoading else { return }
        start(at: piece.start, countIn: countIn)
    }

    private func moveBar(_ distance: Int64) {
        guard let sequence = piece?.sequence else { return }
        let tick = sequence.tempoMap.tick(atFrame: position, rate: playback.rate)
        guard let bar = sequence.lastBar(notAfter: tick) else {
            view.say("no bars in this file")
            return
        }
        let start = sequence.tempoMap.frame(atTick: bar.tick, rate: playback.rate)
        let isLate = Double(position - start) > Self.graceSeconds * Double(playback.rate)
        let number = distance < 0 && isLate ? bar.number : bar.number + distance
        guard number >= 1, let target = try? sequence.meterMap.tick(bar: number, beat: 1, tick: 0)
        else {
            locate(at: distance < 0 ? 0 : .max)
            return
        }
        locate(at: sequence.tempoMap.frame(atTick: target, rate: playback.rate))
    }

    /// Goes to the next piece.
    func goForward() {
        guard let step = order.playlist.aimForward() else {
            view.say("no next file")
            return
        }
        go(to: step, asTarget: true)
    }

    /// Goes to the previous piece.
    func goBackward() {
        guard let step = order.playlist.aimBackward() else {
            view.say("no previous file")
            return
        }
        go(to: step, asTarget: true)
    }

    // MARK: Speed and level

    private func changeSpeed(_ direction: Int64) {
        guard let speed = playback.speed.stepped(direction) else { return }
        let pace = speed.factor * playback.variSpeed.factor
        if pace >= 0.01, pace <= 100 { setSpeed(speed) }
    }

    /// Sets the speed, and shows it.
    func setSpeed(_ speed: Speed) {
        // A user who chooses a speed wants no other one.
        playback.setRamp(nil)
        if speed != playback.speed {
            playback.speed = speed
            apply()
        }
        view.say("speed \(speed)")
    }

    private func changeGain(_ decibels: Double) {
        setGain(min(max((gain + decibels).rounded(), -60), 24))
    }

    /// Sets the gain in dB, and shows it.
    func setGain(_ decibels: Double) {
        gain = decibels
        engine.setGain(gain)
        view.say("gain \(NumberText.decimal(gain)) dB")
    }

    // MARK: Loop

    private func setLoopStart() {
        guard piece != nil else { return }
        let start = position
        if case .between(let range) = playback.loop, start < range.upperBound {
            setLoop(from: start, to: range.upperBound)
        } else {
            loopStart = start
            view.say("loop from \(text(atFrame: start)): press ] at its end")
        }
    }

    private func setLoopEnd() {
        guard let piece else { return }
        var start = loopStart ?? piece.start
        if loopStart == nil, case .between(let range) = playback.loop { start = range.lowerBound }
        setLoop(from: start, to: position)
    }

    private func setLoop(from start: Int64, to end: Int64) {
        guard let piece else { return }
        guard start < end, playback.canLoop(start..<end, of: piece) else {
            view.say("the loop must end after its start")
            return
        }
        loopStart = nil
        playback.loop = .between(start..<end)
        playback.loopCount = nil
        if position >= end {
            // From the end of the loop on, playing would not enter it.
            self.start(at: start)
        } else {
            apply()
        }
        view.say("loop \(text(atFrame: start))..\(text(atFrame: end))")
    }

    private func clearLoop() {
        loopStart = nil
        if playback.loop != ownLoop {
            playback.loop = ownLoop
            playback.loopCount = ownLoopCount
            apply()
        }
        view.say("loop off")
    }

    /// The text of a position: bar and beat, or a time.
    func text(atFrame frame: Int64) -> String {
        guard let sequence = piece?.sequence else { return "" }
        let tick = sequence.tempoMap.tick(atFrame: frame, rate: playback.rate)
        if let bar = sequence.meterMap.position(atTick: tick) { return "\(bar.bar):\(bar.beat)" }
        return TimeText.text(frames: frame, rate: playback.rate)
    }

    // MARK: Channels

    private func toggleMute(_ channel: Int) {
        toggle(channel, in: \.muted, on: "muted", off: "unmuted")
    }

    /// Solos a channel, or with `s` or escape ends that.
    ///
    /// - Returns: `false` for a key that is for something else.
    private func solo(_ key: Key) -> Bool {
        isSoloing = false
        switch key {
        case .character("s"):
            if !playback.soloed.isEmpty {
                playback.soloed = .none
                apply()
            }
            view.say("solo off")
            return true
        case .escape:
            return true
        case .character(let character):
            guard character != "t" else {
                waitForDigit()
                isSoloing = true
                return true
            }
            guard let channel = channel(character) else { return false }
            toggle(channel, in: \.soloed, on: "solo", off: "solo off")
            return true
        default:
            return false
        }
    }

    private func toggle(
        _ channel: Int,
        in selection: ReferenceWritableKeyPath<PiecePlayer, Selection>,
        on: String,
        off: String
    ) {
        guard let sequence = piece?.sequence else { return }
        guard let selectors = try? SelectorSet(parsing: "\(channel)"),
            let wanted = try? selectors.resolve(in: sequence)
        else {
            view.say("channel \(channel) has no notes")
            return
        }
        let isOn = !playback[keyPath: selection].isSuperset(of: wanted)
        if isOn {
            playback[keyPath: selection].formUnion(wanted)
        } else {
            playback[keyPath: selection].subtract(wanted)
        }
        apply()
        view.say("channel \(channel) \(isOn ? on : off)")
    }
}
