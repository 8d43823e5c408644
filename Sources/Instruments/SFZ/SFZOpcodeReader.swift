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
            if let condition = condition(name, value) {
                return SFZSetting(opcode: .trigger, value: condition, position: position)
            }
            tell(name, value, position, &log)
            return nil
        }
        if opcode.isText {
            let text = opcode == .sample ? value.replacingBackslashes : value.lowercased()
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
        guard !opcode.isNoteRange else {
            log.add(.warning, position, name, expected)
            return number
        }
        log.add(.warning, position, name, "\(expected); \(Int(nearest)) is played")
        return nearest
    }

    /// A number at the start of a value, or a key's name.
    private static func number(_ value: String, isKey: Bool) -> Double? {
        let word = value.prefix { !$0.isWhitespace }
        if let number = Double(word), number.isFinite { return number }
        if isKey, let key = NoteName.key(word) { return Double(key) }
        // Numbers with a unit behind them, such as `100ms` or `3dB`.
        let digits = word.prefix { $0.isNumber || ".+-".contains($0) }
        guard !isKey, digits.count < word.count, let number = Double(digits) else { return nil }
        return number.isFinite ? number : nil
    }

    /// The condition on a controller: `locc64`, `hihdcc1`.
    private static func condition(_ name: String, _ value: String) -> SFZSetting.Value? {
        for (prefix, isLower, scale) in [
            ("locc", true, 1.0), ("hicc", false, 1), ("lohdcc", true, 127), ("hihdcc", false, 127),
        ] where name.hasPrefix(prefix) {
            guard let controller = Int(name.dropFirst(prefix.count)), let value = Double(value)
            else { return nil }
            return .condition(controller: controller, isLower: isLower, value: value * scale)
        }
        return nil
    }

    /// Values at which an opcode changes nothing; 0 for the others.
    private static let neutral: [String: String] = [
        "width": "100", "bend_up": "200", "bend_down": "-200", "off_mode": "fast",
        "direction": "forward", "loop_type": "forward", "hichan": "16", "lochan": "1",
        "hibend": "8192", "lobend": "-8192", "hiprog": "127", "hichanaft": "127",
        "hipolyaft": "127", "hibpm": "500", "xfout_lovel": "127", "xfout_hivel": "127",
        "xfout_lokey": "127", "xfout_hikey": "127", "amp_velcurve_127": "1",
        "amp_velcurve_1": "0", "sustain_sw": "1", "sostenuto_sw": "1",
    ]

    /// Opcodes that nothing is heard of: names for the eye, and the range of key switches.
    private static let silent: Set<String> = [
        "sw_lokey", "sw_hikey", "sw_label", "region_label", "group_label", "master_label",
        "global_label", "sample_quality", "sample_fadeout",
    ]

    private static func tell(
        _ name: String,
        _ value: String,
        _ position: InstrumentPosition,
        _ log: inout InstrumentLog
    ) {
        guard !silent.contains(name), !isNeutral(name, value) else { return }
        log.addOnce(.warning, position, String(name.prefix(60)), "not supported")
    }

    private static func isNeutral(_ name: String, _ value: String) -> Bool {
        if let neutral = neutral[name] {
            if value.lowercased() == neutral { return true }
            guard let a = Double(value), let b = Double(neutral) else { return false }
            return a == b
        }
        return Double(value) == 0
    }
}
