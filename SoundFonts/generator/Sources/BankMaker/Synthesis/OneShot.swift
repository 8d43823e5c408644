/// A sound that is played once, from beginning to end.
struct OneShot {
    let rate: Double
    var values: [Double]
    private var dice: Dice

    init(seconds: Double, rate: Double, seed: Int) {
        self.rate = rate
        values = [Double](repeating: 0, count: Int(seconds * rate))
        dice = Dice(seed)
    }

    /// Adds a sine that falls from one frequency towards another.
    ///
    /// - Parameters:
    ///   - start: Hz.
    ///   - end: Hz; the same if `nil`.
    ///   - time: Seconds in which the distance halves.
    ///   - level: Linear.
    ///   - decay: Seconds in which it fades by 60 dB.
    ///   - attack: Seconds.
    ///   - delay: Seconds before it begins.
    mutating func tone(
        _ start: Double,
        to end: Double? = nil,
        time: Double = 0.02,
        level: Double,
        decay: Double,
        attack: Double = 0.0005,
        delay: Double = 0
    ) {
        let goal = end ?? start
        var (distance, turns) = (start - goal, 0.0)
        let nearer = exp2(-1 / (time * rate))
        let envelope = self.envelope(level, decay, attack, delay)
        for index in values.indices where envelope[index] != 0 {
            values[index] += envelope[index] * sine(turns: turns)
            turns += (goal + distance) / rate
            turns -= turns.rounded(.down)
            distance *= nearer
        }
    }

    /// Adds noise; its effective value is the level.
    mutating func noise(
        _ noise: Noise,
        level: Double,
        decay: Double,
        attack: Double = 0.0005,
        delay: Double = 0
    ) {
        let noise = noise.values(frames: values.count, rate: rate, &dice)
        let envelope = self.envelope(level, decay, attack, delay)
        for index in values.indices { values[index] += envelope[index] * noise[index] }
    }

    /// Adds many sines at random frequencies, as a plate of metal has them.
    ///
    /// - Parameters:
    ///   - count: The number of sines.
    ///   - range: Between which frequencies, Hz; equally dense in octaves.
    ///   - level: Their sum's effective value.
    ///   - decay: Seconds for 60 dB at the lowest; the highest fade in half of it.
    ///   - attack: Seconds until they are there in full; metal spreads upwards.
    mutating func metal(
        _ count: Int,
        _ range: ClosedRange<Double>,
        level: Double,
        decay: Double,
        attack: Double = 0.001
    ) {
        let each = level * (2 / Double(count)).squareRoot()
        let octaves = log2(range.upperBound / range.lowerBound)
        for _ in 0..<count {
            let height = dice.unit()
            partial(
                range.lowerBound * exp2(octaves * height),
                level: each * (0.5 + dice.unit()),
                decay: decay * (1 - height * 0.5),
                attack: attack,
                phase: dice.unit()
            )
        }
    }

    /// Adds one sine of steady frequency.
    mutating func partial(
        _ hertz: Double,
        level: Double,
        decay: Double,
        attack: Double = 0.0005,
        phase: Double = 0
    ) {
        guard hertz < 0.42 * rate else { return }
        let frequency = hertz / rate
        let (turnRe, turnIm) = (cosine(turns: frequency), sine(turns: frequency))
        var (re, im) = (cosine(turns: phase), sine(turns: phase))
        var amplitude = level
        let fade = exp2(-9.965784284662087 / (decay * rate))
        let attackFrames = attack * rate
        for index in values.indices {
            let rise = min(1, Double(index) / attackFrames)
            values[index] += amplitude * rise * im
            amplitude *= fade
            let next = re * turnRe - im * turnIm
            im = re * turnIm + im * turnRe
            re = next
        }
    }

    /// Filters all that is there so far.
    mutating func filter(_ shape: Biquad.Shape, _ hertz: Double, quality: Double = 0.7071) {
        Biquad(shape, hertz / rate, quality: quality).apply(to: &values)
    }

    /// The sample: the last tenth fades away.
    ///
    /// - Parameters:
    ///   - name: The sample's name.
    ///   - rootKey: The key at which it sounds as it stands.
    ///   - drive: The compression of the peak, as by a tape or a limiter: 1 a little, 3 a lot.
    /// - Returns: The sample.
    func sample(_ name: String, rootKey: Int = 60, drive: Double = 0) -> Sample {
        var values = self.values
        var peak = 0.0
        for value in values { peak = max(peak, value.magnitude) }
        if drive > 0, peak > 0 {
            let scale = drive / peak
            values = values.map { ($0 * scale) / (1 + $0 * scale * $0 * scale).squareRoot() }
        }
        let fade = min(values.count / 10, Int(0.1 * rate))
        for index in 0..<fade {
            let left = Double(index) / Double(fade)
            values[values.count - 1 - index] *= left * left * (3 - 2 * left)
        }
        for filter in Biquad.guards { filter.apply(to: &values) }
        return Sample(name: name, values: values, rate: Int(rate), rootKey: rootKey, loop: nil)
    }

    private func envelope(
        _ level: Double,
        _ decay: Double,
        _ attack: Double,
        _ delay: Double
    ) -> [Double] {
        let first = Int(delay * rate)
        let attackFrames = max(1, attack * rate)
        let fade = exp2(-9.965784284662087 / (decay * rate))
        var amplitude = level
        return values.indices.map { index in
            guard index >= first else { return 0 }
            let shape = amplitude * min(1, (Double(index - first) + 1) / attackFrames)
            if Double(index - first) >= attackFrames { amplitude *= fade }
            return shape
        }
    }
}
