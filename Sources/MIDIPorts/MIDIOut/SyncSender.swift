import MIDI
package import Realtime
package import Sequencer

/// MIDI clock and time code of what plays, made of its position: they follow tempo, speed, seeks and
/// loops by themselves.
///
/// The audio thread's.
package struct SyncSender: ~Copyable {
    private let outputs: Loan<MIDIOutQueue>
    private let clockOutput: Int
    private let codeOutput: Int
    private let codeRate: MIDITimeCode.Rate
    private let rate: Int64
    /// The item that plays, and the item frame at which it continues.
    private var item = -1
    private var expected: Int64 = -1
    private var isRunning = false
    /// Whether receivers of the clock wait for a pulse on which they begin.
    private var isWaiting = false
    private var nextPulse: Int64 = 0
    private var nextQuarter: Int64 = 0

    /// - Parameters:
    ///   - settings: What is sent.
    ///   - outputs: Where it goes.
    ///   - rate: Frames per second.
    package init(_ settings: SyncOutputs, _ outputs: Loan<MIDIOutQueue>, rate: Int) {
        self.outputs = outputs
        clockOutput = settings.clockOutput ?? -1
        codeOutput = settings.timeCode?.output ?? -1
        codeRate = settings.timeCode?.rate ?? .pal25
        self.rate = Int64(rate)
    }

    /// Sends clock and time code for the frames of a period, after its events.
    ///
    /// - Parameters:
    ///   - frames: The length of the period.
    ///   - start: The engine frame at its beginning.
    ///   - item: The item that is played, and its number; `nil` for none.
    ///   - player: The player that has the item.
    @_noLocks
    package mutating func send(
        _ frames: Int,
        from start: Int64,
        _ item: (view: LoanTicket<PlayItemView>, number: Int)?,
        _ player: borrowing MusicPlayer
    ) {
        guard clockOutput >= 0 || codeOutput >= 0 else { return }
        guard let item else {
            stop(atFrame: start)
            return
        }
        let end = start &+ Int64(frames)
        var frame = start
        while frame < end {
            let first = player.position(atFrame: frame)
            let count = evenFrames(from: frame, to: end, first, player)
            if count > 0 {
                run(item.view.value, number: item.number, from: first, count: count, atFrame: frame)
                frame &+= count
            } else {
                // A count-in, or the end.
                stop(atFrame: frame)
                frame = movingFrame(from: frame, to: end, first, player)
            }
        }
    }

    /// The number of frames from one on, at most up to an end, in which the position moves by one with
    /// each.
    @_noLocks
    private func evenFrames(
        from frame: Int64,
        to end: Int64,
        _ first: Int64,
        _ player: borrowing MusicPlayer
    ) -> Int64 {
        if player.position(atFrame: end) == first &+ end &- frame { return end &- frame }
        // Frames up to `low` are even, and not all up to `high`.
        var (low, high) = (Int64(0), end &- frame)
        while high &- low > 1 {
            let middle = (low &+ high) / 2
            if player.position(atFrame: frame &+ middle) == first &+ middle {
                low = middle
            } else {
                high = middle
            }
        }
        return low
    }

    /// The first frame from one on, at most an end, before which the position is held.
    @_noLocks
    private func movingFrame(
        from frame: Int64,
        to end: Int64,
        _ first: Int64,
        _ player: borrowing MusicPlayer
    ) -> Int64 {
        if player.position(atFrame: end) == first { return end }
        var (low, high) = (frame, end)
        while high &- low > 1 {
            let middle = (low &+ high) / 2
            if player.position(atFrame: middle) == first {
                low = middle
            } else {
                high = middle
            }
        }
        // Where it begins to move it has been there for the frame before.
        return max(low, frame &+ 1)
    }

    /// Sends what is due while the position moves evenly.
    ///
    /// - Parameters:
    ///   - view: The item.
    ///   - number: Its number.
    ///   - first: The item frame at the beginning.
    ///   - count: The number of frames.
    ///   - frame: The engine frame at the beginning.
    @_noLocks
    private mutating func run(
        _ view: PlayItemView,
        number: Int,
        from first: Int64,
        count: Int64,
        atFrame frame: Int64
    ) {
        let isNew = !isRunning || item != number
        if isNew || expected != first {
            // Another version, or another speed, of what plays continues at the same pulse.
            let keepsClock =
                isRunning && item != number && view.hasClock
                && view.pulse(notBefore: first) == nextPulse
            if clockOutput >= 0, !keepsClock { locateClock(view, first, atFrame: frame) }
            if codeOutput >= 0, !isRunning || expected != first {
                locateCode(first, atFrame: frame)
            }
            isRunning = true
            item = number
        }
        expected = first &+ count
        // In the order of their frames: an output may have both.
        while true {
            let pulse = frameOfNextPulse(view)
            let quarter = frameOfNextQuarter
            guard min(pulse, quarter) < expected else { return }
            if pulse <= quarter {
                sendPulse(atFrame: frame &+ pulse &- first)
            } else {
                sendQuarter(atFrame: frame &+ quarter &- first)
            }
        }
    }

    /// The item frame of the next pulse of the clock; `Int64.max` without a clock.
    @_noLocks
    private func frameOfNextPulse(_ view: PlayItemView) -> Int64 {
        clockOutput >= 0 && view.hasClock ? view.frame(ofPulse: nextPulse) : .max
    }

    /// The item frame of the next quarter frame; `Int64.max` without a time code.
    private var frameOfNextQuarter: Int64 {
        @_noLocks get {
            codeOutput >= 0 ? codeRate.frame(ofQuarter: nextQuarter, rate: rate) : .max
        }
    }

    /// Notes that the position is held from an engine frame on.
    @_noLocks
    package mutating func stop(atFrame frame: Int64) {
        guard isRunning else { return }
        isRunning = false
        if clockOutput >= 0 { send(0xFC, atFrame: frame) }
    }

    /// Tells receivers of the clock where it continues.
    @_noLocks
    private mutating func locateClock(
        _ view: PlayItemView,
        _ first: Int64,
        atFrame frame: Int64
    ) {
        stop(atFrame: frame)
        guard view.hasClock else { return }
        nextPulse = view.pulse(notBefore: first)
        // A song position counts sixteenths; the rest of one passes without the receivers.
        let beats = min((nextPulse &+ 5) / 6, 16_383)
        isWaiting = true
        outputs.value.sendSync(
            MIDIMessage(
                status: 0xF2,
                data1: UInt8(truncatingIfNeeded: beats & 127),
                data2: UInt8(truncatingIfNeeded: beats >> 7)
            ),
            to: clockOutput,
            frame: frame
        )
    }

    /// Tells receivers of the time code where it continues.
    @_noLocks
    private mutating func locateCode(_ first: Int64, atFrame frame: Int64) {
        // Eight messages tell a time, which is that of the first of them.
        nextQuarter = (codeRate.quarter(notBefore: first, rate: rate) &+ 7) & ~7
        outputs.value.sendSync(
            code(ofQuarter: nextQuarter).fullMessage,
            count: 10,
            to: codeOutput,
            frame: frame
        )
    }

    @_noLocks
    private mutating func sendPulse(atFrame frame: Int64) {
        if isWaiting, nextPulse % 6 == 0 {
            isWaiting = false
            send(nextPulse == 0 ? 0xFA : 0xFB, atFrame: frame)
        }
        send(0xF8, atFrame: frame)
        nextPulse &+= 1
    }

    @_noLocks
    private mutating func sendQuarter(atFrame frame: Int64) {
        let piece = UInt8(truncatingIfNeeded: nextQuarter & 7)
        outputs.value.sendSync(
            MIDIMessage(status: 0xF1, data1: code(ofQuarter: nextQuarter).quarterFrame(piece)),
            to: codeOutput,
            frame: frame
        )
        nextQuarter &+= 1
    }

    /// The time that the eight messages tell to which a quarter frame belongs.
    @_noLocks
    private func code(ofQuarter quarter: Int64) -> MIDITimeCode {
        MIDITimeCode(frameNumber: quarter / 8 &* 2, rate: codeRate)
    }

    @_noLocks
    private func send(_ status: UInt8, atFrame frame: Int64) {
        outputs.value.sendSync(MIDIMessage(status: status), to: clockOutput, frame: frame)
    }
}
