import Voices

/// A number of an articulation that an opcode sets: which one, and in which unit.
struct OpcodeTarget {
    /// The number of ``ArticulationParameter``.
    let parameter: Int
    /// The factor from the opcode's unit to the parameter's.
    let scale: Float
    /// The factor for what controllers and others add; 0 where they add nothing.
    let movement: Float
    /// How the value is read.
    var reading = Reading.number

    /// The kinds of values.
    enum Reading {
        case number
        /// A key's number or name, which moves with the file's keys.
        case key
        /// Hertz, which become cents above 1 Hz.
        case hertz
    }

    private typealias P = ArticulationParameter

    /// A target that moves in the same unit.
    private static func row(
        _ parameter: Int,
        _ scale: Float = 1,
        moves: Bool = true
    ) -> OpcodeTarget {
        OpcodeTarget(parameter: parameter, scale: scale, movement: moves ? scale : 0)
    }

    private static func key(_ parameter: Int) -> OpcodeTarget {
        OpcodeTarget(parameter: parameter, scale: 1, movement: 0, reading: .key)
    }

    /// By the names of opcodes.
    static let all: [String: OpcodeTarget] = {
        var rows: [String: OpcodeTarget] = [
            "volume": row(P.volume), "gain": row(P.volume),
            "pan": row(P.pan, 0.01), "width": row(P.width, 0.01), "position": row(P.position, 0.01),
            "amp_keytrack": row(P.ampKeytrack, moves: false), "amp_keycenter": key(P.ampKeycenter),
            "amp_veltrack": row(P.velocityTracking, 0.01), "amp_random": row(P.ampRandom),
            "gain_random": row(P.ampRandom), "rt_decay": row(P.releaseDecay),
            "effect1": row(P.reverbSend, 0.01), "effect2": row(P.chorusSend, 0.01),
            "pitch_keytrack": row(P.pitchKeytrack), "pitch_keycenter": key(P.pitchKeycenter),
            "pitch_veltrack": row(P.pitchVelocity), "pitch_random": row(P.pitchRandom),
            "bend_up": row(P.bendUp, moves: false), "bend_down": row(P.bendDown, moves: false),
            "bend_step": row(P.bendStep, moves: false), "bendstep": row(P.bendStep, moves: false),
            "bendup": row(P.bendUp, moves: false),
            "benddown": row(P.bendDown, moves: false),
            "offset": row(P.offset), "offset_random": row(P.offsetRandom),
            "delay": row(P.delay), "delay_random": row(P.delayRandom),
        ]
        for (filter, prefixes, suffix) in [
            (0, ["fil_", "fil1_"], ["", "1"]), (1, ["fil2_"], ["2"]),
        ] {
            let first = P.filter(filter)
            for suffix in suffix {
                rows["cutoff" + suffix] = OpcodeTarget(
                    parameter: first + P.cutoff,
                    scale: 1,
                    movement: 1,
                    reading: .hertz
                )
                rows["resonance" + suffix] = row(first + P.resonance)
            }
            for prefix in prefixes {
                rows[prefix + "gain"] = row(first + P.filterGain)
                rows[prefix + "keytrack"] = row(first + P.filterKeytrack)
                rows[prefix + "keycenter"] = key(first + P.filterKeycenter)
                rows[prefix + "veltrack"] = row(first + P.filterVelocity)
                rows[prefix + "random"] = row(first + P.filterRandom)
            }
        }
        for band in 0..<3 {
            let (name, first) = ("eq\(band + 1)_", P.band(band))
            rows[name + "freq"] = row(first + P.frequency)
            rows[name + "bw"] = row(first + P.bandwidth)
            rows[name + "gain"] = row(first + P.bandGain)
            for word in ["vel2", "velto"] {
                rows[name + word + "freq"] = row(first + P.frequencyVelocity, moves: false)
                rows[name + word + "gain"] = row(first + P.bandGainVelocity, moves: false)
            }
        }
        for (envelope, name) in ["ampeg_", "fileg_", "pitcheg_"].enumerated() {
            let first = P.envelope(envelope)
            rows[name + "delay"] = row(first + P.envelopeDelay)
            rows[name + "start"] = row(first + P.envelopeStart, 0.01)
            rows[name + "attack"] = row(first + P.attack)
            rows[name + "hold"] = row(first + P.hold)
            rows[name + "decay"] = row(first + P.decay)
            rows[name + "sustain"] = row(first + P.sustain, 0.01)
            rows[name + "release"] = row(first + P.release)
            rows[name + "depth"] = row(first + P.depth)
        }
        return rows
    }()

    /// The targets of oscillators and flexible envelopes, by the ends of their opcodes' names.
    static let moved: [String: OpcodeTarget] = {
        var rows: [String: OpcodeTarget] = [
            "pitch": row(P.pitch), "volume": row(P.volume), "amplitude": row(P.amplitude, 0.01),
            "pan": row(P.pan, 0.01), "width": row(P.width, 0.01), "position": row(P.position, 0.01),
        ]
        for filter in 0..<2 {
            let first = P.filter(filter)
            for suffix in filter == 0 ? ["", "1"] : ["2"] {
                rows["cutoff" + suffix] = row(first + P.cutoff)
                rows["resonance" + suffix] = row(first + P.resonance)
                rows["fil" + suffix + "gain"] = row(first + P.filterGain)
            }
        }
        for band in 0..<3 {
            let (name, first) = ("eq\(band + 1)", P.band(band))
            rows[name + "freq"] = row(first + P.frequency)
            rows[name + "bw"] = row(first + P.bandwidth)
            rows[name + "gain"] = row(first + P.bandGain)
        }
        return rows
    }()
}
