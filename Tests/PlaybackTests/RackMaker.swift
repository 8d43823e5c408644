import Effects
import SamplerHost
import TestSupport

/// Random racks, valid ones, whose texts are awkward.
struct RackMaker {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func rack() -> RackSettings {
        var rack = RackSettings(samplers: [])
        for number in 0..<Int.random(in: 0...4, using: &random) {
            rack.samplers.append(sampler("\(text()) \(number)"))
        }
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            rack.rules.append(rule(rack.samplers.map(\.name)))
        }
        for number in 0..<Int.random(in: 0...2, using: &random) {
            rack.programs.append(
                PartPreset(
                    chance(2) ? .trackName("\(text()) \(number)") : .all,
                    channels: chance(2) ? .max : 1 << UInt16.random(in: 0..<16, using: &random),
                    preset: .init(bank: .random(in: 0...16_383, using: &random), program: number)
                )
            )
        }
        if chance(2) { rack.fallback = sampler(text() + "fallback") }
        for name in ["main", "hall", "tiny room"] where chance(3) {
            var effects = EffectsSettings()
            effects.reverb?.roomSize = .random(in: 0...1, using: &random)
            effects.chorus?.speed = .random(in: 0.1...5, using: &random)
            if chance(4) { effects.reverb = nil }
            if chance(4) { effects.chorus = nil }
            rack.effects[name] = effects
        }
        for index in rack.samplers.indices where chance(2) {
            rack.samplers[index].effects = rack.effects.keys.sorted().randomElement(using: &random)
        }
        if chance(3) { rack.drumChannels = UInt16.random(in: 0 ... .max, using: &random) }
        return rack
    }

    private mutating func sampler(_ name: String) -> RackSettings.Sampler {
        var settings = SamplerSettings(fonts: [])
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            settings.fonts.append(
                SoundFontReference(
                    path: "/" + text(),
                    bankOffset: chance(2) ? 0 : Int.random(in: 1...16_383, using: &random)
                )
            )
        }
        settings.halfPedal = Bool.random(using: &random)
        settings.noteCut = NoteCut.allCases.randomElement(using: &random) ?? .off
        settings.bankMode = BankMode.allCases.randomElement(using: &random) ?? .gs
        settings.polyphony = chance(2) ? 512 : Int.random(in: 1...65_535, using: &random)
        settings.shards = Int.random(in: 1...16, using: &random)
        settings.tuning = tuning(canHaveMapping: true)
        var sampler = RackSettings.Sampler(name: name, settings: settings)
        sampler.strip = strip()
        for channel in UInt8.min..<16 where chance(8) {
            sampler.channels[channel] = strip()
            let tuning = tuning(canHaveMapping: false)
            if !tuning.isDefault, settings.tuning.mapping == nil {
                sampler.channelTunings[channel] = tuning
            }
        }
        return sampler
    }

    private mutating func tuning(canHaveMapping: Bool) -> TuningSettings {
        var tuning = TuningSettings()
        if chance(3) { tuning.scale = "/\(text()).scl" }
        if canHaveMapping, tuning.scale != nil, chance(2) {
            tuning.mapping = "/\(text()).kbm"
        } else if chance(3) {
            tuning.a4 = Double.random(in: 330...590, using: &random)
        }
        return tuning
    }

    private mutating func strip() -> StripSettings {
        var strip = StripSettings()
        strip.gain = level()
        strip.pan = number(-100...100)
        strip.isMuted = chance(3)
        strip.isSoloed = chance(3)
        strip.reverbSend = level()
        strip.chorusSend = level()
        strip.transpose = chance(2) ? 0 : Int.random(in: -24...24, using: &random)
        strip.fineTune = number(-100...100)
        return strip
    }

    private mutating func rule(_ samplers: [String]) -> RoutingRule {
        var rule = RoutingRule(source: source(), destinations: [])
        if chance(2) {
            rule.channels =
                chance(2)
                ? 1 << UInt16.random(in: 0..<16, using: &random)
                : UInt16.random(in: 1 ... .max, using: &random)
        }
        if chance(2) { rule.keys = range(0) }
        if chance(2) { rule.velocities = range(1) }
        if chance(2) {
            rule.kinds = MessageKinds(rawValue: UInt8.random(in: 0...63, using: &random))
        }
        let canChange = !samplers.isEmpty && chance(2)
        if canChange { rule.changes = (0..<3).map { change(UInt8($0)) } }
        for _ in 0..<Int.random(in: canChange ? 1...4 : 0...4, using: &random) {
            guard let name = samplers.randomElement(using: &random) else { break }
            rule.destinations.append(destination(name))
        }
        return rule
    }

    private mutating func source() -> RoutingSource {
        switch Int.random(in: 0...7, using: &random) {
        case 7: .deviceName(text())
        case 0: .all
        case 1: .track(Int.random(in: 1...65_535, using: &random))
        case 2: .trackName(text())
        case 3: .port(Int.random(in: 1...256, using: &random))
        case 4: .input(Int.random(in: 1...16, using: &random))
        case 5: .inputName(text())
        default: .socket
        }
    }

    /// A change of a source that each number has of its own.
    private mutating func change(_ number: UInt8) -> ControllerChange {
        func value() -> UInt8 { UInt8.random(in: 0...127, using: &random) }
        let targets: [ControllerChange.Target] = [
            .controller(value() % 120), .program, .pressure, .nothing,
        ]
        let sources: [ControllerChange.Source] = [
            .controller(number), .key(number * 40 + value() % 40),
            [.pressure, .keyPressure, .controller(119)][Int(number)],
        ]
        let (source, target) = (
            sources.randomElement(using: &random) ?? .pressure,
            targets.randomElement(using: &random) ?? .pressure
        )
        var change = ControllerChange(source, to: target)
        let low = UInt8.random(in: 0...126, using: &random)
        if chance(2) { change.values = low...UInt8.random(in: (low + 1)...127, using: &random) }
        if target != .nothing, chance(2) { (change.first, change.last) = (value(), value()) }
        return change
    }

    private mutating func destination(_ name: String) -> RoutingDestination {
        var destination = RoutingDestination(sampler: name)
        if chance(2) { destination.channel = UInt8.random(in: 0..<16, using: &random) }
        if chance(2) { destination.transpose = Int.random(in: -127...127, using: &random) }
        if chance(2) {
            destination.preset = RoutingDestination.FixedPreset(
                bank: Int.random(in: 0...16_383, using: &random),
                program: Int.random(in: 0...127, using: &random)
            )
        }
        if chance(2) { destination.isDrums = chance(2) }
        switch Int.random(in: 0...2, using: &random) {
        case 0: destination.velocity = .power(Double.random(in: 0.1...10, using: &random))
        case 1: destination.velocity = .fixed(UInt8.random(in: 1...127, using: &random))
        default: break
        }
        return destination
    }

    private mutating func range(_ lowest: UInt8) -> ClosedRange<UInt8> {
        let first = UInt8.random(in: lowest...127, using: &random)
        return first...UInt8.random(in: first...127, using: &random)
    }

    /// A level with any number of decimals.
    private mutating func level() -> Double {
        chance(8) ? -.infinity : number(-200...12)
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
        switch Int.random(in: 0...2, using: &random) {
        case 0: 0
        case 1: Double.random(in: range, using: &random).rounded()
        default: Double.random(in: range, using: &random)
        }
    }

    /// Text that looks like other things: numbers, selectors, offsets, JSON.
    mutating func text() -> String {
        let parts = [
            "3", "128", "+7", "a", "ä", "\"", "\\", "*", "?", "=", ",", "@", ":", "all", "socket",
            "none", "track:", "{", " ", "\n", ".sf2", "-inf",
        ]
        return (0..<Int.random(in: 1...3, using: &random))
            .map { _ in parts.randomElement(using: &random) ?? "" }
            .joined()
    }

    private mutating func chance(_ number: Int) -> Bool {
        Int.random(in: 0..<number, using: &random) == 0
    }
}
