import Voices

/// Reads the opcodes of flexible envelopes, `egN_…`.
struct EnvelopeReader {
    /// A parameter that an envelope moves, and the controller that adds to it.
    struct Depth: Hashable {
        let envelope: Int
        let target: String
        /// −1 for none.
        let controller: Int
    }

    /// The depths, and the envelopes in the order in which they came.
    private(set) var depths: [Depth: RegionReader.Movement] = [:]
    private(set) var order: [Depth] = []
    private(set) var numbers: [Int] = []
    /// The envelopes that take the place of that of the amplitude.
    private(set) var ofAmplitude: Set<Int> = []
    private var points: [Int: [Int: FlexibleEnvelope.Point]] = [:]
    private var sustains: [Int: Int] = [:]

    /// The most points of an envelope.
    private static let mostPoints = 32

    /// The envelopes that move something, in the order in which they came.
    var used: [Int] {
        numbers.filter { number in
            ofAmplitude.contains(number) || order.contains { $0.envelope == number }
        }
    }

    /// The envelope of a number.
    func envelope(_ number: Int) -> FlexibleEnvelope {
        var envelope = FlexibleEnvelope()
        let points = points[number] ?? [:]
        let last = points.keys.max() ?? 0
        envelope.points = (0...last).map { points[$0] ?? FlexibleEnvelope.Point(time: 0, level: 0) }
        envelope.sustain = sustains[number] ?? 0
        return envelope
    }

    /// Takes an opcode.
    ///
    /// - Returns: Whether it is known.
    mutating func take(_ opcode: String, _ value: String) -> Bool {
        guard let (number, rest) = OpcodeName.numbered(opcode, "eg"), rest.hasPrefix("_"),
            let amount = RegionReader.number(value).map(Float.init)
        else { return false }
        let parts = OpcodeName(String(rest.dropFirst()))
        switch parts.base {
        case "sustain":
            sustains[number] = Int(max(0, min(amount, Float(Self.mostPoints))))
        case "ampeg":
            if amount != 0 { ofAmplitude.insert(number) } else { ofAmplitude.remove(number) }
        case "points": break
        case "dynamic": return amount == 0
        default:
            if takePoint(number, parts, amount) { break }
            guard OpcodeTarget.moved[parts.base] != nil || parts.base.hasPrefix("freq_lfo") else {
                return false
            }
            let depth = Depth(
                envelope: number,
                target: parts.base,
                controller: parts.part == nil ? -1 : parts.controller
            )
            if depths[depth] == nil { order.append(depth) }
            var known = depths[depth] ?? .init(input: ControllerInput(parts.controller))
            known.take(parts.part ?? .amount, amount)
            depths[depth] = known
        }
        if !numbers.contains(number) { numbers.append(number) }
        return true
    }

    private mutating func takePoint(_ number: Int, _ parts: OpcodeName, _ value: Float) -> Bool {
        for word in ["time", "level", "shape"] where parts.base.hasPrefix(word) {
            guard let index = Int(parts.base.dropFirst(word.count)),
                (0..<Self.mostPoints).contains(index)
            else { return false }
            var point =
                points[number, default: [:]][index]
                ?? FlexibleEnvelope.Point(time: 0, level: 0)
            switch (word, parts.part) {
            case ("time", nil): point.time = max(0, value)
            case ("level", nil): point.level = max(-1, min(value, 1))
            case ("shape", nil): point.shape = value
            case ("time", .amount?):
                (point.timeControl, point.timeAmount) = (ControllerInput(parts.controller), value)
            case ("level", .amount?):
                (point.levelControl, point.levelAmount) = (ControllerInput(parts.controller), value)
            default: return false
            }
            points[number, default: [:]][index] = point
            return true
        }
        return false
    }
}
