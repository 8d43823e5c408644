import LV2
import Realtime

/// An effect of a chain, and the mix of its sound with what comes in.
struct Insert: ~Copyable {
    /// A closed choice: `@_noLocks` sees through it.
    private enum Processor: ~Copyable {
        case filters(Box<BiquadCascade>)
        case compressor(Box<Compressor>)
        case gate(Box<Gate>)
        case delay(Box<StereoEcho>)
        case reverb(Box<Reverb>)
        /// The reverb's delays.
        case echo(Box<Delay>)
        case chorus(Box<Chorus>)
        case width(Box<GainRamp>)
        case drive(Box<Drive>)
        case limiter(Box<LimiterInsert>)
        case plugin(Box<PluginInsert>)
    }

    private let processor: Processor
    /// The plugin; `nil` for other effects.
    private let plugin: Loan<PluginInsert>?
    /// The delay, if it is one.
    private let echo: Loan<StereoEcho>?
    /// The level that decides on the gain, where it is not that of the sound.
    private let sideChainBox: Box<SideChain>?
    /// The loan of it.
    let sideChain: Loan<SideChain>?
    /// The levels of the last period, for any thread.
    let levels = SequenceLock(InsertFigures())
    /// Those of the current period.
    private var figures = InsertFigures()
    /// The frames by which it delays.
    let latency: Int
    /// Its place among those of the strip, from 1, and the order of its numbers.
    let place: Int
    private let layout: Int
    private let rate: Int
    private var numbers: InsertNumbers
    /// A copy of the input, and room for effects of one channel.
    private let memory: SampleMemory
    private var mix: ParameterGlide
    /// Whether the input is delayed for the mix even while none of it is heard.
    private let isAlwaysMixed: Bool
    /// The mix before the last call for the sides: that of the sends of these frames.
    private var mixBefore: ParameterGlide
    /// Delays the input that is mixed with the effect's sound, as far as that is delayed.
    private var dry: PairDelay
    private var drySends: PairDelay
    /// Delays the sends that an effect leaves unchanged as far as its sound.
    private var sends: PairDelay

    /// Makes a silent effect.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - settings: Its settings.
    ///   - place: Its place among those of the strip, from 1.
    ///   - rate: Frames per second.
    ///   - isRealTime: Whether it plays in real time, and not for a file.
    ///   - tempo: The tempo of the music.
    ///   - sideChainFrames: The most frames by which the level of its side chain is late.
    ///   - maximumPeriod: The most frames of a period.
    init(
        _ settings: InsertSettings,
        place: Int,
        rate: Int,
        isRealTime: Bool,
        tempo: Loan<MusicTempo>,
        sideChainFrames: Int,
        maximumPeriod: Int
    ) {
        if settings.sideChain != nil {
            let box = Box(SideChain(capacity: sideChainFrames, maximumPeriod: maximumPeriod))
            sideChain = unsafe box.loan
            sideChainBox = .some(box)
        } else {
            sideChain = nil
            sideChainBox = nil
        }
        var values = settings.numbers(rate: rate)
        var instance: Plugin?
        if case .plugin(let plugin) = settings.effect {
            instance = plugin.take(rate: rate)
            if let instance { values.fill(from: instance) }
        }
        numbers = InsertNumbers(values)
        (self.place, layout, self.rate) = (place, settings.layout, rate)
        mix = ParameterGlide(SIMD4(repeating: Float(settings.mix)))
        mixBefore = mix
        let mix = settings.mix
        memory = SampleMemory(count: 6 * Block.frames)
        // Not the property, which the right side of && cannot have before all of them are there.
        let latency = settings.effect.parameters.latency(rate: rate)
        self.latency = latency
        isAlwaysMixed = mix < 1 && latency > 0
        dry = PairDelay(frames: mix < 1 ? latency : 0)
        drySends = PairDelay(frames: mix < 1 ? latency : 0)
        processor = Self.processor(
            settings.effect,
            instance,
            numbers.values,
            latency: latency,
            rate: rate,
            isRealTime: isRealTime,
            tempo: tempo
        )
        switch processor {
        case .delay(let box): echo = unsafe box.loan
        default: echo = nil
        }
        switch processor {
        case .plugin(let box): plugin = unsafe box.loan
        default: plugin = nil
        }
        let delaysSends: Bool =
            switch settings.effect {
            case .drive, .plugin: true
            default: false
            }
        sends = PairDelay(frames: delaysSends ? latency : 0)
    }

    private static func processor(
        _ effect: InsertSettings.Effect,
        _ instance: Plugin?,
        _ numbers: borrowing FixedArray<Double>,
        latency: Int,
        rate: Int,
        isRealTime: Bool,
        tempo: Loan<MusicTempo>
    ) -> Processor {
        switch effect {
        case .filter: .filters(Box(BiquadCascade(numbers, isEqualizer: false, rate: rate)))
        case .equalizer: .filters(Box(BiquadCascade(numbers, isEqualizer: true, rate: rate)))
        case .compressor: .compressor(Box(Compressor(numbers, latency: latency, rate: rate)))
        case .gate: .gate(Box(Gate(numbers, rate: rate)))
        case .delay: .delay(Box(StereoEcho(numbers, rate: rate, tempo: tempo)))
        case .reverb(let parameters):
            parameters.algorithm.isRoom
                ? .reverb(Box(Reverb(parameters, rate: rate)))
                : .echo(Box(Delay(parameters, rate: rate)))
        case .chorus(let parameters): .chorus(Box(Chorus(parameters, rate: rate)))
        case .width(let parameters): .width(Box(GainRamp(Float(parameters.width))))
        case .drive(let parameters):
            .drive(Box(Drive(parameters.curve, numbers, rate: rate)))
        case .limiter: .limiter(Box(LimiterInsert(numbers, rate: rate)))
        case .plugin:
            .plugin(
                Box(
                    PluginInsert(
                        instance,
                        numbers: numbers,
                        latency: latency,
                        rate: rate,
                        isRealTime: isRealTime
                    )
                )
            )
        }
    }

    /// Clears the sound that is in it.
    @_noLocks
    mutating func reset() {
        dry.reset()
        drySends.reset()
        sends.reset()
        switch processor {
        case .filters(let filters): filters.value.reset()
        case .compressor(let compressor): compressor.value.reset()
        case .gate(let gate): gate.value.reset()
        case .delay(let echo): echo.value.reset()
        case .drive(let drive): drive.value.reset()
        case .limiter(let limiter): limiter.value.reset()
        case .plugin(let plugin): plugin.value.reset()
        // What they get is finite, and so is what they have.
        case .reverb: break
        case .echo: break
        case .chorus: break
        case .width: break
        }
    }

    /// The highest gain reduction in dB since the last call: that of a compressor or a limiter.
    @_noLocks
    mutating func takeReduction() -> Float {
        figures.reduction = takeReductionOfEffect()
        return figures.reduction
    }

    @_noLocks
    private func takeReductionOfEffect() -> Float {
        switch processor {
        case .compressor(let compressor): compressor.value.takeReduction()
        case .limiter(let limiter): limiter.value.takeReduction()
        case .filters: 0
        case .gate: 0
        case .delay: 0
        case .reverb: 0
        case .echo: 0
        case .chorus: 0
        case .width: 0
        case .drive: 0
        case .plugin: 0
        }
    }

    /// Ends a period of a number of frames.
    ///
    /// - Returns: Whether it is a plugin that has been bypassed since the last call.
    @_noLocks
    mutating func endPeriod(_ frames: Int) -> Bool {
        levels.store(figures)
        figures.peak = 0
        guard let plugin else { return false }
        return plugin.value.endPeriod(frames)
    }

    /// The frames of silence that an echo may follow now; 0 if it is no delay.
    var echoGap: Int {
        @_noLocks get {
            guard let echo else { return 0 }
            return echo.value.gap
        }
    }

    /// The figures of a plugin, for any thread; `nil` for other effects.
    var pluginFigures: PluginFigures? { plugin?.value.figures.load() }

    /// Forgets the sound that it has delayed.
    @_noLocks
    mutating func forgetDelayedFrames() {
        if let sideChain { sideChain.value.clear() }
        guard latency > 0 else { return }
        dry.reset()
        drySends.reset()
        sends.reset()
        switch processor {
        case .compressor(let compressor): compressor.value.reset()
        case .drive(let drive): drive.value.reset()
        case .limiter(let limiter): limiter.value.reset()
        case .plugin(let plugin): plugin.value.forgetDelayedFrames()
        // These delay nothing.
        case .filters: break
        case .gate: break
        case .delay: break
        case .reverb: break
        case .echo: break
        case .chorus: break
        case .width: break
        }
    }

    /// Ends a block.
    ///
    /// - Returns: Whether nothing is left in it: without input it gives silence, and is as new.
    @_noLocks
    mutating func endBlock() -> Bool {
        let isIdle = endBlockOfEffect()
        guard isIdle, sends.isSilent else { return false }
        dry.reset()
        drySends.reset()
        return true
    }

    @_noLocks
    private func endBlockOfEffect() -> Bool {
        switch processor {
        case .filters(let filters): filters.value.endBlock()
        case .compressor(let compressor): compressor.value.endBlock()
        case .gate(let gate): gate.value.endBlock()
        case .delay(let echo): echo.value.endBlock()
        case .reverb(let reverb): !reverb.value.isAwake
        case .echo(let echo): !echo.value.isAwake
        case .chorus(let chorus): !chorus.value.isAwake
        case .width: true
        case .drive(let drive): drive.value.endBlock()
        case .limiter(let limiter): limiter.value.endBlock()
        case .plugin(let plugin): plugin.value.endBlock()
        }
    }

    /// Processes some frames of the sides, or the same frames of the sends: filters and dynamics act
    /// on sends too, other effects leave them unchanged.
    @_noLocks
    mutating func process(_ pair: InsertPair, isSend: Bool) {
        let count = pair.count
        if !isSend { mixBefore = mix }
        let isMixed = isAlwaysMixed || mixBefore.isMoving || mixBefore.values.x < 1
        let dryLeft = unsafe memory.samples(from: 0, count: count)
        let dryRight = unsafe memory.samples(from: Block.frames, count: count)
        if isMixed {
            for frame in 0..<count {
                unsafe dryLeft[frame] = pair.left[frame]
                unsafe dryRight[frame] = pair.right[frame]
            }
            let copy = unsafe InsertPair(left: dryLeft, right: dryRight, count: count)
            if isSend { drySends.process(copy) } else { dry.process(copy) }
        }
        switch processor {
        case .filters(let filters): filters.value.process(pair, isSend: isSend)
        case .compressor(let compressor):
            unsafe compressor.value.process(pair, by: levels(for: pair), isSend: isSend)
        case .gate(let gate):
            unsafe gate.value.process(pair, by: levels(for: pair), isSend: isSend)
        case .delay(let echo):
            guard !isSend else { return }
            echo.value.process(pair)
        case .reverb(let reverb):
            guard !isSend else { return }
            let mono = unsafe takeMono(pair)
            unsafe reverb.value.process(mono, left: pair.left, right: pair.right, count: count)
        case .echo(let echo):
            guard !isSend else { return }
            let mono = unsafe takeMono(pair)
            unsafe echo.value.process(mono, left: pair.left, right: pair.right, count: count)
        case .chorus(let chorus):
            guard !isSend else { return }
            let mono = unsafe takeMono(pair)
            let unused = unsafe memory.samples(from: 3 * Block.frames, count: count)
            unsafe chorus.value.process(
                mono,
                left: pair.left,
                right: pair.right,
                reverb: unused,
                count: count
            )
        case .width(let width):
            guard !isSend else { return }
            var ramp = width.value
            for frame in 0..<count {
                let middle = unsafe (pair.left[frame] + pair.right[frame]) * 0.5
                let side = unsafe (pair.left[frame] - pair.right[frame]) * 0.5 * ramp.next()
                unsafe pair.left[frame] = middle + side
                unsafe pair.right[frame] = middle - side
            }
            width.value = ramp
        case .drive(let drive):
            guard !isSend else { return sends.process(pair) }
            drive.value.process(pair)
        case .limiter(let limiter): limiter.value.process(pair, isSend: isSend)
        case .plugin(let plugin):
            guard !isSend else { return sends.process(pair) }
            plugin.value.process(pair)
        }
        guard isMixed else { return }
        var ramp = mixBefore
        for frame in 0..<count {
            let mix = ramp.next().x
            unsafe pair.left[frame] = dryLeft[frame] + (pair.left[frame] - dryLeft[frame]) * mix
            unsafe pair.right[frame] =
                dryRight[frame] + (pair.right[frame] - dryRight[frame]) * mix
        }
        if !isSend { mix = ramp }
    }

    /// The levels of the side chain for some frames; `nil` where the sound itself decides.
    @_noLocks
    @unsafe
    private func levels(for pair: InsertPair) -> UnsafeMutablePointer<Float>? {
        guard let sideChain, let start = pair.start else { return nil }
        return unsafe sideChain.value.levels(from: start, count: pair.count)
    }

    /// Whether its side chain has a level for some frames of the period that is not zero.
    @_noLocks
    func isKeyed(from start: Int, count: Int) -> Bool {
        guard let sideChain else { return false }
        return sideChain.value.isAudible(from: start, count: count)
    }

    /// Notes the level of what it has given.
    @_noLocks
    mutating func noteLevel(of pair: InsertPair) { figures.peak = max(figures.peak, pair.peak) }

    // MARK: Numbers

    /// Begins a change of its settings.
    @_noLocks
    mutating func beginChange() { numbers.begin() }

    /// Moves along a change of its settings.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - part: The part of the way.
    ///   - frames: The frames that it takes; 0 to be there at once.
    @_noLocks
    mutating func move(along change: borrowing InsertChange, to part: Double, frames: Int) {
        numbers.move(to: change.numbers, part: part)
        move(over: frames)
    }

    /// Begins a turn of the numbers that move with the music.
    @_noLocks
    mutating func beginTurn() { numbers.beginTurn() }

    /// Sets a number of the turn, if it is the insert that is meant.
    @_noLocks
    mutating func automate(_ number: AutomatedNumber, to value: Double) {
        guard number.insert == place, number.layout == layout else { return }
        // Where the input was not mixed from the beginning on, it is not as late as the effect.
        guard number.index > 0 || latency == 0 || isAlwaysMixed else { return }
        numbers.automate(number.index, to: value)
    }

    /// Moves to the numbers of the turn.
    @_noLocks
    mutating func endTurn(over frames: Int) {
        if numbers.endTurn() { move(over: frames) }
    }

    /// Moves to the numbers of the turn, and along a change of its settings.
    @_noLocks
    mutating func endTurn(
        along change: borrowing InsertChange,
        to part: Double,
        over frames: Int
    ) {
        numbers.move(to: change.numbers, part: part)
        _ = numbers.endTurn()
        move(over: frames)
    }

    /// Adopts the numbers that the music has moved in another insert, which it takes over from.
    @_noLocks
    mutating func adoptMusic(of other: borrowing Insert) {
        guard other.place == place, other.layout == layout else { return }
        numbers.adoptMusic(of: other.numbers)
        move(over: 0)
    }

    /// Whether a number moves with the music.
    var isAutomated: Bool { @_noLocks get { numbers.isAutomated } }

    /// Moves to its numbers; without frames it is there at once.
    @_noLocks
    private mutating func move(over frames: Int) {
        mix.move(to: SIMD4(repeating: Float(numbers.values[0])), frames: frames)
        // A reverb or a chorus would be busy with parameters that it has.
        guard numbers.takeEffectChange() else { return }
        switch processor {
        case .filters(let filters): filters.value.move(to: numbers.values, frames: frames)
        case .compressor(let compressor):
            compressor.value.move(
                to: Compressor.Coefficients(numbers.values, rate: rate),
                frames: frames
            )
        case .gate(let gate):
            gate.value.move(to: Gate.Coefficients(numbers.values, rate: rate), frames: frames)
        case .delay(let echo):
            echo.value.move(to: StereoEcho.Coefficients(numbers.values, rate: rate), frames: frames)
        case .reverb(let reverb):
            var parameters = ReverbParameters()
            parameters.take(numbers.values, from: 1)
            reverb.value.set(parameters)
        case .chorus(let chorus):
            var parameters = ChorusParameters()
            parameters.take(numbers.values, from: 1)
            chorus.value.set(parameters)
        case .width(let width):
            width.value.move(to: Float(numbers.values[1]), frames: max(1, frames))
        case .drive(let drive):
            drive.value.move(to: Drive.Coefficients(numbers.values, rate: rate), frames: frames)
        case .limiter(let limiter):
            limiter.value.move(to: LimiterInsert.Coefficients(numbers.values), frames: frames)
        case .plugin(let plugin): plugin.value.move(to: numbers.values)
        // Another type takes its place.
        case .echo: break
        }
    }

    /// Takes the mean of both sides, and leaves silence there.
    @_noLocks
    @unsafe
    private func takeMono(_ pair: InsertPair) -> UnsafeMutablePointer<Float> {
        let mono = unsafe memory.samples(from: 2 * Block.frames, count: pair.count)
        for frame in 0..<pair.count {
            unsafe mono[frame] = (pair.left[frame] + pair.right[frame]) * 0.5
            unsafe pair.left[frame] = 0
            unsafe pair.right[frame] = 0
        }
        return unsafe mono
    }
}

extension [InsertNumber] {
    /// Takes the values of a plugin's controls where the settings mention none.
    fileprivate mutating func fill(from plugin: Plugin) {
        for (index, port) in zip(indices.dropFirst(), plugin.controlPorts)
        where self[index].value.isNaN {
            self[index].value = Double(plugin.value(ofPort: port))
        }
    }
}
