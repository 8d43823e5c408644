import Instruments
import Voices

/// The opcodes that say when a region plays, and the words.
extension RegionReader {
    private typealias P = ArticulationParameter

    /// Takes an opcode whose value is a word.
    ///
    /// - Returns: Whether it is one.
    mutating func takeWord(_ name: String, _ value: String) -> Bool {
        let word = value.lowercased()
        switch name {
        case "sample":
            sample = value
            return SampleIndices.isKnown(value)
        case "loop_mode", "loopmode": loopMode = word
        case "fil_type", "filtype", "fil1_type", "fil2_type":
            // One that is not known changes nothing, and is told.
            filterKinds[name == "fil2_type" ? 1 : 0] = word
            return word == "none" || Self.filters[word] != nil
        case "xf_keycurve": setFade(word, [ControllerNumber.key])
        case "xf_velcurve": setFade(word, [ControllerNumber.velocity])
        case "xf_cccurve": setFade(word, [-1])
        case "off_mode", "offmode":
            articulation.conditions.offMode =
                word == "normal" ? .normal : word == "time" ? .time : .fast
            return ["normal", "time", "fast"].contains(word)
        case "trigger":
            guard let trigger = Self.triggers[word] else { return false }
            articulation.conditions.trigger = trigger
        case "sw_vel": articulation.conditions.takesPreviousVelocity = word == "previous"
        case "note_selfmask": articulation.conditions.masksSofter = word != "off"
        case "rt_dead": articulation.conditions.playsWhenSilent = word == "on" || word == "1"
        case "sustain_sw": articulation.conditions.followsSustain = word == "on" || word == "1"
        case "sostenuto_sw":
            articulation.conditions.followsSostenuto = word == "on" || word == "1"
        case "group_label", "master_label", "region_label", "sw_label", "global_label":
            if name == "master_label" || name == "group_label" { label = label ?? value }
        case "direction":
            isReversed = word == "reverse"
            return isReversed || word == "forward"
        case "image", "md5", "sample_quality", "sample_fadeout", "default_path", "loop_type":
            return name != "loop_type" || word == "forward"
        default:
            guard let (band, rest) = OpcodeName.numbered(name, "eq"), rest == "_type",
                (1...3).contains(band)
            else { return name.hasPrefix("label_") || name.hasPrefix("hint_") }
            articulation.equalizer[band - 1] =
                word == "lshelf" ? .lowShelf : word == "hshelf" ? .highShelf : .peak
        }
        return true
    }

    private mutating func setFade(_ word: String, _ controllers: [Int]) {
        for controller in controllers {
            if word == "gain" {
                fadesByFactor.insert(controller)
            } else {
                fadesByFactor.remove(controller)
            }
        }
    }

    private static let triggers: [String: RegionConditions.Trigger] = [
        "attack": .attack, "release": .release, "release_key": .releaseKey, "first": .first,
        "legato": .legato,
    ]

    private static let filters: [String: FilterKind] = [
        "lpf_1p": .lowPass1, "lpf_2p": .lowPass2, "lpf_4p": .lowPass4, "lpf_6p": .lowPass6,
        "hpf_1p": .highPass1, "hpf_2p": .highPass2, "hpf_4p": .highPass4, "hpf_6p": .highPass6,
        "bpf_1p": .bandPass1, "bpf_2p": .bandPass2, "bpf_4p": .bandPass4, "bpf_6p": .bandPass6,
        "brf_1p": .bandStop2, "brf_2p": .bandStop2,
        "apf_1p": .allPass1, "lpf_2p_sv": .stateLowPass2, "hpf_2p_sv": .stateHighPass2,
        "bpf_2p_sv": .stateBandPass2, "brf_2p_sv": .stateBandStop2, "lsh": .lowShelf,
        "hsh": .highShelf, "pink": .pink, "peq": .peak, "pkf_2p": .peak, "bpk_2p": .peak,
    ]

    /// The kind of a filter; `nil` for none, and for one that is not known.
    func filter(_ index: Int) -> FilterKind? {
        guard let word = filterKinds[index] else { return usesFilter[index] ? .lowPass2 : nil }
        return Self.filters[word]
    }

    /// Takes an opcode that says when the region plays.
    ///
    /// - Returns: Whether its value could be read; `nil` for another opcode.
    mutating func takeSelection(_ name: String, _ value: String) -> Bool? {
        if let keyed = takeKey(name, value) { return keyed }
        if let controlled = takeCondition(name, value) { return controlled }
        guard let number = Self.number(value) else {
            if name == "off_by" || name == "offby" {
                articulation.conditions.offBy = nil
                return true
            }
            return nil
        }
        let whole = Int(max(-1e9, min(number, 1e9)))
        switch name {
        case "lovel": lowVelocity = number
        case "hivel": highVelocity = number
        case "lorand": articulation.conditions.random = Self.range(number, nil, articulation)
        case "hirand": articulation.conditions.random = Self.range(nil, number, articulation)
        case "seq_length": articulation.conditions.turnCount = UInt16(clamping: max(1, whole))
        case "seq_position": articulation.conditions.turn = UInt16(clamping: whole - 1)
        case "group", "polyphony_group": articulation.conditions.group = Int32(clamping: whole)
        case "off_by", "offby": articulation.conditions.offBy = Int32(clamping: whole)
        case "off_time":
            articulation.conditions.offTime = Float(number)
            articulation.conditions.offMode = .time
        case "polyphony": articulation.conditions.polyphony = UInt16(clamping: whole)
        case "note_polyphony": articulation.conditions.notePolyphony = UInt16(clamping: whole)
        case "sustain_lo":
            articulation.conditions.sustainThreshold = Float(max(0.5, number) / 127)
        case "sustain_cc": articulation.conditions.sustainController = UInt8(clamping: whole)
        case "ampeg_dynamic": articulation.hasDynamicEnvelope[0] = number != 0
        case "fileg_dynamic": articulation.hasDynamicEnvelope[1] = number != 0
        case "pitcheg_dynamic": articulation.hasDynamicEnvelope[2] = number != 0
        case "end": end = number
        case "count":
            count = max(0, whole)
            // What comes later in the file counts.
            if count > 0 { loopMode = "one_shot" }
        case "loop_count": loopCount = whole < 0 ? nil : whole
        case "loop_start", "loopstart": loop.start = number
        case "loop_end", "loopend": loop.end = number
        case "loprog": programs = min(max(whole, 0), programs.upperBound)...programs.upperBound
        case "hiprog": programs = programs.lowerBound...max(programs.lowerBound, min(whole, 127))
        case "lochan": channels = min(max(whole, 1), channels.upperBound)...channels.upperBound
        case "hichan": channels = channels.lowerBound...max(channels.lowerBound, min(whole, 16))
        default: return nil
        }
        return true
    }

    private static func range(
        _ low: Double?,
        _ high: Double?,
        _ articulation: Articulation
    ) -> Range<Float> {
        let known = articulation.conditions.random
        let (low, high) = (
            low.map(Float.init) ?? known.lowerBound, high.map(Float.init) ?? known.upperBound
        )
        return low..<max(low, high)
    }

    private mutating func takeKey(_ name: String, _ value: String) -> Bool? {
        guard
            [
                "lokey", "hikey", "key", "sw_last", "sw_lolast", "sw_hilast", "sw_down", "sw_up",
                "sw_previous", "sw_default", "sw_lokey", "sw_hikey", "pan_keycenter",
            ].contains(name)
        else { return nil }
        guard let key = key(value) else { return false }
        let number = UInt8(clamping: Int(key))
        switch name {
        case "lokey": lowKey = key
        case "hikey": highKey = key
        case "key":
            (lowKey, highKey) = (key, key)
            articulation.values[P.pitchKeycenter] = Float(max(key, 0))
            (hasKeycenter, keycenterIsSamples) = (true, false)
        case "pan_keycenter": panTracking.keycenter = Float(key)
        case "sw_last": lastSwitch = (key, key)
        case "sw_lolast": lastSwitch.low = key
        case "sw_hilast": lastSwitch.high = key
        case "sw_down": articulation.conditions.switchDown = number
        case "sw_up": articulation.conditions.switchUp = number
        case "sw_previous": articulation.conditions.switchPrevious = number
        case "sw_default": switchDefault = key
        case "sw_lokey": switchRange.low = key
        default: switchRange.high = key
        }
        return true
    }

    /// Conditions on what is no MIDI controller: the name behind `lo` or `hi`, the controller, the
    /// value that is 1.
    private static let inputs: [(name: String, controller: Int, full: Double)] = [
        ("bend", ControllerNumber.wheel, 8_192),
        ("chanaft", ControllerNumber.channelPressure, 127),
        ("polyaft", ControllerNumber.keyPressure, 127),
    ]

    private mutating func takeCondition(_ name: String, _ value: String) -> Bool? {
        var rest = name[...]
        var isStart = false
        for prefix in ["on_", "start_"] where rest.hasPrefix(prefix) {
            rest = rest.dropFirst(prefix.count)
            isStart = true
        }
        let isLow = rest.hasPrefix("lo")
        guard isLow || rest.hasPrefix("hi") else { return nil }
        rest = rest.dropFirst(2)
        var found: (controller: Int, full: Double)?
        for (prefix, full) in [("hdcc", 1.0), ("realcc", 1), ("cc", 127)]
        where rest.hasPrefix(prefix) {
            if let number = Int(rest.dropFirst(prefix.count)), (0..<512).contains(number) {
                found = (number, full)
            }
        }
        if let input = Self.inputs.first(where: { $0.name == rest }) {
            found = (input.controller, input.full)
        }
        guard let found else { return nil }
        guard let number = Self.number(value) else { return false }
        // Values between two of MIDI's belong to the lower one.
        let isWhole = found.full == 127
        let bound = Float((isWhole && !isLow && number < 127 ? number + 0.9 : number) / found.full)
        let none: (low: Float, high: Float) = (
            found.controller == ControllerNumber.wheel ? -1 : 0, 1
        )
        if isStart {
            var range = starts[found.controller] ?? none
            if isLow { range.low = bound } else { range.high = bound }
            starts[found.controller] = range
        } else {
            var range = conditions[found.controller] ?? none
            if isLow { range.low = bound } else { range.high = bound }
            conditions[found.controller] = range
        }
        return true
    }

    // MARK: Curves and fades

    mutating func takeVelocityPoint(_ name: String, _ number: Double) -> Bool {
        guard name.hasPrefix("amp_velcurve_"), let velocity = Int(name.dropFirst(13)),
            (0...127).contains(velocity)
        else { return false }
        velocityPoints[velocity] = max(0, min(number, 1))
        return true
    }

    /// Takes a fade by keys or velocities: `xfin_lokey`.
    mutating func takeFade(_ name: String, _ value: String) -> Bool {
        let end = String(name.dropLast(3))
        if name.hasSuffix("key"), let key = key(value) {
            return setFade(end, ControllerNumber.key, Float(key))
        }
        guard name.hasSuffix("vel"), let velocity = Self.number(value) else { return false }
        return setFade(end, ControllerNumber.velocity, Float(velocity))
    }

    /// Takes a fade by a controller: `xfin_locc1`, whose base is `xfin_lo`.
    mutating func takeControllerFade(_ base: String, _ controller: Int, _ value: Float) -> Bool {
        base.hasPrefix("xf") && setFade(base, controller, value)
    }

    private mutating func setFade(_ end: String, _ controller: Int, _ value: Float) -> Bool {
        var fade = fades[controller] ?? (0, 0, 1, 1)
        let part = value / 127
        switch end {
        case "xfin_lo": fade.inLow = part
        case "xfin_hi": fade.inHigh = part
        case "xfout_lo": fade.outLow = part
        case "xfout_hi": fade.outHigh = part
        default: return false
        }
        fades[controller] = fade
        return true
    }
}
