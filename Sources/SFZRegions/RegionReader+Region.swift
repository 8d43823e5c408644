import Instruments
import Voices

/// The region that follows from all opcodes.
extension RegionReader {
    private typealias P = ArticulationParameter

    /// The controllers that move every region unless the file uses them (as sfizz has it): volume,
    /// position and expression.
    private static let defaults: [(controller: Int, target: Int, curve: Int)] = [
        (7, P.amplitude, 4), (10, P.pan, 1), (11, P.amplitude, 4),
    ]

    /// The region, without its sample.
    ///
    /// - Parameters:
    ///   - recording: The facts about its recording; `nil` for a wave.
    ///   - usedControllers: The controllers that any region of the file uses.
    /// - Returns: The region; `nil` for one that never plays.
    func finished(_ recording: Recording?, usedControllers: Set<Int>) -> Region? {
        // A controller starts regions of no key, too.
        guard let keys = starts.isEmpty ? Self.range(lowKey, highKey) : 0...127,
            let velocities = Self.range(lowVelocity, highVelocity)
        else { return nil }
        // `end=0` and `end=-1` switch a region off.
        if let end, end <= 0 { return nil }
        var (region, result) = (region, articulation)
        (region.keys, region.velocities) = (keys, velocities)
        setLevels(&result)
        setPitch(&result, recording)
        setFrames(&result, recording)
        setRepeats(&result)
        setConditions(&result)
        result.filters = [filter(0), filter(1)]
        addMovements(&result, usedControllers)
        addOscillators(&result)
        addEnvelopes(&result)
        region.articulation = result
        return region
    }

    private static func range(_ low: Double, _ high: Double) -> ClosedRange<UInt8>? {
        let (first, last) = (max(low, 0), min(high, 127))
        guard first <= last else { return nil }
        return UInt8(first)...UInt8(last)
    }

    private func setLevels(_ articulation: inout Articulation) {
        articulation.values[P.volume] = volumes.values.reduce(0, +)
        articulation.values[P.amplitude] = amplitudes.values.reduce(1, *)
        if !velocityPoints.isEmpty {
            articulation.velocityCurve = SFZValue.curve(through: velocityPoints).map(Float.init)
        }
        for (controller, fade) in fades.sorted(by: { $0.key < $1.key }) {
            let isOfController = controller < 128
            let isByFactor = fadesByFactor.contains(isOfController ? -1 : controller)
            articulation.crossfades.append(
                Crossfade(
                    controller: UInt16(controller),
                    fadeIn: SIMD2(fade.inLow, max(fade.inLow, fade.inHigh)),
                    fadeOut: SIMD2(min(fade.outLow, fade.outHigh), fade.outHigh),
                    isPower: !isByFactor
                )
            )
        }
    }

    private func setPitch(_ articulation: inout Articulation, _ recording: Recording?) {
        var cents = tune + 100 * transpose
        if keycenterIsSamples {
            articulation.values[P.pitchKeycenter] = Float(recording?.rootKey ?? 60)
            cents -= Float(recording?.detune ?? 0)
        }
        articulation.values[P.pitch] = cents
    }

    private func setFrames(_ articulation: inout Articulation, _ recording: Recording?) {
        let count = recording?.frameCount ?? .max
        // A wave is the same in both directions.
        articulation.isReversed = isReversed && recording != nil
        // The file's own loop is that of the other direction.
        let own = isReversed ? nil : recording?.loop
        if let end { articulation.end = min(Int(end) + 1, count) }
        let isRelease =
            articulation.conditions.trigger == .release
            || articulation.conditions.trigger == .releaseKey
        articulation.loopMode =
            switch loopMode {
            case "no_loop": .none
            case "one_shot": .oneShot
            case "loop_continuous": .continuous
            case "loop_sustain": .untilRelease
            default: own != nil ? .continuous : isRelease ? .oneShot : .none
            }
        guard loop.start != nil || loop.end != nil || recording?.loop != nil else { return }
        let first = loop.start.map { Int(max(0, $0)) } ?? own?.lowerBound ?? 0
        let last = loop.end.map { Int(max(0, $0)) + 1 } ?? own?.upperBound ?? count
        // A loop ends with the region at the latest.
        let end = min(last, articulation.end ?? count)
        if end - first >= 2 {
            articulation.loop = first..<end
        } else {
            articulation.loopMode = articulation.loopMode == .oneShot ? .oneShot : .none
        }
    }

    private func setRepeats(_ articulation: inout Articulation) {
        switch articulation.loopMode {
        case .continuous, .untilRelease: articulation.repeats = loopCount
        case .none, .oneShot: articulation.repeats = count > 1 ? count - 1 : nil
        }
    }

    private func setConditions(_ articulation: inout Articulation) {
        if lastSwitch.low != nil || lastSwitch.high != nil {
            let (low, high) = (lastSwitch.low ?? 0, lastSwitch.high ?? 127)
            articulation.conditions.switchLast = Self.range(low, max(low, high))
        }
        articulation.conditions.controllers = conditions.sorted { $0.key < $1.key }.map {
            .init($0.key, low: $0.value.low, high: $0.value.high)
        }
        guard !starts.isEmpty else { return }
        articulation.conditions.trigger = .controller
        articulation.conditions.starts = starts.sorted { $0.key < $1.key }.map {
            .init($0.key, low: $0.value.low, high: $0.value.high)
        }
    }

    /// The controllers that it uses.
    var usedControllers: Set<Int> {
        Set(movements.keys.map(\.controller)).union(conditions.keys).union(starts.keys)
            .union(fades.keys)
            .union(lfos.order.map(\.controller)).union(lfos.movements.map(\.0.controller))
            .union(envelopes.order.map(\.controller)).union(variables.controllers)
    }

    private func addMovements(_ articulation: inout Articulation, _ used: Set<Int>) {
        for key in order {
            guard let movement = movements[key], movement.amount != 0,
                let target = Self.target(ofMovement: key.target)
            else { continue }
            articulation.connections.append(
                Connection(
                    .controller(movement.input(scale: target.movement)),
                    to: target.parameter,
                    amount: movement.amount * target.movement
                )
            )
        }
        addPanTracking(&articulation)
        articulation.connections += variables.connections
        for (controller, target, curve) in Self.defaults where !used.contains(controller) {
            articulation.connections.append(
                Connection(
                    .controller(ControllerInput(controller, curve: curve, smoothing: 10)),
                    to: target,
                    amount: 1
                )
            )
        }
        for (number, target) in [(1, P.filter(0) + P.cutoff), (2, P.pitch)] {
            let depth = P.envelope(number) + P.depth
            let isUsed =
                articulation.values[depth] != 0
                || articulation.connections.contains { Int($0.target) == depth }
            guard isUsed else { continue }
            articulation.connections.append(
                Connection(.envelope(UInt8(number)), to: target, amount: 1, scale: depth)
            )
        }
    }

    /// Has the position follow key and velocity as it follows controllers.
    private func addPanTracking(_ articulation: inout Articulation) {
        articulation.values[P.pan] -= panTracking.perKey * panTracking.keycenter / 100
        for (controller, percent) in [
            (ControllerNumber.key, 127 * panTracking.perKey),
            (ControllerNumber.velocity, panTracking.velocity),
        ] where percent != 0 {
            articulation.connections.append(
                Connection(
                    .controller(ControllerInput(controller)),
                    to: P.pan,
                    amount: percent / 100
                )
            )
        }
    }

    private func addOscillators(_ articulation: inout Articulation) {
        let used = lfos.used.prefix(P.mostOscillators)
        for (index, name) in used.enumerated() {
            articulation.oscillators.append(lfos.shape(name))
            let first = P.oscillator(index)
            for (parameter, value) in lfos.values[name] ?? [:] {
                articulation.values[first + parameter] = value
            }
            for (place, movement) in lfos.movements where place.oscillator == name {
                articulation.connections.append(
                    Connection(
                        .controller(movement.input),
                        to: first + place.parameter,
                        amount: movement.amount
                    )
                )
            }
        }
        for depth in lfos.order {
            guard let movement = lfos.depths[depth], movement.amount != 0,
                let index = used.firstIndex(of: depth.oscillator),
                let target = target(depth.target, used)
            else { continue }
            articulation.connections.append(
                movement.connection(.oscillator(UInt8(index)), depth.controller, to: target)
            )
        }
    }

    /// The target of an oscillator or an envelope.
    private func target(_ name: String, _ oscillators: ArraySlice<String>) -> OpcodeTarget? {
        if name.hasPrefix("freq_"),
            let index = oscillators.firstIndex(of: String(name.dropFirst(5)))
        {
            return OpcodeTarget(parameter: P.oscillator(index) + P.rate, scale: 1, movement: 1)
        }
        return OpcodeTarget.moved[name]
    }

    private func addEnvelopes(_ articulation: inout Articulation) {
        let used = envelopes.used.prefix(Articulation.mostFlexibleEnvelopes)
        let names = lfos.used.prefix(P.mostOscillators)
        for (index, number) in used.enumerated() {
            articulation.flexibleEnvelopes.append(envelopes.envelope(number))
            if envelopes.ofAmplitude.contains(number) {
                articulation.hasAmplitudeEnvelope = false
                articulation.connections.append(
                    Connection(.flexibleEnvelope(UInt8(index)), to: P.amplitude, amount: 1)
                )
            }
        }
        for depth in envelopes.order {
            guard let movement = envelopes.depths[depth], movement.amount != 0,
                let index = used.firstIndex(of: depth.envelope),
                let target = target(depth.target, names)
            else { continue }
            articulation.connections.append(
                movement.connection(.flexibleEnvelope(UInt8(index)), depth.controller, to: target)
            )
        }
    }
}
