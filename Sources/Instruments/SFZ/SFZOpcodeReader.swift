/// Reads the value of an opcode, and tells what is not carried out.
enum SFZOpcodeReader {
    /// The setting of an opcode; `nil` where it is left out.
    static func setting(
        _ name: String,
        _ value: String,
        _ position: InstrumentPosition,
        _ control: SFZControl,
        _ log: inout InstrumentLog
    ) -> SFZSetting? {
        guard let opcode = SFZOpcode(name: name) else {
            if let setting = numbered(name, value, position, &log) { return setting }
            SFZUnsupported.tell(name, value, position, &log)
            return nil
        }
        if opcode.isText {
            let text =
                switch opcode {
                case .sample: value.unquoted.replacingBackslashes
                case .masterLabel, .groupLabel: value.unquoted
                default: value.lowercased()
                }
            return SFZSetting(opcode: opcode, value: .text(text), position: position)
        }
        if opcode == .pitchKeycenter, value.lowercased() == "sample" {
            return SFZSetting(opcode: opcode, value: .number(-128), position: position)
        }
        if opcode == .offBy, value.lowercased() == "normal" { return nil }
        guard var number = number(value, isKey: opcode.isKey) else {
            log.add(
                .warning,
                position,
                name,
                "'\(value.prefix(40))', expected a \(opcode.isKey ? "key" : "number"); left out"
            )
            return nil
        }
        number = played(number, opcode, name, value, position, &log)
        // Below 0 there is no key, however far keys are moved.
        if opcode.isKey { number = number < 0 ? -.infinity : number + Double(control.keyOffset) }
        return SFZSetting(opcode: opcode, value: .number(number), position: position)
    }

    /// The number that is played for one: the nearest that is in the opcode's range.
    private static func played(
        _ number: Double,
        _ opcode: SFZOpcode,
        _ name: String,
        _ value: String,
        _ position: InstrumentPosition,
        _ log: inout InstrumentLog
    ) -> Double {
        guard let range = opcode.range else { return number }
        let nearest = min(max(number, Double(range.lowerBound)), Double(range.upperBound))
        guard nearest != number else { return number }
        let expected = "'\(value.prefix(40))', expected \(range.lowerBound) to \(range.upperBound)"
        // A range that begins above the highest note has none.
        if [.key, .lokey, .lovel].contains(opcode), number > nearest {
            log.addOnce(.warning, position, name, expected)
            return number
        }
        log.addOnce(.warning, position, name, "\(expected); \(Int(nearest)) is played")
        return nearest
    }

    /// A number at the start of a value, or a key's name.
    static func number(_ value: String, isKey: Bool) -> Double? {
        let word = value.prefix { !$0.isWhitespace }
        if let number = Double(word), number.isFinite { return number }
        if isKey, let key = NoteName.key(word) { return Double(key) }
        // Numbers with a unit behind them, such as `100ms` or `3dB`.
        let digits = word.prefix { $0.isNumber || ".+-".contains($0) }
        guard digits.count < word.count, let number = Double(digits) else { return nil }
        return number.isFinite ? number : nil
    }

    /// An opcode with a number in its name: that of a controller, or a velocity.
    private static func numbered(
        _ name: String,
        _ value: String,
        _ position: InstrumentPosition,
        _ log: inout InstrumentLog
    ) -> SFZSetting? {
        guard let number = number(value, isKey: false) else { return nil }
        func setting(_ opcode: SFZOpcode, _ value: SFZSetting.Value) -> SFZSetting {
            SFZSetting(opcode: opcode, value: value, position: position)
        }
        if let condition = condition(name, number) { return setting(.trigger, condition) }
        if name.hasPrefix("amp_velcurve_"), let velocity = Int(name.dropFirst(13)),
            (0...127).contains(velocity)
        {
            let factor = min(max(number, 0), 1)
            return setting(.ampVelcurve, .velocityPoint(velocity: velocity, factor: factor))
        }
        for end in SFZCrossfade.End.allCases where name.hasPrefix(end.rawValue + "cc") {
            guard let controller = Int(name.dropFirst(end.rawValue.count + 2)) else { return nil }
            log.collect(.movingControllers, position, name)
            return setting(.amplitude, .crossfade(controller: controller, end: end, value: number))
        }
        guard let (opcode, part, controller) = SFZModulation.parse(name) else { return nil }
        if !opcode.isControlled(by: controller), controller != SFZModulation.Source.velocity,
            number != 0, part != .curve, part != .smoothing
        {
            log.collect(.movingControllers, position, name)
        }
        let limited = min(max(number, -1e9), 1e9)
        return setting(opcode, .modulation(controller: controller, part: part, value: limited))
    }

    /// Conditions on sources other than MIDI controllers, as ARIA numbers them, and their values.
    private static let conditions: [(name: String, controller: Int, scale: Double)] = [
        ("bend", 128, 1), ("chanaft", 129, 1), ("polyaft", 130, 1), ("bpm", 1_000, 1),
        ("hdcc", -1, 127), ("realcc", -1, 127), ("cc", -1, 1),
    ]

    /// The condition on a controller: `locc64`, `hihdcc1`, `lobend`.
    private static func condition(_ name: String, _ value: Double) -> SFZSetting.Value? {
        let isLower = name.hasPrefix("lo")
        guard isLower || name.hasPrefix("hi") else { return nil }
        let rest = name.dropFirst(2)
        for (name, controller, scale) in conditions where rest.hasPrefix(name) {
            let number = Int(rest.dropFirst(name.count))
            guard controller < 0 ? number != nil : rest == name else { continue }
            return .condition(
                controller: number ?? controller,
                isLower: isLower,
                value: value * scale
            )
        }
        return nil
    }
}
