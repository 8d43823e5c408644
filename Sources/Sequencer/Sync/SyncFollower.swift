import SMF

/// Follows a source of time: where it is, how fast it runs, and what keeps playback with it.
///
/// A value without clock or thread: it is given messages with the times of their arrival, and
/// asked with times.
public struct SyncFollower {
    /// The state of the source.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// No message has arrived.
        case waiting
        /// It is stopped.
        case stopped
        /// It runs.
        case running
        /// Its messages have ceased while it ran; playback continues for a while.
        case freewheeling
        /// Its messages have ceased for longer than that.
        case lost
    }

    /// The settings.
    public let settings: SyncSettings
    /// The quality of synchronisation.
    public var quality: SyncQuality {
        var quality = figures
        quality.jitter = filter.jitter
        return quality
    }
    /// A number that changes when the source is started or moved, other than by running.
    public private(set) var moves = 0

    private var figures = SyncQuality()
    private var filter = ArrivalFilter()
    private var reader = TimeCodeReader()
    private var law: CorrectionLaw { settings.law }
    /// The difference of the source's units, clocks or quarter frames, and the filter's indices.
    private var offset: Int64 = 0
    /// The unit at which the source stands, if it does not run.
    private var standing: Int64 = 0
    /// The unit that the next clock is.
    private var armed: Int64?
    private var isRunning = false
    private var source: Int?
    private var rateOfFullFrame: SMPTERate?
    private var factor = 1.0
    private var lastCorrection: Int64?
    /// The position at which it was last started, and the time of that.
    private var began: (position: Double, stamp: Int64)?
    /// The last position of JACK's transport, in seconds, and the time of that.
    private var transport: (seconds: Double, stamp: Int64)?

    /// Makes a follower that has heard nothing.
    public init(_ settings: SyncSettings) {
        self.settings = settings
    }

    // MARK: The source

    /// Takes a message, if it is one of the kind and comes from the source that is followed.
    public mutating func take(_ message: SyncMessage) {
        guard isMeant(message.kind) else { return }
        if let source, source != message.source {
            // Two at once cannot be followed; another one is as soon as this one is silent.
            guard filter.silence(at: message.stamp) > settings.freewheel else { return }
            let dropouts = figures.dropouts
            self = SyncFollower(settings, after: moves)
            figures.dropouts = dropouts
        }
        source = message.source
        noteDropout(at: message.stamp)
        switch message.kind {
        case .clock: takeClock(message.stamp)
        case .start: arm(0)
        case .continue: arm(armed ?? nextUnit)
        case .stop: stop()
        case .songPosition(let sixteenths): takeSongPosition(sixteenths)
        case .quarterFrame(let data): takeQuarterFrame(data, message.stamp)
        case .fullFrame(let code): takeFullFrame(code)
        case .transport(let seconds, let isRolling):
            takeTransport(seconds, isRolling, message.stamp)
        }
    }

    private init(_ settings: SyncSettings, after moves: Int) {
        self.init(settings)
        self.moves = moves + 1
    }

    private func isMeant(_ kind: SyncMessage.Kind) -> Bool {
        switch kind {
        case .clock, .start, .continue, .stop, .songPosition: settings.source == .clock
        case .quarterFrame, .fullFrame: settings.source == .mtc
        case .transport: settings.source == .jack
        }
    }

    /// The unit after the last one, at which the source continues.
    private var nextUnit: Int64 { isRunning ? filter.index + offset + 1 : standing }

    private mutating func takeClock(_ stamp: Int64) {
        filter.note(stamp)
        guard let unit = armed else { return }
        offset = unit - filter.index
        armed = nil
        isRunning = true
        moves += 1
        began = (Double(unit) * beatsPerUnit, stamp)
    }

    private mutating func arm(_ unit: Int64) {
        standing = unit
        isRunning = false
        armed = unit
    }

    private mutating func stop() {
        if isRunning { standing = nextUnit }
        (isRunning, armed) = (false, nil)
    }

    private mutating func takeSongPosition(_ sixteenths: Int) {
        let unit = Int64(sixteenths) * 6
        // One that comes while the source runs holds from the next clock on.
        if isRunning || armed != nil { armed = unit } else { standing = unit }
        if !isRunning { standing = unit }
    }

    private mutating func takeQuarterFrame(_ data: UInt8, _ stamp: Int64) {
        filter.note(stamp)
        switch reader.take(data, at: stamp) {
        case .unknown:
            break
        case .forward(let unit, _):
            let offset = unit - filter.index
            // Two frames more or less are a miscounted gap.
            if !isRunning || (offset - self.offset).magnitude > 8 { moves += 1 }
            if !isRunning { began = nil }
            self.offset = offset
            isRunning = true
        case .backward(let unit, _):
            isRunning = false
            standing = unit
        }
    }

    private mutating func takeFullFrame(_ code: TimeCode) {
        reader.reset()
        isRunning = false
        rateOfFullFrame = code.rate
        standing = 4 * code.frame
    }

    private mutating func takeTransport(_ seconds: Double, _ isRolling: Bool, _ stamp: Int64) {
        let step = seconds - position(at: stamp)
        if isRolling, !isRunning || step.magnitude > Self.longestStep {
            moves += 1
            // It was started a moment ago where it was stopped.
            let isStart = !isRunning && (0...Self.longestStep).contains(step)
            began = isStart ? (seconds - step, stamp - Int64(step * 1e9)) : nil
        }
        isRunning = isRolling
        transport = (seconds, stamp)
    }

    /// The seconds that JACK's transport may be away from its position without having moved.
    private static let longestStep = 0.05

    // MARK: Where it is

    /// The state of the source at a time.
    public func state(at now: Int64) -> State {
        guard source != nil else { return .waiting }
        guard isRunning else { return .stopped }
        let silence = silence(at: now)
        if silence > settings.freewheel { return .lost }
        return silence > longestSilence ? .freewheeling : .running
    }

    /// Whether playback is to run at a time.
    public func isUnderWay(at now: Int64) -> Bool {
        switch state(at: now) {
        case .running, .freewheeling: hasRate
        case .waiting, .stopped, .lost: false
        }
    }

    /// Whether the distance of two messages is known; JACK's transport tells its position each time.
    private var hasRate: Bool { filter.period > 0 || transport != nil }

    /// The seconds since the last message.
    private func silence(at now: Int64) -> Double {
        transport.map { Double(now - $0.stamp) * 1e-9 } ?? filter.silence(at: now)
    }

    /// The silence after which messages are missing.
    private var longestSilence: Double {
        transport == nil ? max(4 * filter.period, 0.05) : 0.25
    }

    /// Counts a gap that ends with a message.
    ///
    /// Time code stops by ceasing, and says where it is when it is back. A clock counts on.
    private mutating func noteDropout(at stamp: Int64) {
        let silence = filter.silence(at: stamp)
        guard isRunning, filter.hasBegun, silence > longestSilence else { return }
        if settings.source == .mtc, silence > settings.freewheel {
            standing = filter.index + offset
            isRunning = false
        } else {
            figures.dropouts += 1
        }
    }

    /// The beats or seconds in a unit.
    private var beatsPerUnit: Double {
        switch settings.source {
        case .clock: 1.0 / 24
        case .mtc: frameRate.secondsPerQuarterFrame
        case .jack: 1
        }
    }

    /// The rate of the time code.
    private var frameRate: SMPTERate { isRunning ? reader.rate : rateOfFullFrame ?? reader.rate }

    /// The units of the start that is set, in which a piece begins.
    private var startUnits: Int64 {
        guard settings.source == .mtc, settings.start > 0 else { return 0 }
        let code = TimeCode(
            rate: frameRate,
            hours: Int64(settings.start / 3_600),
            minutes: settings.start / 60 % 60,
            seconds: settings.start % 60,
            // Drop-frame time code has no frames 0 and 1 at the beginning of most minutes.
            frames: frameRate == .fps2997 && settings.start % 60 == 0
                && settings.start / 60 % 10 != 0 ? 2 : 0
        )
        return 4 * (code?.frame ?? 0)
    }

    /// The source's position in the piece at a time: quarter notes of a clock, seconds of time code and
    /// of JACK's transport.
    public func position(at now: Int64) -> Double {
        if let transport {
            return transport.seconds + (isRunning ? Double(now - transport.stamp) * 1e-9 : 0)
        }
        let units = isRunning ? filter.position(at: now) + Double(offset) : Double(standing)
        return (units - Double(startUnits)) * beatsPerUnit
    }

    /// The position at which a message started the source a moment ago, where playback begins before it
    /// catches up; `nil` if that is longer ago.
    public func startPosition(at now: Int64) -> Double? {
        guard let began, isRunning, now - began.stamp < Int64(law.jump * 0.8e9) else { return nil }
        return began.position
    }

    /// Quarter notes or seconds of the source per second; 0 while it is not known.
    public var rate: Double {
        if transport != nil { return 1 }
        return hasRate ? beatsPerUnit / filter.period : 0
    }

    /// The time code of a time; `nil` for other sources.
    public func timeCode(at now: Int64) -> TimeCode? {
        guard settings.source == .mtc, source != nil else { return nil }
        let units = isRunning ? filter.position(at: now) + Double(offset) : Double(standing)
        return TimeCode(frame: Int64(max(units, 0) / 4), rate: frameRate)
    }

    // MARK: Playback

    /// The action that keeps playback with the source.
    public enum Correction: Hashable, Sendable {
        /// Playback moves to the source's position.
        case jump
        /// The factor by which playback is to be faster than the source.
        case factor(Double)
    }

    /// Compares playback with the source.
    ///
    /// - Parameters:
    ///   - gap: The seconds, of the music as it plays, that the source is ahead.
    ///   - now: The time.
    /// - Returns: The action; the factor of the rate is smoothed.
    public mutating func correct(_ gap: Double, at now: Int64) -> Correction {
        figures.offset = gap
        let elapsed = lastCorrection.map { min(max(Double(now - $0) * 1e-9, 0), 1) } ?? 1
        lastCorrection = now
        switch law.verdict(for: gap) {
        case .jump:
            noteJump()
            return .jump
        case .rate(let wanted):
            factor += (wanted - factor) * min(elapsed / Self.smoothing, 1)
            figures.correction = (factor - 1) * 1e6
            return .factor(factor)
        }
    }

    /// The seconds that a change of the factor takes.
    private static let smoothing = 0.15

    /// Notes that playback begins at the source's position.
    public mutating func noteJump() {
        figures.jumps += 1
        forgetCorrection()
    }

    /// Forgets the correction when playback ends.
    public mutating func forgetCorrection() {
        factor = 1
        lastCorrection = nil
        figures.correction = 0
        figures.offset = nil
    }
}
