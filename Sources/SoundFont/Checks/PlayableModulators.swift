/// The modulators of a zone as a synthesizer without links and transforms can play them, with the
/// same results.
///
/// Each of them is a product of an amount and at most two sources, added to a generator (§9.5.1). A
/// source that is no controller counts as 1: if there is another source, it comes first.
public struct PlayableModulators: Sendable {
    /// The modulators, in the order of the zone.
    public private(set) var modulators: [Modulator] = []
    /// The modulators that are left out: their positions in the zone, and why.
    public private(set) var problems: [(position: Int, problem: ModulatorProblem)] = []

    /// The most modulators of a chain that is followed.
    private static let longestChain = 16

    /// Takes the modulators of a zone.
    ///
    /// - Parameter zone: All of them, in the order of the file.
    public init(_ zone: [Modulator]) {
        var linked: Set<Int> = []
        for modulator in zone {
            if let target = modulator.linkTarget { linked.insert(target) }
        }
        for (position, modulator) in zone.enumerated() {
            // Those that receive a link are part of the chain that leads to them.
            if modulator.source.isLink {
                if !linked.contains(position) { problems.append((position, .noLink)) }
                continue
            }
            do throws(ModulatorProblem) {
                let whole = try Self.chain(from: modulator, in: zone)
                modulators.append(try whole.playable())
            } catch {
                problems.append((position, error))
            }
        }
    }

    /// A modulator with those that it is linked to, as one.
    private static func chain(
        from first: Modulator,
        in zone: [Modulator]
    ) throws(ModulatorProblem) -> Modulator {
        guard first.linkTarget != nil else { return first }
        var sources = [first.source, first.amountSource].filter { !$0.isNone }
        var sign = 1
        var current = first
        for _ in 0..<longestChain {
            guard let target = current.linkTarget else {
                guard sources.count <= 2 else { throw .link }
                return Modulator(
                    source: sources.first ?? .always,
                    destination: current.destination,
                    amount: Int16(clamping: sign * Int(current.amount)),
                    amountSource: sources.count == 2 ? sources[1] : .always,
                    transform: current.transform
                )
            }
            guard zone.indices.contains(target), zone[target].source.isLink else {
                throw .brokenLink
            }
            guard abs(Int(current.amount)) <= 1, current.transform == 0,
                zone[target].source.curve == 0, !zone[target].source.isNegative
            else { throw .link }
            sign *= Int(current.amount)
            current = zone[target]
            if !current.amountSource.isNone { sources.append(current.amountSource) }
        }
        throw .brokenLink
    }
}

extension Modulator {
    /// The position in the zone of the modulator that it is linked to; `nil` for a generator (§7.4).
    public var linkTarget: Int? {
        destination & 0x8000 != 0 ? Int(destination & 0x7FFF) : nil
    }

    /// The same with the sources in their places and without a transform.
    fileprivate func playable() throws(ModulatorProblem) -> Modulator {
        for source in [source, amountSource] {
            guard source.exists else { throw .source(source) }
            guard source.curve <= 3 || source.isNone else { throw .curve(source.curve) }
        }
        guard let kind = GeneratorKind.modulated(destination) else {
            throw .destination(destination)
        }
        guard !kind.movesEnd else { throw .end(destination) }
        var result = self
        if source.isNone, !amountSource.isNone {
            result.source = amountSource
            result.amountSource = .always
        }
        switch transform {
        case 0: break
        case 2: try result.makeAbsolute()
        default: throw .transform(transform)
        }
        return result
    }

    /// Has the absolute value of the product without the transform for it.
    private mutating func makeAbsolute() throws(ModulatorProblem) {
        transform = 0
        amount = Int16(clamping: abs(Int(amount)))
        guard source.isBipolar && !source.isNone || amountSource.isBipolar && !amountSource.isNone
        else { return }
        guard amountSource.isNone else { throw .absoluteProduct }
        // A switch between −1 and 1 is the sign of the source.
        amountSource = source
        amountSource.curve = 3
    }
}

extension GeneratorKind {
    /// The generator that a modulator's destination is; `nil` where it cannot be one.
    ///
    /// The starts of samples and loops can be, though §8.1.1 has no such modulators: fonts use them.
    /// The pitch itself, 59, is the destination of a default modulator.
    fileprivate static func modulated(_ destination: UInt16) -> GeneratorKind? {
        // No generator's number in §8.1.2: to be added to the tuning.
        guard destination != 59 else { return .fineTune }
        guard let kind = GeneratorKind(rawValue: destination) else { return nil }
        switch kind {
        case .instrument, .sample, .keyRange, .velocityRange, .key, .velocity, .sampleModes,
            .scaleTuning, .exclusiveClass, .rootKey:
            return nil
        default: return kind
        }
    }

    /// Whether it moves the end of a sample or a loop.
    fileprivate var movesEnd: Bool {
        switch self {
        case .endAddressOffset, .endLoopAddressOffset, .endAddressCoarseOffset,
            .endLoopAddressCoarseOffset:
            true
        default: false
        }
    }
}
