/// A string that is plucked, or picked up by a magnet, as partials that fade.
struct Pluck {
    /// The key at which the sample sounds as it stands.
    var key: Int
    /// Frames per second, about.
    var rate = 26_000.0
    /// Seconds before the loop: in these the timbre changes.
    var lead = 0.4
    /// The position of the pluck, as a part of the string's length.
    var position = 0.14
    /// The position of the pickup, if there is one.
    var pickup: Double?
    /// Partial h has 1/h to this power.
    var slope = 1.0
    /// Hz in which the plectrum or finger loses 6 dB.
    var brightness = 3_000.0
    /// The amount by which a partial fades faster than the fundamental: dB per second for each kHz.
    var damping = 9.0
    /// The sharpening of partial h is (1 + stiffness · h²)^½.
    var stiffness = 0.0
    /// The body; nothing but the string if empty.
    var body: [Resonance] = []
    /// The gain of the body outside its resonances.
    var floor = 0.4
    /// The noise of the plucking, and how long it is heard.
    var noise = 0.06
    var noiseHigh = 3_500.0
    var noiseDecay = 0.03
    /// The highest partial, Hz.
    var highest = 10_500.0

    var tone: Tone {
        let base = frequency(ofKey: Double(key))
        var tone = Tone(key: key, rate: rate, lead: lead)
        tone.loop = stiffness > 0 ? 0.06 : 0.02
        var number = 1.0
        while number < 90 {
            let ratio = number * (1 + stiffness * (number * number - 1)).squareRoot()
            let hertz = ratio * base
            if hertz > highest { break }
            var level = sine(turns: number * position / 2).magnitude + 0.03
            if let pickup { level *= sine(turns: number * pickup / 2).magnitude + 0.08 }
            level *= exp2(-hertz / brightness) * power(number, -slope)
            if !body.isEmpty { level *= body.response(hertz, floor: floor) }
            let fading = damping * (hertz - base) / 1_000
            tone.partials.append(Partial(ratio: ratio, level: level, decay: fading))
            number += 1
        }
        if noise > 0 {
            tone.bursts = [
                Tone.Burst(
                    noise: Noise(low: 100, high: noiseHigh),
                    level: noise,
                    decay: noiseDecay
                )
            ]
        }
        return tone
    }
}
