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
        case width(Float)
    }

    private let processor: Processor
    /// A copy of the input, and room for effects of one channel.
    private let memory: SampleMemory
    private let mix: Float

    /// Makes a silent effect.
    ///
    /// Allocates: not for the audio thread.
    init(_ settings: InsertSettings, rate: Int) {
        mix = Float(settings.mix)
        memory = SampleMemory(count: 6 * Block.frames)
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
            processor = .delay(Box(StereoEcho(parameters, rate: rate)))
        case .reverb(let parameters):
            processor =
                parameters.algorithm.isRoom
                ? .reverb(Box(Reverb(parameters, rate: rate)))
                : .echo(Box(Delay(parameters, rate: rate)))
        case .chorus(let parameters):
            processor = .chorus(Box(Chorus(parameters, rate: rate)))
        case .width(let parameters): processor = .width(Float(parameters.width))
        }
    }

    /// Clears the sound that is in it.
    @_noLocks
    mutating func reset() {
        switch processor {
        case .filters(let filters): filters.value.reset()
        case .compressor(let compressor): compressor.value.reset()
        case .gate(let gate): gate.value.reset()
        case .delay(let echo): echo.value.reset()
        // What they get is finite, and so is what they have.
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
        switch processor {
        case .filters(let filters): filters.value.endBlock()
        case .compressor(let compressor): compressor.value.endBlock()
        case .gate(let gate): gate.value.endBlock()
        case .delay(let echo): echo.value.endBlock()
        case .reverb(let reverb): !reverb.value.isAwake
        case .echo(let echo): !echo.value.isAwake
        case .chorus(let chorus): !chorus.value.isAwake
        case .width: true
        }
    }

    /// Processes some frames of the sides, or the same frames of the sends: filters and dynamics act
    /// on sends too, other effects leave them unchanged.
    @_noLocks
    mutating func process(_ pair: InsertPair, isSend: Bool) {
        let count = pair.count
        let dryLeft = unsafe memory.samples(from: 0, count: count)
        let dryRight = unsafe memory.samples(from: Block.frames, count: count)
        if mix < 1 {
            for frame in 0..<count {
                unsafe dryLeft[frame] = pair.left[frame]
                unsafe dryRight[frame] = pair.right[frame]
            }
        }
        switch processor {
        case .filters(let filters): filters.value.process(pair, isSend: isSend)
        case .compressor(let compressor): compressor.value.process(pair, isSend: isSend)
        case .gate(let gate): gate.value.process(pair, isSend: isSend)
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
            for frame in 0..<count {
                let middle = unsafe (pair.left[frame] + pair.right[frame]) * 0.5
                let side = unsafe (pair.left[frame] - pair.right[frame]) * 0.5 * width
                unsafe pair.left[frame] = middle + side
                unsafe pair.right[frame] = middle - side
            }
        }
        guard mix < 1 else { return }
        for frame in 0..<count {
            unsafe pair.left[frame] = dryLeft[frame] + (pair.left[frame] - dryLeft[frame]) * mix
            unsafe pair.right[frame] =
                dryRight[frame] + (pair.right[frame] - dryRight[frame]) * mix
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

extension InsertSettings {
    /// The frames of silence that the effect's sound may follow.
    func gap(rate: Int) -> Int {
        switch effect {
        case .delay(let parameters): StereoEcho.length(parameters, rate: rate)
        // The longest delay of a line and its modulation; that of an echo; a first reflection.
        case .chorus: rate * 36 / 100
        case .reverb(let parameters): parameters.algorithm.isRoom ? rate / 10 : rate * 6 / 10
        case .filter, .equalizer, .compressor, .gate, .width: 0
        }
    }
}
