/// Many players of one note: each harmonic is a band of partials, as wide as they disagree.
///
/// All stand on whole cycles of the loop, in pairs of equal strength about the harmonic, so that
/// the middle of the band is exact.
struct Ensemble {
    var key: Int
    var rate = 24_000.0
    /// Seconds.
    var loop = 0.6
    /// The standard deviation of the players' pitch, cents.
    var spread = 11.0
    var highest = 9_500.0
    /// Seconds before the loop.
    var lead = 0.004

    func tone(_ level: (_ number: Double, _ hertz: Double) -> Double) -> Tone {
        let base = frequency(ofKey: Double(key))
        var tone = Tone(key: key, rate: rate, lead: lead, loop: loop)
        let cycles = (loop * base).rounded(.up)
        let harmonics = Partial.harmonics(of: key, upTo: highest, level)
        for harmonic in harmonics {
            // In cycles of the loop.
            let width = harmonic.ratio * cycles * (exp2(spread / 1_200) - 1)
            // Few cycles in the band: one beside the harmonic keeps it moving.
            let reach = max(1, Int(width * 2.2))
            var bands: [(offset: Int, level: Double)] = [(0, 1)]
            var energy = 1.0
            for offset in 1...reach {
                let distance = Double(offset) / max(width, 0.55)
                let side = exp2(-0.7213475204444817 * distance * distance)
                bands.append((offset, side))
                bands.append((-offset, side))
                energy += 2 * side * side
            }
            let scale = harmonic.level / energy.squareRoot()
            for band in bands {
                let ratio = harmonic.ratio + Double(band.offset) / cycles
                tone.partials.append(Partial(ratio: ratio, level: band.level * scale))
            }
        }
        return tone
    }
}
