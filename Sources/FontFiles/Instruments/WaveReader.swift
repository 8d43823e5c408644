import Glibc
package import Instruments
package import Platform

/// The frames of waves that are computed.
package struct WaveReader {
    /// The wave.
    package let wave: GeneratedWave

    /// Takes a wave.
    package init(wave: GeneratedWave) { self.wave = wave }

    /// The peak of waves whose last harmonics overshoot.
    private static let headroom: Float = 0.84

    /// Computes the frames from one on, before another, in one piece; −1 … 1 is full scale.
    package func forEachPiece(
        from first: Int = 0,
        upTo limit: Int = .max,
        _ body: (Span<Float>, Int) throws(HostError) -> Void
    ) throws(HostError) -> Int {
        let count = wave.recording.frameCount
        let frames = wave.shape == .noise ? noise(count) : periodic(count)
        let end = min(count, limit)
        guard first < end else { return first }
        try body(frames.span.extracting(first..<end), end - first)
        return end
    }

    /// The amplitude of a harmonic, from 1.
    private func amplitude(_ harmonic: Int) -> Double {
        let number = Double(harmonic)
        switch wave.shape {
        case .sine: return harmonic == 1 ? 1 : 0
        case .saw: return 2 / .pi / number
        case .square: return harmonic % 2 == 1 ? 4 / .pi / number : 0
        case .triangle:
            guard harmonic % 2 == 1 else { return 0 }
            return (harmonic % 4 == 1 ? 8 : -8) / (.pi * .pi * number * number)
        case .noise: return 0
        }
    }

    private func periodic(_ count: Int) -> [Float] {
        let table = (0..<wave.period).map { sin(2 * .pi * Double($0) / Double(wave.period)) }
        var period = [Double](repeating: 0, count: wave.period)
        for harmonic in 1...wave.harmonicCount {
            let amplitude = amplitude(harmonic)
            guard amplitude != 0 else { continue }
            for frame in 0..<wave.period {
                period[frame] += amplitude * table[frame * harmonic % wave.period]
            }
        }
        let overshoots = wave.shape == .saw || wave.shape == .square
        let scale = overshoots ? Self.headroom : 1
        return (0..<count).map { Float(period[$0 % wave.period]) * scale }
    }

    /// The same noise every time (SplitMix64).
    private func noise(_ count: Int) -> [Float] {
        var state: UInt64 = 0
        return (0..<count).map { _ in
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
            bits ^= bits >> 31
            return Float(bits >> 40) * 0x1p-23 - 1
        }
    }
}
