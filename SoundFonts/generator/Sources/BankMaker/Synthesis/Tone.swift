/// A tone that begins freely and lasts for ever: a lead, then a loop.
///
/// All that sounds in the loop has a whole number of cycles in it, so the loop is seamless by
/// construction. The frame rate is chosen so that the fundamental is exact.
struct Tone {
    /// Noise that begins with the tone and is gone when the loop begins.
    struct Burst {
        var noise: Noise
        /// Its effective value over that of the partials.
        var level: Double
        /// Seconds in which it falls by 60 dB.
        var decay: Double
    }

    /// Noise that lasts as long as the tone.
    struct Breath {
        var noise: Noise
        /// Its effective value over that of the partials.
        var level: Double
        /// The factor by which it is stronger at first.
        var onset = 1.0
    }

    /// The key at which the sample sounds as it stands.
    var key: Int
    /// Frames per second, about.
    var rate = 32_000.0
    /// Seconds before the loop.
    var lead = 0.004
    /// Seconds of the loop, at least.
    var loop = 0.004
    /// The divisor of the number of cycles in the loop: 2 if there are partials at halves.
    var cycleUnit = 1.0
    var partials: [Partial] = []
    var breath: Breath?
    var bursts: [Burst] = []
    /// Whether the partials begin as sines, so that nothing jumps; else at random phases.
    var startsAtZero = false

    /// Computes the sample.
    func sample(_ name: String) -> Sample {
        let base = frequency(ofKey: Double(key))
        let cycles = max(1, (loop * base / cycleUnit).rounded(.up)) * cycleUnit
        let loopFrames = Int((cycles * rate / base).rounded())
        let exactRate = (base * Double(loopFrames) / cycles).rounded()
        let leadFrames = max(16, Int((lead * exactRate).rounded()))
        let count = leadFrames + loopFrames + 16
        var dice = Dice(key * 1_000 + name.utf8.reduce(0) { ($0 * 31 + Int($1)) % 100_003 })
        var values = [Double](repeating: 0, count: count)
        for partial in partials {
            var frequency = partial.ratio * base / exactRate
            if !partial.isTransient {
                frequency = (partial.ratio * cycles).rounded() / Double(loopFrames)
            }
            let phase = startsAtZero ? 0 : dice.unit()
            add(partial, frequency, phase, until: leadFrames, exactRate, to: &values)
        }
        var energy = 0.0
        for value in values.prefix(leadFrames + loopFrames) { energy += value * value }
        let level = (energy / Double(leadFrames + loopFrames)).squareRoot()
        if let breath {
            let noise = breath.noise.loop(frames: loopFrames, rate: exactRate, &dice)
            let shift = loopFrames - leadFrames % loopFrames
            for index in 0..<count {
                let left = max(0, 1 - Double(index) / Double(leadFrames))
                let onset = 1 + (breath.onset - 1) * left * left
                values[index] += noise[(index + shift) % loopFrames] * level * breath.level * onset
            }
        }
        for burst in bursts {
            let noise = burst.noise.values(frames: leadFrames, rate: exactRate, &dice)
            let ratio = exp2(-9.965784284662087 / (burst.decay * exactRate))
            var amplitude = level * burst.level
            for index in 0..<leadFrames {
                let left = 1 - Double(index) / Double(leadFrames)
                values[index] += noise[index] * amplitude * left
                amplitude *= ratio
            }
        }
        return Sample(
            name: name + " \(key)",
            values: values,
            rate: Int(exactRate),
            rootKey: key,
            loop: leadFrames..<leadFrames + loopFrames
        )
    }

    /// Adds one partial; above 0.30 of the frame rate it weakens, above 0.42 there is none.
    private func add(
        _ partial: Partial,
        _ frequency: Double,
        _ phase: Double,
        until leadFrames: Int,
        _ rate: Double,
        to values: inout [Double]
    ) {
        guard frequency < 0.42, frequency > 0 else { return }
        var amplitude = partial.level
        if frequency > 0.3 {
            amplitude *= 0.5 + 0.5 * cosine(turns: (frequency - 0.3) / 0.24)
        }
        let (turnRe, turnIm) = (cosine(turns: frequency), sine(turns: frequency))
        var (re, im) = (cosine(turns: phase), sine(turns: phase))
        let fade = exp2(-0.16609640474436813 * partial.decay / rate)
        // In the loop nothing may change.
        let riseFrames = min(max(1, Int(partial.rise * rate)), leadFrames)
        for index in values.indices {
            var shape = amplitude
            if index < riseFrames {
                let x = Double(index) / Double(riseFrames)
                shape *= x * x * (3 - 2 * x)
            }
            if index < leadFrames {
                if partial.isTransient { shape *= 1 - Double(index) / Double(leadFrames) }
                amplitude *= fade
            } else if partial.isTransient {
                return
            }
            values[index] += shape * im
            let next = re * turnRe - im * turnIm
            im = re * turnIm + im * turnRe
            re = next
        }
    }
}
