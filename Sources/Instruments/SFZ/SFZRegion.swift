/// A region with the opcodes of all its levels.
struct SFZRegion {
    /// An envelope: times in seconds, the level of the sustain in percent.
    struct Envelope {
        var delay = 0.0
        var attack = 0.0
        var hold = 0.0
        var decay = 0.0
        var sustain = 100.0
        var release = 0.0
        /// Cents at its top, for those of the filter and the pitch.
        var depth = 0.0
    }

    /// A low-frequency oscillator: seconds, Hz, and cents or decibels.
    struct Oscillator {
        var delay = 0.0
        var frequency = 0.0
        var depth = 0.0
        var isUsed: Bool { depth != 0 && frequency > 0 }
    }

    let position: InstrumentPosition
    let defaultPath: String
    var sample: SFZSetting?
    var keys = (low: 0.0, high: 127.0)
    var velocities = (low: 0.0, high: 127.0)
    /// −128 for the recording's own.
    var keycenter: Double?
    var keytrack = 100.0
    /// Cents.
    var tune = 0.0
    /// Semitones.
    var transpose = 0.0
    /// Decibels.
    var volume = 0.0
    var outerVolumes = (group: 0.0, master: 0.0, global: 0.0)
    /// Percent.
    var amplitude = 100.0
    /// −100 … 100.
    var pan = 0.0
    var offset = 0.0
    /// The last frame that is played; `nil` for the recording's end.
    var end: Double?
    var delay = 0.0
    var loopMode: SFZSetting?
    var loopStart: Double?
    /// The last frame of the loop.
    var loopEnd: Double?
    var trigger: SFZSetting?
    var group: SFZSetting?
    var offBy: SFZSetting?
    var sequenceLength = 1.0
    var sequencePosition: SFZSetting?
    var random: SFZSetting?
    var randomEnd = 1.0
    var velocityTracking: Double?
    var amp = Envelope()
    var filter = Envelope()
    var pitch = Envelope()
    /// The position of the pitch envelope's depth.
    var pitchEnvelope: SFZSetting?
    var cutoff: Double?
    var resonance = 0.0
    var filterType: SFZSetting?
    var filterVelocity = 0.0
    var ampLFO = Oscillator()
    var pitchLFO = Oscillator()
    var filterLFO = Oscillator()
    var filterLFOSetting: SFZSetting?
    /// Percent to the reverb and to the chorus.
    var effects = (reverb: 0.0, chorus: 0.0)
    var switchLast: SFZSetting?
    var switchDefault: Double?
    /// The conditions on controllers: by number, the lowest and the highest value.
    var conditions: [Int: (low: Double, high: Double)] = [:]

    init(position: InstrumentPosition, defaultPath: String) {
        self.position = position
        self.defaultPath = defaultPath
    }

    /// Applies an opcode; the last one with a name counts.
    mutating func apply(_ setting: SFZSetting) {
        if case .condition(let controller, let isLower, let value) = setting.value {
            var range = conditions[controller] ?? (0, 127)
            if isLower { range.low = value } else { range.high = value }
            conditions[controller] = range
            return
        }
        let number = setting.number
        switch setting.opcode {
        case .sample: sample = setting
        case .lokey: keys.low = number
        case .hikey: keys.high = number
        case .key:
            keys = (number, number)
            keycenter = number
        case .lovel: velocities.low = number
        case .hivel: velocities.high = number
        case .pitchKeycenter: keycenter = number
        case .pitchKeytrack: keytrack = number
        case .tune: tune = number
        case .transpose: transpose = number
        case .volume: volume = number
        case .groupVolume: outerVolumes.group = number
        case .masterVolume: outerVolumes.master = number
        case .globalVolume: outerVolumes.global = number
        case .amplitude: amplitude = number
        case .pan: pan = number
        case .offset: offset = number
        case .end: end = number
        case .delay: delay = number
        case .loopMode: loopMode = setting
        case .loopStart: loopStart = number
        case .loopEnd: loopEnd = number
        case .trigger: trigger = setting
        case .group: group = setting
        case .offBy: offBy = setting
        case .seqLength: sequenceLength = number
        case .seqPosition: sequencePosition = setting
        case .lorand: random = setting
        case .hirand: randomEnd = number
        case .ampVeltrack: velocityTracking = number
        case .cutoff: cutoff = number
        case .resonance: resonance = number
        case .filType: filterType = setting
        case .filVeltrack: filterVelocity = number
        case .effect1: effects.reverb = number
        case .effect2: effects.chorus = number
        case .switchLast: switchLast = setting
        case .switchDefault: switchDefault = number
        default: applyModulation(setting)
        }
    }

    private mutating func applyModulation(_ setting: SFZSetting) {
        let number = setting.number
        switch setting.opcode {
        case .ampDelay: amp.delay = number
        case .ampAttack: amp.attack = number
        case .ampHold: amp.hold = number
        case .ampDecay: amp.decay = number
        case .ampSustain: amp.sustain = number
        case .ampRelease: amp.release = number
        case .filDelay: filter.delay = number
        case .filAttack: filter.attack = number
        case .filHold: filter.hold = number
        case .filDecay: filter.decay = number
        case .filSustain: filter.sustain = number
        case .filRelease: filter.release = number
        case .filDepth: filter.depth = number
        case .pitchDelay: pitch.delay = number
        case .pitchAttack: pitch.attack = number
        case .pitchHold: pitch.hold = number
        case .pitchDecay: pitch.decay = number
        case .pitchSustain: pitch.sustain = number
        case .pitchRelease: pitch.release = number
        case .pitchDepth:
            pitch.depth = number
            pitchEnvelope = setting
        case .ampLFODelay: ampLFO.delay = number
        case .ampLFOFrequency: ampLFO.frequency = number
        case .ampLFODepth: ampLFO.depth = number
        case .pitchLFODelay: pitchLFO.delay = number
        case .pitchLFOFrequency: pitchLFO.frequency = number
        case .pitchLFODepth: pitchLFO.depth = number
        case .filLFODelay: filterLFO.delay = number
        case .filLFOFrequency: filterLFO.frequency = number
        case .filLFODepth:
            filterLFO.depth = number
            filterLFOSetting = setting
        default: break
        }
    }

    /// The path of the recording; `nil` where there is none to be played.
    func samplePath(_ log: inout InstrumentLog) -> String? {
        guard let sample, !sample.text.isEmpty else {
            log.add(.error, position, "<region>", "no sample; the region is silent")
            return nil
        }
        if sample.text.hasPrefix("*") {
            if sample.text.lowercased() != "*silence" {
                log.addOnce(
                    .error,
                    sample.position,
                    "sample=\(sample.text.prefix(40))",
                    "generated waves are not supported; the region is silent"
                )
            }
            return nil
        }
        return defaultPath + sample.text
    }
}
