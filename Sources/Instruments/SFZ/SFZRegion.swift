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
    /// The text that stands before the name of its sample.
    let pathPrefix: String
    var sample: SFZSetting?
    var keys = (low: 0.0, high: 127.0)
    var velocities = (low: 0.0, high: 127.0)
    /// −128 for the recording's own.
    var keycenter = 60.0
    var keytrack = 100.0
    /// Cents.
    var tune = 0.0
    /// Semitones.
    var transpose = 0.0
    /// Cents at the highest velocity.
    var pitchVelocity = 0.0
    /// Decibels.
    var volume = 0.0
    var outerVolumes = (group: 0.0, master: 0.0, global: 0.0)
    /// Percent.
    var amplitude = 100.0
    var outerAmplitudes = (group: 100.0, master: 100.0, global: 100.0)
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
    /// Percent.
    var velocityTracking = 100.0
    /// Factors by velocity; none for the square.
    var velocityPoints: [Int: Double] = [:]
    /// Decibels for a key, and the key at which it is 0.
    var ampKeytrack = 0.0
    var ampKeycenter = 60.0
    var keyFade = SFZCrossfade()
    var velocityFade = SFZCrossfade()
    /// By controller.
    var controllerFades: [Int: SFZCrossfade] = [:]
    /// Whether fades change factors linearly, else powers.
    var isLinearFade = (key: false, velocity: false, controller: false)
    var amp = Envelope()
    var filter = Envelope()
    var pitch = Envelope()
    var cutoff: Double?
    /// Cents that controllers add to the cutoff.
    var cutoffShift = 0.0
    var resonance = 0.0
    var filterType: SFZSetting?
    var filterVelocity = 0.0
    /// Cents for a key, and the key at which it is 0.
    var filterKeytrack = 0.0
    var filterKeycenter = 60.0
    var ampLFO = Oscillator()
    var pitchLFO = Oscillator()
    var filterLFO = Oscillator()
    /// Percent to the reverb and to the chorus.
    var effects = (reverb: 0.0, chorus: 0.0)
    var switchLast: SFZSetting?
    /// The key switches for which it plays, where they are a range.
    var switchRange = (low: SFZSetting?.none, high: SFZSetting?.none)
    var switchDefault: Double?
    /// A key that has to be down, or to have been struck before.
    var switchDown: SFZSetting?
    /// The name of its program.
    var label: String?
    /// The programs that it belongs to, and the channels, 1 … 16.
    var programs = (low: 0.0, high: 127.0)
    var channels = (low: 1.0, high: 16.0)
    /// The conditions on controllers: by number, the lowest and the highest value.
    var conditions: [Int: (low: Double, high: Double)] = [:]
    /// The changes by controllers, by opcode and controller.
    var modulations: [SFZOpcode: [Int: SFZModulation]] = [:]
    /// The changes by velocity as controller 131.
    var velocityModulations: [(opcode: SFZOpcode, modulation: SFZModulation)] = []

    init(position: InstrumentPosition, pathPrefix: String) {
        self.position = position
        self.pathPrefix = pathPrefix
    }

    /// Applies an opcode; the last one with a name counts.
    mutating func apply(_ setting: SFZSetting) {
        switch setting.value {
        case .condition(let controller, let isLower, let value):
            var range = conditions[controller] ?? (0, 127)
            if isLower { range.low = value } else { range.high = value }
            conditions[controller] = range
        case .modulation(let controller, let part, let value):
            modulations[setting.opcode, default: [:]][controller, default: SFZModulation()]
                .set(part, value)
        case .crossfade(let controller, let end, let value):
            controllerFades[controller, default: SFZCrossfade()].set(end, value)
        case .velocityPoint(let velocity, let factor): velocityPoints[velocity] = factor
        case .text: applyText(setting)
        case .number(let number):
            if let field = setting.opcode.field {
                self[keyPath: field] = number
            } else if let (fade, end) = setting.opcode.crossfade {
                self[keyPath: fade].set(end, number)
            } else {
                applyNumber(setting, number)
            }
        }
    }

    private mutating func applyText(_ setting: SFZSetting) {
        let isLinear = setting.text == "gain"
        switch setting.opcode {
        case .sample: sample = setting
        case .masterLabel, .groupLabel: label = label ?? setting.text
        case .loopMode: loopMode = setting
        case .trigger: trigger = setting
        case .filType: filterType = setting
        case .xfKeycurve: isLinearFade.key = isLinear
        case .xfVelcurve: isLinearFade.velocity = isLinear
        case .xfCCcurve: isLinearFade.controller = isLinear
        default: break
        }
    }

    private mutating func applyNumber(_ setting: SFZSetting, _ number: Double) {
        switch setting.opcode {
        case .lokey: keys.low = number
        case .hikey: keys.high = number
        case .key:
            keys = (number, number)
            keycenter = number
        case .end: end = number
        case .loopStart: loopStart = number
        case .loopEnd: loopEnd = number
        case .group: group = setting
        case .offBy: offBy = setting
        case .seqPosition: sequencePosition = setting
        case .lorand: random = setting
        case .cutoff: cutoff = number
        case .switchLast: switchLast = setting
        case .switchLowest: switchRange.low = setting
        case .switchHighest: switchRange.high = setting
        case .switchDefault: switchDefault = number
        case .switchDown, .switchPrevious: switchDown = setting
        default: break
        }
    }
}
