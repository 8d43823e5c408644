import SoundFont

extension SFZRegion {
    /// The sounds that it plays: its recording, or computed waves; empty for none.
    func regions(
        _ classes: SFZExclusiveClasses,
        _ curves: SFZCurves,
        _ sources: inout SourceList,
        _ log: inout InstrumentLog
    ) -> [Region] {
        guard let sample, !sample.text.isEmpty else {
            log.add(.error, position, "<region>", "no sample; the region is silent")
            return []
        }
        guard sample.text.hasPrefix("*") else {
            let source = sources.index(ofFile: pathPrefix + sample.text, sample.position)
            return [region(source: source, classes, curves, &log)]
        }
        guard sample.text.lowercased() != "*silence" else { return [] }
        guard let shape = SFZWaves.shape(sample.text) else {
            log.addOnce(
                .error,
                sample.position,
                "sample=\(sample.text.prefix(40))",
                "expected *sine, *triangle, *saw, *square, *noise or *silence; silent"
            )
            return []
        }
        return SFZWaves.regions(shape, region(source: 0, classes, curves, &log), &sources)
    }

    /// The decibels that key and velocity add; `nil` where a SoundFont's own change is the same.
    func noteGain(_ curves: SFZCurves) -> NoteGain? {
        guard
            !velocityPoints.isEmpty || velocityTracking != 100 || ampKeytrack != 0
                || keyFade.isUsed || velocityFade.isUsed || !velocityModulations.isEmpty
        else { return nil }
        var gain = NoteGain()
        let curve =
            velocityPoints.isEmpty ? SFZCurve.standard[4] : SFZCurve(through: velocityPoints)
        let tracking = velocityTracking / 100
        for number in 0...127 {
            let value = Double(number)
            let loss = abs(tracking) * (1 - curve[value])
            var factor = tracking < 0 ? loss : 1 - loss
            factor *= velocityFade.factor(at: value, isLinear: isLinearFade.velocity)
            var decibels = 0.0
            for (opcode, modulation) in velocityModulations {
                let added = modulation.value(at: value, curves)
                if opcode == .volume { decibels += added } else { factor *= added / 100 }
            }
            gain.velocities[number] = Self.gain(factor, decibels)
            gain.keys[number] = Self.gain(
                keyFade.factor(at: value, isLinear: isLinearFade.key),
                ampKeytrack * (value - ampKeycenter)
            )
        }
        return gain
    }

    private static func gain(_ factor: Double, _ decibels: Double) -> Float {
        let sum = Units.decibels(factor) + decibels
        // Not a number is silent.
        guard sum > Double(NoteGain.silence) else { return NoteGain.silence }
        return Float(min(max(sum, Double(NoteGain.silence)), 144))
    }
}
