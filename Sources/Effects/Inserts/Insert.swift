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
    /// A copy of the input, and room for effects of one channel.
    private let memory: SampleMemory
    private var mix: ParameterGlide
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
    ///   - rate: Frames per second.
    ///   - isRealTime: Whether it plays in real time, and not for a file.
    ///   - tempo: The tempo of the music.
    ///   - sideChainFrames: The most frames by which the level of its side chain is late.
    ///   - maximumPeriod: The most frames of a period.
    init(
        _ settings: InsertSettings,
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
        mix = ParameterGlide(SIMD4(repeating: Float(settings.mix)))
        mixBefore = mix
        let mix = settings.mix
        memory = SampleMemory(count: 6 * Block.frames)
        latency = settings.effect.parameters.latency(rate: rate)
        dry = PairDelay(frames: mix < 1 ? latency : 0)
        drySends = PairDelay(frames: mix < 1 ? latency : 0)
        var sendLatency = 0
        var loan: Loan<PluginInsert>?
        var follower: Loan<StereoEcho>?
        switch settings.effect {
        case .filter(let filter):
            let section = Biquad(filter.kind, filter.frequency, q: filter.q, rate: rate)
            processor = .filters(Box(BiquadCascade([section])))
        case .equalizer(let equalizer):
            let sections = equalizer.bands.flatMap { Biquad.sections($0, rate: rate) }
            processor = .filters(Box(BiquadCascade(sections)))
        case .compressor(let parameters):
            processor = .compressor(Box(Compressor(parameters, rate: rate)))
        case .gate(let parameters): processor = .gate(Box(Gate(parameters, rate: rate)))
        case .delay(let parameters):
            let box = Box(StereoEcho(parameters, rate: rate, tempo: tempo))
            follower = unsafe box.loan
            processor = .delay(box)
        case .reverb(let parameters):
            processor =
                parameters.algorithm.isRoom
                ? .reverb(Box(Reverb(parameters, rate: rate)))
                : .echo(Box(Delay(parameters, rate: rate)))
        case .chorus(let parameters):
            processor = .chorus(Box(Chorus(parameters, rate: rate)))
        case .width(let parameters):
            processor = .width(Box(GainRamp(Float(parameters.width))))
        case .drive(let parameters):
            processor = .drive(Box(Drive(parameters, rate: rate)))
            sendLatency = latency
        case .limiter(let parameters):
            processor = .limiter(Box(LimiterInsert(parameters, rate: rate)))
        case .plugin(let plugin):
            let instance = plugin.take(rate: rate)
            let box = Box(
                PluginInsert(instance, latency: latency, rate: rate, isRealTime: isRealTime)
            )
            loan = unsafe box.loan
            processor = .plugin(box)
            sendLatency = latency
        }
        plugin = loan
        echo = follower
        sends = PairDelay(frames: sendLatency)
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
        let isMixed = mixBefore.isMoving || mixBefore.values.x < 1
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

    /// Moves to the parameters of a step of a change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - step: The step.
    ///   - frames: The frames that it takes; 0 to be there at once.
    @_noLocks
    mutating func move(along change: borrowing InsertChange, step: Int, frames: Int) {
        mix.move(to: SIMD4(repeating: change.mixes[step]), frames: frames)
        switch change.path {
        case .filters(let path):
            switch processor {
            case .filters(let filters): filters.value.move(to: path, step: step, frames: frames)
            default: break
            }
        case .compressor(let path):
            switch processor {
            case .compressor(let compressor): compressor.value.move(to: path[step], frames: frames)
            default: break
            }
        case .gate(let path):
            switch processor {
            case .gate(let gate): gate.value.move(to: path[step], frames: frames)
            default: break
            }
        case .delay(let path):
            switch processor {
            case .delay(let echo): echo.value.move(to: path[step], frames: frames)
            default: break
            }
        case .reverb(let path):
            switch processor {
            case .reverb(let reverb): reverb.value.set(path[step])
            default: break
            }
        case .chorus(let path):
            switch processor {
            case .chorus(let chorus): chorus.value.set(path[step])
            default: break
            }
        case .width(let path):
            switch processor {
            case .width(let width): width.value.move(to: path[step], frames: max(1, frames))
            default: break
            }
        case .drive(let path):
            switch processor {
            case .drive(let drive): drive.value.move(to: path[step], frames: frames)
            default: break
            }
        case .limiter(let path):
            switch processor {
            case .limiter(let limiter): limiter.value.move(to: path[step], frames: frames)
            default: break
            }
        case .controls(let path):
            guard let plugin else { return }
            plugin.value.move(to: path, step: step)
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
