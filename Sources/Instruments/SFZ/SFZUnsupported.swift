/// Tells what is not carried out, in groups.
enum SFZUnsupported {
    /// Values at which an opcode changes nothing; 0 for the others.
    private static let neutral: [String: String] = [
        "width": "100", "bend_up": "200", "bend_down": "-200", "off_mode": "fast",
        "direction": "forward", "loop_type": "forward", "hichanaft": "127", "hipolyaft": "127",
        "sustain_sw": "1", "sostenuto_sw": "1", "oscillator": "off", "xf_cccurve": "power",
    ]

    /// Opcodes that nothing is heard of: names for the eye, and the range of key switches.
    private static let silent: Set<String> = [
        "sw_lokey", "sw_hikey", "sw_label", "region_label", "global_label", "sample_quality",
        "sample_fadeout", "image", "md5",
    ]

    static func tell(
        _ name: String,
        _ value: String,
        _ position: InstrumentPosition,
        _ log: inout InstrumentLog
    ) {
        guard !silent.contains(name), !isNeutral(name, value) else { return }
        log.collect(group(of: name), position, name)
    }

    private static func isNeutral(_ name: String, _ value: String) -> Bool {
        if let neutral = neutral[name] {
            if value.lowercased() == neutral { return true }
            guard let a = Double(value), let b = Double(neutral) else { return false }
            return a == b
        }
        return Double(value) == 0
    }

    /// The group of an opcode.
    private static func group(of name: String) -> InstrumentLog.Group {
        func begins(_ prefixes: String...) -> Bool { prefixes.contains { name.hasPrefix($0) } }
        func isNumbered(_ prefix: String) -> Bool {
            name.hasPrefix(prefix) && name.dropFirst(prefix.count).first?.isNumber == true
        }
        if isNumbered("eq") { return .equalizers }
        if isNumbered("eg") || isNumbered("lfo") { return .flexibleModulation }
        if isNumbered("fil") || begins("cutoff", "resonance", "fil_gain") { return .filters }
        if name.hasSuffix("_random") { return .randomChanges }
        if name.contains("_vel2") || name.contains("_velto") { return .velocityModulation }
        if name.hasSuffix("aft") || begins("bend") { return .pressureAndBend }
        if begins("start_", "on_", "stop_") { return .controllerTriggers }
        if begins("sw_") { return .keySwitches }
        if begins("rt_") { return .releaseTriggers }
        if begins("polyphony", "note_", "off_") { return .voiceLimits }
        if begins("effect", "bus", "type", "fx") { return .effects }
        return .others
    }
}

extension InstrumentLog {
    /// The groups of opcodes that are told in one line.
    enum Group: String, CaseIterable {
        case controllerTriggers = "for regions that a controller triggers"
        case keySwitches = "for key switches"
        case releaseTriggers = "for release triggers"
        case movingControllers = "for controllers"
        case flexibleModulation = "for envelopes and oscillators of ARIA (egN, lfoN)"
        case equalizers = "for equalizers"
        case filters = "for further filters"
        case velocityModulation = "for envelopes and equalizers that follow the velocity"
        case pressureAndBend = "for pressure and pitch bend"
        case randomChanges = "for random changes"
        case voiceLimits = "for the number and the end of voices"
        case effects = "for effects"
        case others = "of other kinds"

        /// The substitute that plays instead.
        var remedy: String {
            switch self {
            case .movingControllers: "played at the values that controllers have at first"
            default: "not supported"
            }
        }
    }
}
