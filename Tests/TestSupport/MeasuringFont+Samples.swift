import Foundation

extension MeasuringFont {
    /// Frames before a loop; SoundFont 2.04, 7.10 asks for at least 8 valid ones on both sides.
    private static let margin = 64

    static func font(rate: Int) -> SoundFontBuilder {
        var font = SoundFontBuilder(name: "seqd measuring font")
        let sine = font.add(sineSample(rate: rate))
        let click = font.add(clickSample(rate: rate))
        let saw = font.add(sawSample(rate: rate))
        let noise = font.add(noiseSample(rate: rate))

        func add(_ program: Program, sample: Int, _ generators: [SoundFontGenerator]) {
            let name = "\(program)"
            let zone = SoundFontBuilder.Zone(target: sample, generators: generators)
            let instrument = font.add(SoundFontBuilder.Instrument(name: name, zones: [zone]))
            font.add(
                SoundFontBuilder.Preset(
                    name: name,
                    bank: 0,
                    program: UInt16(program.rawValue),
                    zones: [SoundFontBuilder.Zone(target: instrument)]
                )
            )
            guard program == .click else { return }
            font.add(
                SoundFontBuilder.Preset(
                    name: "drums",
                    bank: 128,
                    program: 0,
                    zones: [SoundFontBuilder.Zone(target: instrument)]
                )
            )
        }

        // −12000 timecents are 0.98 ms, the shortest release that a font can ask for.
        let loop = [SoundFontGenerator(.sampleModes, 1)]
        let sustained = loop + [SoundFontGenerator(.volumeRelease, -12_000)]
        let slow = loop + [SoundFontGenerator(.volumeRelease, 0)]
        add(.sine, sample: sine, sustained)
        add(.click, sample: click, [SoundFontGenerator(.scaleTuning, 0)])
        add(.saw, sample: saw, sustained)
        add(.noise, sample: noise, sustained)
        add(.longRelease, sample: sine, slow)
        add(.left, sample: sine, [SoundFontGenerator(.pan, -500)] + sustained)
        add(.right, sample: sine, [SoundFontGenerator(.pan, 500)] + sustained)
        let sends = [SoundFontGenerator(.chorusSend, 1000), SoundFontGenerator(.reverbSend, 1000)]
        add(.wet, sample: sine, sends + sustained)
        return font
    }

    /// The shortest loop that holds whole periods of 440 Hz: 1200 frames at 48 kHz, 2205 at 44.1.
    private static func loopLength(rate: Int) -> Int {
        var (divisor, rest) = (rate, 440)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        return rate / divisor
    }

    private static func tone(
        name: String,
        rate: Int,
        _ value: (_ phase: Double) -> Double
    ) -> SoundFontBuilder.Sample {
        let length = loopLength(rate: rate)
        let frames = (0..<length + 2 * margin).map { frame in
            // The exact remainder keeps the loop periodic to the last bit.
            let phase = Double(frame * 440 % rate) / Double(rate)
            return Int16((value(phase) * peak * 32768).rounded())
        }
        return SoundFontBuilder.Sample(
            name: name,
            frames: frames,
            rate: rate,
            rootKey: rootKey,
            loop: margin..<margin + length
        )
    }

    private static func sineSample(rate: Int) -> SoundFontBuilder.Sample {
        tone(name: "sine", rate: rate) { sin(2 * .pi * $0) }
    }

    private static func sawSample(rate: Int) -> SoundFontBuilder.Sample {
        let harmonics = sawHarmonics(rate: rate)
        let amplitude = sawFundamental(rate: rate)
        return tone(name: "saw", rate: rate) {
            amplitude * sawSum(phase: $0, harmonics: harmonics)
        }
    }

    /// How many harmonics the saw has: 40, or as many as are below half the rate.
    public static func sawHarmonics(rate: Int) -> Int {
        min(40, (rate / 2 - 1) / 440)
    }

    /// The amplitude of the saw's fundamental as a part of ``peak``.
    ///
    /// The sum of n harmonics sin(kx)/k has its largest maximum, the first, at x = π/(n + 1).
    public static func sawFundamental(rate: Int) -> Double {
        let harmonics = sawHarmonics(rate: rate)
        return 1 / sawSum(phase: 0.5 / Double(harmonics + 1), harmonics: harmonics)
    }

    private static func sawSum(phase: Double, harmonics: Int) -> Double {
        (1...harmonics).reduce(0) { $0 + sin(2 * .pi * Double($1) * phase) / Double($1) }
    }

    private static func clickSample(rate: Int) -> SoundFontBuilder.Sample {
        var frames = [Int16](repeating: 0, count: clickOffset + margin)
        frames[clickOffset] = Int16(peak * 32768)
        return SoundFontBuilder.Sample(name: "click", frames: frames, rate: rate, rootKey: 60)
    }

    private static func noiseSample(rate: Int) -> SoundFontBuilder.Sample {
        let length = 16_384
        // Knuth's MMIX constants; the high bits are the random ones.
        var state: UInt64 = 1
        var frames = (0..<length).map { _ -> Int16 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int16(truncatingIfNeeded: Int64(bitPattern: state) >> 49)
        }
        frames = frames.suffix(margin) + frames + frames.prefix(margin)
        return SoundFontBuilder.Sample(
            name: "noise",
            frames: frames,
            rate: rate,
            rootKey: rootKey,
            loop: margin..<margin + length
        )
    }
}
