import Wording

// The kinds of inserts whose parameters move while they sound.

extension InsertParameters where Self: NamedEffect {
    /// The parameters at a part of the way to others: frequencies and times by their ratio, other
    /// numbers by their difference, words as the others have them.
    func between(_ other: Self, _ part: Double) -> Self {
        var result = other
        for parameter in Self.parameters where !parameter.isWhole {
            result[keyPath: parameter.path] = parameter.unit.between(
                self[keyPath: parameter.path],
                other[keyPath: parameter.path],
                part
            )
        }
        return result
    }
}

extension Unit {
    /// A number at a part of the way from one to another.
    fileprivate func between(_ one: Double, _ other: Double, _ part: Double) -> Double {
        switch self {
        case .hertz, .milliseconds:
            guard one > 0, other > 0 else { break }
            return one * Elementary.power(other / one, part)
        default: break
        }
        return one + (other - one) * part
    }
}

extension FilterParameters {
    func canMove(to other: FilterParameters) -> Bool { true }

    static func path(_ steps: [FilterParameters], rate: Int) -> InsertPath? {
        .filters(
            InsertPath.steps(steps.map { Biquad($0.kind, $0.frequency, q: $0.q, rate: rate) })
        )
    }
}

extension EqualizerParameters {
    /// As many filters in the same places.
    func canMove(to other: EqualizerParameters) -> Bool {
        bands.map(\.filters) == other.bands.map(\.filters)
    }

    func between(_ other: EqualizerParameters, _ part: Double) -> EqualizerParameters {
        var result = other
        for (index, band) in bands.enumerated() {
            let next = other.bands[index]
            result.bands[index].frequency = Unit.hertz.between(band.frequency, next.frequency, part)
            result.bands[index].gain = Unit.decibels.between(band.gain, next.gain, part)
            result.bands[index].q = Unit.hertz.between(band.q, next.q, part)
        }
        return result
    }

    static func path(_ steps: [EqualizerParameters], rate: Int) -> InsertPath? {
        .filters(
            InsertPath.steps(
                steps.flatMap { step in step.bands.flatMap { Biquad.sections($0, rate: rate) } }
            )
        )
    }
}

extension EqualizerParameters.Band {
    /// The number of filters that it consists of.
    fileprivate var filters: Int { kind.isCut ? slope / 12 : 1 }
}

extension CompressorParameters {
    func canMove(to other: CompressorParameters) -> Bool { sideChain == other.sideChain }

    static func path(_ steps: [CompressorParameters], rate: Int) -> InsertPath? {
        .compressor(InsertPath.steps(steps.map { Compressor.Coefficients($0, rate: rate) }))
    }
}

extension GateParameters {
    func canMove(to other: GateParameters) -> Bool { sideChain == other.sideChain }

    static func path(_ steps: [GateParameters], rate: Int) -> InsertPath? {
        .gate(InsertPath.steps(steps.map { Gate.Coefficients($0, rate: rate) }))
    }
}

extension LimiterParameters {
    func canMove(to other: LimiterParameters) -> Bool { release == other.release }

    static func path(_ steps: [LimiterParameters], rate: Int) -> InsertPath? {
        .limiter(InsertPath.steps(steps.map(LimiterInsert.Coefficients.init)))
    }
}

extension DriveParameters {
    func canMove(to other: DriveParameters) -> Bool { curve == other.curve }

    static func path(_ steps: [DriveParameters], rate: Int) -> InsertPath? {
        .drive(InsertPath.steps(steps.map { Drive.Coefficients($0, rate: rate) }))
    }
}

extension EchoParameters {
    func canMove(to other: EchoParameters) -> Bool {
        (note == nil) == (other.note == nil) && isPingPong == other.isPingPong
    }

    static func path(_ steps: [EchoParameters], rate: Int) -> InsertPath? {
        .delay(InsertPath.steps(steps.map { StereoEcho.Coefficients($0, rate: rate) }))
    }
}

extension ReverbParameters {
    func canMove(to other: ReverbParameters) -> Bool {
        algorithm.isRoom && other.algorithm.isRoom
    }

    static func path(_ steps: [ReverbParameters], rate: Int) -> InsertPath? {
        .reverb(InsertPath.steps(steps))
    }
}

extension ChorusParameters {
    func canMove(to other: ChorusParameters) -> Bool { true }

    static func path(_ steps: [ChorusParameters], rate: Int) -> InsertPath? {
        .chorus(InsertPath.steps(steps))
    }
}

extension WidthParameters {
    func canMove(to other: WidthParameters) -> Bool { true }

    static func path(_ steps: [WidthParameters], rate: Int) -> InsertPath? {
        .width(InsertPath.steps(steps.map { Float($0.width) }))
    }
}
