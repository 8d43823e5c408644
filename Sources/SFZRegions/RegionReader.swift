import Instruments
import Voices

/// Makes a region of the opcodes of an SFZ region.
struct RegionReader {
    private typealias P = ArticulationParameter

    /// A controller that moves a value.
    struct Movement {
        var amount: Float = 0
        var input: ControllerInput

        /// Takes what an opcode says of it.
        mutating func take(_ part: OpcodeName.Part, _ value: Float) {
            switch part {
            case .amount: amount = value
            case .curve: input.curve = UInt16(clamping: Int(max(0, min(value, 255))))
            case .step: input.step = max(0, value)
            case .smoothing: input.smoothing = Float(Int(max(0, min(value, 10_000))))
            }
        }

        /// The connection of an oscillator or an envelope, whose depth a controller sets unless it
        /// is −1.
        func connection(
            _ source: Connection.Source,
            _ controller: Int,
            to target: OpcodeTarget
        ) -> Connection {
            Connection(
                source,
                to: target.parameter,
                amount: amount * target.scale,
                by: controller < 0 ? nil : input(scale: target.scale)
            )
        }

        /// The input with steps in another unit.
        func input(scale: Float) -> ControllerInput {
            var input = input
            input.step *= scale
            return input
        }
    }

    /// A place for movements: what moves, and by which controller.
    struct MovementKey: Hashable {
        let target: String
        let controller: Int
    }

    let keyOffset: Double
    var region: Region
    var articulation = Articulation()
    /// The volumes and amplitudes of levels: by opcode, as they override each other by name.
    var volumes: [String: Float] = [:]
    var amplitudes: [String: Float] = [:]
    var (tune, transpose): (Float, Float) = (0, 0)
    var movements: [MovementKey: Movement] = [:]
    /// The movements in the order in which they came.
    var order: [MovementKey] = []
    var lfos = OscillatorReader()
    var envelopes = EnvelopeReader()
    var variables = VariableReader()
    var velocityPoints: [Int: Double] = [:]
    /// By how much the position follows key and velocity: percent of each, and the key of the middle.
    var panTracking: (perKey: Float, keycenter: Float, velocity: Float) = (0, 60, 0)
    /// Whether an opcode is about a filter, and the word of its kind.
    var usesFilter = [false, false]
    var filterKinds: [String?] = [nil, nil]
    var fades: [Int: (inLow: Float, inHigh: Float, outLow: Float, outHigh: Float)] = [:]
    var fadesByFactor: Set<Int> = []
    var conditions: [Int: (low: Float, high: Float)] = [:]
    var starts: [Int: (low: Float, high: Float)] = [:]
    var lastSwitch: (low: Double?, high: Double?) = (nil, nil)
    var switchRange: (low: Double?, high: Double?) = (nil, nil)
    var switchDefault: Double?
    var loop: (start: Double?, end: Double?) = (nil, nil)
    var loopMode: String?
    var end: Double?
    var isReversed = false
    /// How often the sample is played, and its loop is repeated; 0 and `nil` for no number.
    var count = 0
    var loopCount: Int?
    var keycenterIsSamples = false
    var hasKeycenter = false
    var sample = ""
    var programs = 0...127
    var channels = 1...16
    var label: String?
    var lowKey = 0.0
    var highKey = 127.0
    var lowVelocity = 0.0
    var highVelocity = 127.0
    /// The opcodes that nothing was done about.
    private(set) var unknown: [SFZInstrument.Opcode] = []
    /// Those whose values are no numbers.
    private(set) var unreadable: [SFZInstrument.Opcode] = []

    /// Reads a region.
    init(_ written: SFZInstrument.Region) {
        keyOffset = Double(written.keyOffset)
        region = Region(sample: 0)
        // The default is half a turn's worth for neither: SFZ has none for the release but 1 ms.
        articulation.values[P.envelope(0) + P.release] = 0.001
        for opcode in written.opcodes where !take(opcode.name, opcode.value) {
            if Self.isNumber(opcode.name), Self.number(opcode.value) == nil {
                unreadable.append(opcode)
            } else {
                unknown.append(opcode)
            }
        }
        let oscillators = Set(lfos.used.dropFirst(P.mostOscillators))
        let envelopes = Set(envelopes.used.dropFirst(Articulation.mostFlexibleEnvelopes))
        let variables = variables.unplayable
        guard !oscillators.isEmpty || !envelopes.isEmpty || !variables.isEmpty else { return }
        // A voice has no more of them, and a connection no more controllers.
        unknown += written.opcodes.filter { opcode in
            if let (number, _) = OpcodeName.numbered(opcode.name, "lfo") {
                return oscillators.contains("lfo\(number)")
            }
            if let (number, _) = OpcodeName.numbered(opcode.name, "var") {
                return variables.contains(number)
            }
            let number = OpcodeName.numbered(opcode.name, "eg")?.number
            return number.map(envelopes.contains) ?? false
        }
    }

    // MARK: Values

    /// Whether an opcode's value has to be a number.
    private static func isNumber(_ name: String) -> Bool {
        let parts = OpcodeName(name)
        return OpcodeTarget.all[name] != nil
            || target(ofMovement: parts.part == nil ? name : parts.base) != nil
    }

    /// The number of a text; `nil` for one that is none.
    static func number(_ text: String) -> Double? {
        SFZValue.number(text).map { max(-1e9, min($0, 1e9)) }
    }

    /// The key of a text, moved with the file's.
    func key(_ text: String) -> Double? {
        guard let key = SFZValue.key(text).map({ max(-1_000, min($0, 1_000)) }) else { return nil }
        // Below 0 there is no key, however far keys are moved.
        return key < 0 ? -1 : key + keyOffset
    }

    /// Takes an opcode.
    ///
    /// - Returns: Whether it is known.
    private mutating func take(_ name: String, _ value: String) -> Bool {
        if takeWord(name, value) { return true }
        if let known = takeSelection(name, value) { return known }
        if name.hasPrefix("lfo") { return lfos.take(name, value) }
        if name.hasPrefix("eg"), OpcodeName.numbered(name, "eg") != nil {
            return envelopes.take(name, value)
        }
        if OpcodeName.numbered(name, "var") != nil { return takeVariable(name, value) }
        for prefix in ["amplfo", "pitchlfo", "fillfo"] where name.hasPrefix(prefix) {
            return lfos.takeOld(name, value, prefix)
        }
        return takeNumber(name, value)
    }

    private mutating func takeVariable(_ name: String, _ value: String) -> Bool {
        guard variables.take(name, value) else { return false }
        for band in 0..<3 where name.contains("_eq\(band + 1)") {
            articulation.equalizer[band] = articulation.equalizer[band] ?? .peak
        }
        return true
    }

    private mutating func takeNumber(_ name: String, _ value: String) -> Bool {
        let parts = OpcodeName(name)
        guard let number = Self.number(value) else {
            if name == "pitch_keycenter", value.lowercased() == "sample" {
                keycenterIsSamples = true
                return true
            }
            if let target = OpcodeTarget.all[name], target.reading == .key, let key = key(value) {
                set(target, key, name)
                return true
            }
            // The names of keys.
            return name.hasPrefix("xf") && takeFade(name, value)
        }
        if let part = parts.part {
            return move(parts.base, part, parts.controller, Float(number))
        }
        if let velocity = velocityTarget(name) {
            return move(velocity, .amount, ControllerNumber.velocity, Float(number))
        }
        if let pressure = pressureTarget(name) {
            return move(pressure.base, .amount, pressure.controller, Float(number))
        }
        switch name {
        case "volume", "gain", "group_volume", "master_volume", "global_volume":
            volumes[name == "gain" ? "volume" : name] = Float(number)
        case "amplitude", "group_amplitude", "master_amplitude", "global_amplitude":
            amplitudes[name] = Float(max(number, 0) / 100)
        case "tune", "pitch": tune = Float(number)
        case "transpose": transpose = Float(number)
        case "pan_keytrack": panTracking.perKey = Float(number)
        case "pan_veltrack": panTracking.velocity = Float(number)
        case "rt_dead": articulation.conditions.playsWhenSilent = number != 0
        default:
            guard let target = OpcodeTarget.all[name] else {
                return takeShape(name, number) || takeVelocityPoint(name, number)
                    || takeFade(name, value)
            }
            set(target, target.reading == .key ? key(value) ?? number : number, name)
        }
        return true
    }

    private mutating func set(_ target: OpcodeTarget, _ number: Double, _ name: String) {
        switch target.reading {
        case .number, .key: articulation.values[target.parameter] = Float(number) * target.scale
        case .hertz: articulation.values[target.parameter] = Self.cents(number)
        }
        if name == "pitch_keycenter" { (hasKeycenter, keycenterIsSamples) = (true, false) }
        for filter in 0..<2 {
            let first = P.filter(filter)
            if (first..<first + 7).contains(target.parameter) { usesFilter[filter] = true }
        }
        for band in 0..<3 where (P.band(band)..<P.band(band) + 5).contains(target.parameter) {
            articulation.equalizer[band] = articulation.equalizer[band] ?? .peak
        }
    }

    /// Takes the shape of a stage of an envelope: `ampeg_release_shape`.
    private mutating func takeShape(_ name: String, _ number: Double) -> Bool {
        let names = ["ampeg_", "fileg_", "pitcheg_"]
        guard name.hasSuffix("_shape"), let index = names.firstIndex(where: name.hasPrefix) else {
            return false
        }
        let stage: WritableKeyPath<EnvelopeShape, Float?>
        switch name.dropFirst(names[index].count).dropLast(6) {
        case "attack": stage = \.attack
        case "decay": stage = \.decay
        case "release": stage = \.release
        default: return false
        }
        articulation.envelopeShapes[index][keyPath: stage] = Float(number)
        return true
    }

    /// Cents above 1 Hz.
    static func cents(_ hertz: Double) -> Float {
        hertz > 0 ? Float(SFZValue.cents(hertz: hertz)) : -20_000
    }

    /// The name that the velocity moves: `ampeg_vel2attack` is `ampeg_attack`.
    private func velocityTarget(_ name: String) -> String? {
        for prefix in ["ampeg_", "fileg_", "pitcheg_"] {
            for word in ["vel2", "velto"] where name.hasPrefix(prefix + word) {
                return prefix + name.dropFirst(prefix.count + word.count)
            }
        }
        return nil
    }

    /// The name that a pressure moves: `cutoff_chanaft`.
    private func pressureTarget(_ name: String) -> (base: String, controller: Int)? {
        for (suffix, controller) in [
            ("_chanaft", ControllerNumber.channelPressure),
            ("_polyaft", ControllerNumber.keyPressure),
        ] where name.hasSuffix(suffix) {
            return (String(name.dropLast(suffix.count)), controller)
        }
        return nil
    }

    // MARK: Movements

    /// Notes that a controller moves a value.
    mutating func move(_ base: String, _ part: OpcodeName.Part, _ controller: Int, _ value: Float)
        -> Bool
    {
        if takeControllerFade(base, controller, value) { return true }
        guard Self.target(ofMovement: base) != nil else { return false }
        if base.hasPrefix("eq"), let band = OpcodeName.numbered(base, "eq")?.number, band <= 3 {
            articulation.equalizer[band - 1] = articulation.equalizer[band - 1] ?? .peak
        }
        let key = MovementKey(target: base, controller: controller)
        if movements[key] == nil { order.append(key) }
        var movement = movements[key] ?? Movement(input: ControllerInput(controller))
        movement.take(part, value)
        movements[key] = movement
        return true
    }

    /// The target of an opcode with a controller.
    static func target(ofMovement base: String) -> OpcodeTarget? {
        switch base {
        case "amplitude", "group_amplitude", "master_amplitude", "global_amplitude":
            OpcodeTarget(parameter: P.amplitude, scale: 0.01, movement: 0.01)
        case "group_volume", "master_volume", "global_volume":
            OpcodeTarget(parameter: P.volume, scale: 1, movement: 1)
        case "tune", "pitch": OpcodeTarget(parameter: P.pitch, scale: 1, movement: 1)
        case "transpose": OpcodeTarget(parameter: P.pitch, scale: 100, movement: 100)
        default: OpcodeTarget.all[base].flatMap { $0.movement != 0 ? $0 : nil }
        }
    }
}
