import Wording

// The kinds of inserts whose parameters move while they sound: which do, and as which numbers the audio
// thread has them.

extension InsertParameters where Self: NamedEffect {
    func numbers(rate: Int) -> [InsertNumber] { tableNumbers() }
}

extension NamedEffect {
    /// The words as their numbers among those that there are, then the parameters.
    ///
    /// - Parameter isOnBus: Whether it is an effect of an effects bus, whose type messages can change.
    /// - Returns: The numbers; those that the music cannot move have no name.
    func tableNumbers(isOnBus: Bool = false) -> [InsertNumber] {
        Self.choices.map { choice in
            let index = choice.values.firstIndex(of: self.choice(choice.name)) ?? 0
            return InsertNumber(nil, Double(index), .atOnce)
        }
            + Self.parameters.map { parameter in
                let canMove =
                    parameter.isMovable
                    && (isOnBus || has(parameter.name) && !Self.ofBuses.contains(parameter.name))
                return InsertNumber(
                    canMove ? parameter.name : nil,
                    self[keyPath: parameter.path],
                    in: parameter.range,
                    unit: parameter.unit,
                    isWhole: parameter.isWhole,
                    parameter.isWhole ? .atOnce : .init(in: parameter.unit)
                )
            }
    }
}

extension FilterParameters {
    func canMove(to other: FilterParameters) -> Bool { true }
}

extension EqualizerParameters {
    /// Bands of the same kinds, with as many filters.
    func canMove(to other: EqualizerParameters) -> Bool {
        bands.map(\.kind) == other.bands.map(\.kind)
            && bands.map(\.filters) == other.bands.map(\.filters)
    }

    /// Kind, frequency, gain, quality and number of filters of each band.
    func numbers(rate: Int) -> [InsertNumber] {
        bands.enumerated().flatMap { index, band in
            let name = "band \(index + 1)"
            let isCut = band.kind.isCut
            return [
                InsertNumber(
                    nil,
                    Double(Kind.allCases.firstIndex(of: band.kind) ?? 0),
                    .atOnce
                ),
                InsertNumber(
                    "\(name) frequency",
                    band.frequency,
                    in: Band.frequencies,
                    unit: .hertz,
                    .byRatio
                ),
                InsertNumber(
                    isCut ? nil : "\(name) gain",
                    band.gain,
                    in: Band.gains,
                    unit: .decibels
                ),
                InsertNumber(isCut ? nil : "\(name) q", band.q, in: Band.qualities, .byRatio),
                InsertNumber(nil, Double(band.filters), .atOnce),
            ]
        }
    }

    var layout: Int { bands.map(\.kind).hashValue }
}

extension EqualizerParameters.Band {
    /// The number of filters that it consists of.
    fileprivate var filters: Int { kind.isCut ? slope / 12 : 1 }
}

extension CompressorParameters {
    func canMove(to other: CompressorParameters) -> Bool { sideChain == other.sideChain }
}

extension GateParameters {
    func canMove(to other: GateParameters) -> Bool { sideChain == other.sideChain }
}

extension LimiterParameters {
    func canMove(to other: LimiterParameters) -> Bool { release == other.release }
}

extension DriveParameters {
    func canMove(to other: DriveParameters) -> Bool { curve == other.curve }
}

extension EchoParameters {
    func canMove(to other: EchoParameters) -> Bool {
        (note == nil) == (other.note == nil) && isPingPong == other.isPingPong
    }

    /// Those of the table, then the quarter notes of the time; 0 for none.
    func numbers(rate: Int) -> [InsertNumber] {
        var numbers = tableNumbers()
        let quarters = note.map {
            4 * Double($0.wholes.numerator) / Double($0.wholes.denominator)
        }
        // Milliseconds mean nothing then.
        if quarters != nil, let time = numbers.firstIndex(where: { $0.name == "time" }) {
            numbers[time].name = nil
        }
        return numbers + [InsertNumber(nil, quarters ?? 0, .atOnce)]
    }
}

extension ReverbParameters {
    /// Those of a delay do not move.
    func numbers(rate: Int) -> [InsertNumber] {
        tableNumbers().map { number in
            var number = number
            if !algorithm.isRoom { number.name = nil }
            return number
        }
    }

    func canMove(to other: ReverbParameters) -> Bool {
        algorithm.isRoom && other.algorithm.isRoom
    }
}

extension ChorusParameters {
    func canMove(to other: ChorusParameters) -> Bool { true }
}

extension WidthParameters {
    func canMove(to other: WidthParameters) -> Bool { true }
}
