import MIDI
import Realtime
import Sequencer

/// What the controlling thread asks for.
extension EngineCore {
    /// Takes the commands that can be carried out within this period.
    ///
    /// Those about music and samplers need a frame of FluidSynth's grid; a short period may have
    /// none, and they wait for the next.
    @_noLocks
    mutating func takeCommands(_ frames: Int) {
        let hasGridFrame = Int(firstGridOffset) < frames
        while let command = commands.pointee.peek() {
            switch command {
            case .stop: stop()
            case .pause: pause()
            case .resume: resume()
            case .gain(let gain): setGain(gain)
            case .dropQueued:
                guard carryOut(command) else { return }
            case .start, .adopt, .succeed, .halt, .cut, .install, .exchange:
                // A further note-off, which resets have in them, would bring back the release of voices
                // that were cut (FluidSynth 2.3.1) as long as no block was rendered without them.
                guard hasGridFrame, !isIn(.paused), position != cutPosition, carryOut(command)
                else { return }
            }
            _ = commands.pointee.pop()
        }
    }

    @_noLocks
    private mutating func stop() {
        guard !isIn(.finished) && !isIn(.stopping) else { return }
        if isIn(.paused) || (!isStarted && inputCount == 0) {
            finish()
        } else {
            state = .stopping
            master.move(to: 0, frames: fadeFrames)
        }
    }

    @_noLocks
    private mutating func pause() {
        guard isIn(.running) else { return }
        state = .pausing
        master.move(to: 0, frames: fadeFrames)
    }

    @_noLocks
    private mutating func resume() {
        guard isIn(.pausing) || isIn(.paused) else { return }
        state = .running
        master.move(to: masterGain, frames: fadeFrames)
    }

    @_noLocks
    private mutating func setGain(_ gain: Float) {
        masterGain = gain
        if isIn(.running) { master.move(to: gain, frames: fadeFrames) }
    }

    /// A fade lasts 10 ms: short enough for "at once", long enough not to click.
    var fadeFrames: Int {
        @_noLocks get { max(1, rate / 100) }
    }

    /// - Returns: `false` when there is no room for what it has to report: it is tried again.
    @_noLocks
    private mutating func carryOut(_ command: EngineCommand) -> Bool {
        // A command has at most one report of each kind.
        guard pendingCount < Self.pendingCapacity &- 3 else {
            reportPending()
            return false
        }
        switch command {
        case .start(let next): start(next)
        case .adopt(let next): adopt(next)
        case .succeed(let next): succeed(next)
        case .halt: halt()
        case .cut:
            halt()
            cutVoices()
            cutPosition = position
        case .dropQueued(let number): return dropQueued(before: number)
        case .install(let rack, let input): install(rack, input: input)
        case .exchange(let number, let rack): exchange(number, for: rack)
        case .stop, .pause, .resume, .gain: break
        }
        return true
    }

    @_noLocks
    private mutating func start(_ next: QueuedItem) {
        dropSuccessor()
        releasePlayer()
        if let item { _ = addPending(.replaced(item: item.number)) }
        item = nil
        tailStart = nil
        begin(next, atFrame: position &+ Int64(firstGridOffset))
    }

    @_noLocks
    private mutating func adopt(_ next: QueuedItem) {
        // What was meant may have ended meanwhile, and the one behind it begun.
        guard var current = item, isStarted, !player.hasEnded,
            current.view.pointee.schedule.events == next.view.pointee.schedule.events
        else {
            _ = addPending(.replaced(item: next.number))
            return
        }
        // It was made for what was set before.
        dropSuccessor()
        _ = addPending(.replaced(item: current.number))
        player.updateItem(next.view.pointee, atFrame: position &+ Int64(firstGridOffset))
        current = QueuedItem(
            view: next.view,
            rack: current.rack,
            number: next.number,
            isLast: next.isLast
        )
        item = current
    }

    @_noLocks
    private mutating func succeed(_ next: QueuedItem) {
        dropSuccessor()
        guard let item, isStarted, !player.hasEnded, item.rack == next.rack else {
            _ = addPending(.replaced(item: next.number))
            return
        }
        // Of the same music nothing is played twice, nor left out, where the place has passed.
        let frame = position &+ Int64(firstGridOffset)
        let due = player.replacementFrame(for: next.view.pointee, notBefore: .min)
        if due < frame, item.view.pointee.schedule.events == next.view.pointee.schedule.events {
            adopt(next)
            _ = addPending(.began(item: next.number, frame: frame))
            return
        }
        successor = next
    }

    @_noLocks
    private mutating func halt() {
        dropSuccessor()
        // Whoever halts what was to be the last has something else in mind.
        tailStart = nil
        guard let item, isStarted, !player.hasEnded else { return }
        let frame = position &+ Int64(firstGridOffset)
        let place = player.position(atFrame: frame)
        releasePlayer()
        _ = addPending(.halted(item: item.number, position: place))
        self.item = nil
    }

    /// Ends what the player's notes and pedals hold, on the first frame of the grid.
    @_noLocks
    private mutating func releasePlayer() {
        guard isStarted else { return }
        let offset = firstGridOffset
        let frame = position &+ Int64(offset)
        player.release(atFrame: frame)
        while let event = player.nextEvent(before: frame &+ 1) {
            while !route(event, offset: offset) { renderSpan(to: Int(offset)) }
        }
    }

    /// Ends all voices of the music without their release (CC120), on the first frame of the grid:
    /// heard only as a cut, so it is for when nothing is heard.
    @_noLocks
    private mutating func cutVoices() {
        guard let stage else { return }
        let offset = firstGridOffset
        var strip = 0
        while strip < stage.pointee.stripCount {
            var channel: UInt8 = 0
            while channel < 16 {
                let message = MIDIMessage(
                    status: 0xB0 | channel,
                    data1: Controller.allSoundOff.rawValue
                )
                while !send(message, to: stage, strip: strip, offset: offset) {
                    renderSpan(to: Int(offset))
                }
                channel &+= 1
            }
            strip &+= 1
        }
    }

    @_noLocks
    private mutating func dropQueued(before number: Int) -> Bool {
        while let next = items.pointee.peek(), next.number < number {
            guard reports.pointee.push(.replaced(item: next.number)) else { return false }
            _ = items.pointee.pop()
        }
        return true
    }

    // MARK: Reports

    /// Adds a report that is sent once the span is rendered.
    @_noLocks
    mutating func addPending(_ report: EngineReport) -> Bool {
        guard pendingCount < Self.pendingCapacity else { return false }
        pending[pendingCount] = report
        pendingCount &+= 1
        return true
    }

    /// Sends what was waiting for the span to be rendered; what finds no room waits on.
    @_noLocks
    mutating func reportPending() {
        var sent = 0
        while sent < pendingCount, reports.pointee.push(pending[sent]) { sent &+= 1 }
        pendingCount &-= sent
        for index in 0..<pendingCount { pending[index] = pending[index &+ sent] }
    }
}
