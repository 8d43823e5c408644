import Voices

/// Reads the opcodes of low-frequency oscillators, `lfoN_…` and those of SFZ 1.
struct OscillatorReader {
    private typealias P = ArticulationParameter

    /// A parameter that an oscillator moves, and the controller that adds to it.
    struct Depth: Hashable {
        let oscillator: String
        let target: String
        /// −1 for none.
        let controller: Int
    }

    /// A value of an oscillator that a controller adds to.
    struct Place: Hashable {
        let oscillator: String
        let parameter: Int
        let controller: Int
    }

    /// The depths, and the oscillators in the order in which they came.
    private(set) var depths: [Depth: RegionReader.Movement] = [:]
    private(set) var order: [Depth] = []
    private(set) var names: [String] = []
    /// The values of `rate`, `oscillatorDelay`, `fade` and `phase`, by oscillator.
    private(set) var values: [String: [Int: Float]] = [:]
    /// The movements that controllers add to them.
    private(set) var movements: [(Place, RegionReader.Movement)] = []
    private var parts: [String: [Int: OscillatorShape.Part]] = [:]
    private var counts: [String: UInt32] = [:]
    private var steps: [String: [Float]] = [:]

    /// The most steps of a period.
    private static let mostSteps = 128

    private static let times: [String: Int] = [
        "freq": P.rate, "delay": P.oscillatorDelay, "fade": P.fade, "phase": P.phase,
    ]

    /// The oscillators that move something, in the order in which they came.
    var used: [String] { names.filter { name in order.contains { $0.oscillator == name } } }

    /// The waves of an oscillator.
    func shape(_ name: String) -> OscillatorShape {
        let isOld = !name.hasPrefix("lfo")
        let list = (parts[name] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
        var shape = OscillatorShape(list.isEmpty ? [.init(isOld ? .sine : .triangle)] : list)
        // Without any, the first wave is silent.
        shape.steps = steps[name].map { $0.isEmpty ? [0] : $0 } ?? []
        shape.count = counts[name] ?? 0
        return shape
    }

    private mutating func note(_ name: String) {
        if !names.contains(name) { names.append(name) }
    }

    /// Takes an opcode of an oscillator with a number.
    ///
    /// - Returns: Whether it is known.
    mutating func take(_ opcode: String, _ value: String) -> Bool {
        guard let (number, rest) = OpcodeName.numbered(opcode, "lfo"), rest.hasPrefix("_"),
            let amount = RegionReader.number(value).map(Float.init)
        else { return false }
        let name = "lfo\(number)"
        let parts = OpcodeName(String(rest.dropFirst()))
        if take(name, parts, amount) { return true }
        guard parts.part == nil else { return false }
        return takeWave(name, parts.base, amount)
    }

    private mutating func takeWave(_ name: String, _ opcode: String, _ value: Float) -> Bool {
        if opcode == "count" {
            counts[name] = UInt32(max(0, min(value, 1e6)))
            note(name)
            return true
        }
        if opcode.hasPrefix("step") { return takeStep(name, opcode.dropFirst(4), value) }
        for word in ["wave", "offset", "ratio", "scale"] where opcode.hasPrefix(word) {
            let suffix = opcode.dropFirst(word.count)
            guard let index = suffix.isEmpty ? 1 : Int(suffix), (1...8).contains(index) else {
                return false
            }
            var part = parts[name, default: [:]][index] ?? OscillatorShape.Part()
            switch word {
            case "wave":
                let number = UInt8(max(0, min(value, 255)))
                part.wave = OscillatorShape.Wave(rawValue: number) ?? .triangle
            case "offset": part.offset = value
            case "ratio": part.ratio = value
            default: part.scale = value
            }
            parts[name, default: [:]][index] = part
            note(name)
            return true
        }
        return false
    }

    /// Takes the number of steps (`s`), or one of them (`1` …), which adds those that are missing.
    private mutating func takeStep(_ name: String, _ suffix: Substring, _ value: Float) -> Bool {
        var list = steps[name] ?? []
        if suffix == "s" {
            let count = Int(max(0, min(value, Float(Self.mostSteps))))
            list = Array((list + Array(repeating: 0, count: Self.mostSteps)).prefix(count))
        } else {
            guard let number = Int(suffix), (1...Self.mostSteps).contains(number) else {
                return false
            }
            list += Array(repeating: 0, count: max(0, number - list.count))
            list[number - 1] = value / 100
        }
        steps[name] = list
        // They are the first wave.
        parts[name, default: [:]][1] = parts[name]?[1] ?? OscillatorShape.Part()
        note(name)
        return true
    }

    /// Takes an opcode of SFZ 1: `pitchlfo_depthcc1`.
    mutating func takeOld(_ opcode: String, _ value: String, _ prefix: String) -> Bool {
        guard let amount = RegionReader.number(value).map(Float.init) else { return false }
        let target =
            switch prefix {
            case "amplfo": "volume"
            case "pitchlfo": "pitch"
            default: "cutoff"
            }
        var rest = String(opcode.dropFirst(prefix.count))
        guard rest.hasPrefix("_") else { return false }
        rest.removeFirst()
        for (suffix, controller) in [
            ("chanaft", ControllerNumber.channelPressure),
            ("polyaft", ControllerNumber.keyPressure),
        ] where rest.hasSuffix(suffix) {
            let base = rest.dropLast(suffix.count)
            rest = (base.hasSuffix("_") ? base.dropLast() : base) + "_oncc\(controller)"
        }
        let parts = OpcodeName(rest)
        if parts.base == "depth" {
            return setDepth(prefix, target, parts, amount)
        }
        return take(prefix, parts, amount)
    }

    private mutating func take(_ name: String, _ parts: OpcodeName, _ amount: Float) -> Bool {
        if let time = Self.times[parts.base] {
            note(name)
            guard let part = parts.part else {
                values[name, default: [:]][time] = amount
                return true
            }
            let place = Place(oscillator: name, parameter: time, controller: parts.controller)
            let index = movements.firstIndex { $0.0 == place } ?? movements.count
            if index == movements.count {
                movements.append((place, .init(input: ControllerInput(parts.controller))))
            }
            movements[index].1.take(part, amount)
            return true
        }
        if parts.base.hasPrefix("freq_lfo") { return setDepth(name, parts.base, parts, amount) }
        guard OpcodeTarget.moved[parts.base] != nil else { return false }
        return setDepth(name, parts.base, parts, amount)
    }

    private mutating func setDepth(
        _ name: String,
        _ target: String,
        _ parts: OpcodeName,
        _ amount: Float
    ) -> Bool {
        note(name)
        let depth = Depth(
            oscillator: name,
            target: target,
            controller: parts.part == nil ? -1 : parts.controller
        )
        if depths[depth] == nil { order.append(depth) }
        var known = depths[depth] ?? .init(input: ControllerInput(parts.controller))
        known.take(parts.part ?? .amount, amount)
        depths[depth] = known
        return true
    }
}
