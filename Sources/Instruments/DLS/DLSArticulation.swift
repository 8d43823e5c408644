import SoundFont

/// The articulators of an instrument or a region as a SoundFont's parameters.
///
/// The two formats have the same voice: two envelopes, two oscillators, a low pass. Units are the same
/// but for gains.
struct DLSArticulation {
    private(set) var generators: [GeneratorKind: Double] = [:]
    private(set) var modulators: [Modulator] = []
    /// The connections that a SoundFont has no counterpart for: source, control and destination.
    private(set) var unsupported: [String] = []
    /// Decibels.
    private var gain = 0.0
    /// Cents.
    private var pitch = 0.0
    /// The timecents that the key adds to times at key 60.
    private var keyed: [GeneratorKind: Double] = [:]

    /// The generators of fixed values by their destination.
    private static let fixed: [UInt16: GeneratorKind] = [
        0x0104: .modulationLFOFrequency, 0x0105: .modulationLFODelay,
        0x0114: .vibratoFrequency, 0x0115: .vibratoDelay,
        0x0206: .volumeAttack, 0x0207: .volumeDecay, 0x0209: .volumeRelease,
        0x020B: .volumeDelay, 0x020C: .volumeHold,
        0x030A: .modulationAttack, 0x030B: .modulationDecay, 0x030D: .modulationRelease,
        0x030F: .modulationDelay, 0x0310: .modulationHold,
        0x0500: .filterCutoff, 0x0080: .chorusSend, 0x0081: .reverbSend, 0x0004: .pan,
    ]

    /// Reads the connections of a chunk `art1` or `art2`.
    mutating func read(_ file: InstrumentBytes, _ chunk: DLSChunk) {
        let start = chunk.content.lowerBound
        let size = Int(file.long(start))
        guard size >= 8, size <= chunk.content.count else { return }
        let count = min(Int(file.long(start + 4)), (chunk.content.count - size) / 12, 1_024)
        for index in 0..<max(count, 0) {
            let offset = start + size + 12 * index
            apply(
                DLSConnection(
                    source: file.word(offset),
                    control: file.word(offset + 2),
                    destination: file.word(offset + 4),
                    scale: Int32(bitPattern: file.long(offset + 8))
                )
            )
        }
    }

    private mutating func apply(_ connection: DLSConnection) {
        guard connection.scale != 0 || connection.source == 0 else { return switchOff(connection) }
        switch (DLSConnection.Source(rawValue: connection.source), connection.control) {
        case (.fixed?, 0): applyFixed(connection)
        case (.modulationLFO?, let control):
            lfo(
                connection,
                control,
                to: [
                    1: .modulationLFOToVolume, 3: .modulationLFOToPitch,
                    0x0500: .modulationLFOToFilter,
                ]
            )
        case (.vibrato?, let control): lfo(connection, control, to: [3: .vibratoToPitch])
        case (.envelope2?, 0) where connection.destination == 3:
            generators[.modulationEnvelopeToPitch] = connection.value
        case (.envelope2?, 0) where connection.destination == 0x0500:
            generators[.modulationEnvelopeToFilter] = connection.value
        case (.key?, 0): key(connection)
        case (.velocity?, 0) where connection.destination == 0x0500:
            modulators.append(
                Modulator(
                    source: .velocity,
                    destination: .filterCutoff,
                    amount: Units.amount(connection.value)
                )
            )
        case (.velocity?, 0) where connection.destination == 1:
            // The default of both formats.
            break
        case (_, _)
        where connection.source >= 6
            && [1, 3, 4, 0x80, 0x81].contains(connection.destination):
            // Controllers, bend and pressure have the same defaults in both formats.
            break
        default: tell(connection)
        }
    }

    /// Takes a connection of scale 0, which only matters where it stands in the place of a default:
    /// each has its counterpart among those of SoundFonts (§8.4).
    private mutating func switchOff(_ connection: DLSConnection) {
        let (source, destination, amountSource): (UInt16, GeneratorKind, UInt16)
        switch (connection.source, connection.destination) {
        case (3, 3):
            generators[.scaleTuning] = 0
            return
        case (2, 1): (source, destination, amountSource) = (0x0502, .attenuation, 0)
        case (6, 3): (source, destination, amountSource) = (0x020E, .fineTune, 0x0010)
        case (0x87, 1): (source, destination, amountSource) = (0x0587, .attenuation, 0)
        case (0x8A, 4): (source, destination, amountSource) = (0x028A, .pan, 0)
        case (0x8B, 1): (source, destination, amountSource) = (0x058B, .attenuation, 0)
        case (0xDB, 0x81): (source, destination, amountSource) = (0x00DB, .reverbSend, 0)
        case (0xDD, 0x80): (source, destination, amountSource) = (0x00DD, .chorusSend, 0)
        default: return
        }
        modulators.append(
            Modulator(
                source: ModulatorSource(rawValue: source),
                destination: destination,
                amount: 0,
                amountSource: ModulatorSource(rawValue: amountSource)
            )
        )
    }

    private mutating func applyFixed(_ connection: DLSConnection) {
        switch connection.destination {
        case 1: gain += Double(connection.scale) / 655_360
        case 3: pitch += connection.value
        case 0x020A, 0x030E:
            // Tenths of a percent of the top. The volume's are those of its decibels: 96 from end to
            // end.
            let part = min(max(connection.value / 1_000, 0), 1)
            if connection.destination == 0x020A {
                generators[.volumeSustain] = 960 * (1 - part)
            } else {
                generators[.modulationSustain] = 1_000 * (1 - part)
            }
        case 0x0501: generators[.filterResonance] = min(max(connection.value, 0), 960)
        default:
            guard let kind = Self.fixed[connection.destination] else { return tell(connection) }
            switch kind {
            case .filterCutoff:
                // The highest number is an open filter.
                generators[kind] =
                    connection.scale == .max ? 13_500 : min(max(connection.value, 1_500), 13_500)
            case .pan: generators[kind] = min(max(connection.value, -500), 500)
            case .chorusSend, .reverbSend: generators[kind] = min(max(connection.value, 0), 1_000)
            case .modulationLFOFrequency, .vibratoFrequency:
                generators[kind] = min(max(connection.value, -16_000), 4_500)
            default: generators[kind] = min(connection.timecents, 8_000)
            }
        }
    }

    /// A connection from an oscillator, fixed or by the modulation wheel.
    private mutating func lfo(
        _ connection: DLSConnection,
        _ control: UInt16,
        to kinds: [UInt16: GeneratorKind]
    ) {
        guard let kind = kinds[connection.destination] else { return tell(connection) }
        // Gains are counted in tenths of a decibel in both formats.
        let value = connection.value
        switch DLSConnection.Source(rawValue: control) {
        case .fixed?: generators[kind] = value
        case .modulationWheel?, .pressure?:
            let isWheel = control == DLSConnection.Source.modulationWheel.rawValue
            // The default of a SoundFont leads the wheel to the vibrato; this one stands beside it.
            modulators.append(
                Modulator(
                    source: ModulatorSource(rawValue: isWheel ? 0x81 : 13),
                    destination: kind,
                    amount: Units.amount(value)
                )
            )
        default: tell(connection)
        }
    }

    private mutating func key(_ connection: DLSConnection) {
        // SoundFonts count from key 60 and per key, DLS over all 128 keys from 0 on.
        let perKey = connection.value / 128
        switch connection.destination {
        case 3: generators[.scaleTuning] = connection.value / 128
        case 0x0207: generators[.keyToVolumeDecay] = -perKey
        case 0x020C: generators[.keyToVolumeHold] = -perKey
        case 0x030B: generators[.keyToModulationDecay] = -perKey
        case 0x0310: generators[.keyToModulationHold] = -perKey
        default: return tell(connection)
        }
        // The time at key 60 is that of key 0 and 60 keys' changes.
        let times: [UInt16: GeneratorKind] = [
            0x0207: .volumeDecay, 0x020C: .volumeHold, 0x030B: .modulationDecay,
            0x0310: .modulationHold,
        ]
        if let kind = times[connection.destination] { keyed[kind] = 60 * perKey }
    }

    private mutating func tell(_ connection: DLSConnection) {
        guard unsupported.count < 100 else { return }
        let numbers = [connection.source, connection.control, connection.destination]
        unsupported.append(
            "connection "
                + numbers.map { "0x" + String($0, radix: 16, uppercase: true) }
                .joined(separator: " → ")
        )
    }

    /// Sets the parameters of a region.
    func set(_ region: inout Region) {
        for (kind, value) in generators {
            let value = value + (keyed[kind] ?? 0)
            switch kind {
            case .pan: region.pan = min(max(value / 500, -1), 1)
            case .scaleTuning: region.set(kind, min(max(value, 0), 1_200), default: 100)
            case .filterCutoff: region.set(kind, value, default: 13_500)
            case .volumeDelay, .volumeAttack, .volumeHold, .volumeDecay, .volumeRelease,
                .modulationDelay, .modulationAttack, .modulationHold, .modulationDecay,
                .modulationRelease, .modulationLFODelay, .vibratoDelay:
                region.set(kind, min(max(value, -12_000), 8_000), default: -12_000)
            default: region.set(kind, min(max(value, -12_000), 12_000))
            }
        }
        region.generators.sort { $0.kind.rawValue < $1.kind.rawValue }
        region.modulators += modulators
        region.gain += gain
        region.tuning += pitch
    }
}
