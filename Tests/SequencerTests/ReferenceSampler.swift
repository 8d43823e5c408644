import MIDI

/// A plain model of what one sampler's channels keep, written from the MIDI specification.
///
/// It knows nothing of the chase: each message is applied as it comes.
struct ReferenceSampler: Equatable {
    struct Parameter: Hashable {
        var isRegistered: Bool
        var coarse: UInt8
        var fine: UInt8
    }

    struct Value: Equatable {
        /// What was never entered is nil.
        var coarse: UInt8?
        var fine: UInt8?
        var steps = 0
    }

    struct Channel: Equatable {
        var controllers: [UInt8]
        var bank: [UInt8] = [0, 0]
        /// Coarse and fine bank when the program was selected, and the program.
        var program: [UInt8] = [0, 0, 0]
        var bend: UInt16 = 8192
        var pressure: UInt8 = 0
        var keyPressures = Array(repeating: UInt8(0), count: 128)
        var registered: [UInt8] = [127, 127]
        var nonRegistered: [UInt8] = [127, 127]
        var meansRegistered = true
        var parameters: [Parameter: Value] = [
            Parameter(isRegistered: true, coarse: 0, fine: 0): Value(coarse: 2, fine: 0),
            Parameter(isRegistered: true, coarse: 0, fine: 1): Value(coarse: 64, fine: 0),
            Parameter(isRegistered: true, coarse: 0, fine: 2): Value(coarse: 64, fine: 0),
            Parameter(isRegistered: true, coarse: 0, fine: 5): Value(coarse: 0, fine: 64),
            Parameter(isRegistered: false, coarse: 127, fine: 126): Value(coarse: 0),
        ]
        var isOmni = false
        /// 0: poly; otherwise the number of mono channels + 1.
        var mono: UInt8 = 0

        init() {
            controllers = Array(repeating: 0, count: 128)
            for (number, value) in [(7, 100), (8, 64), (10, 64), (11, 127), (43, 127)] {
                controllers[number] = UInt8(value)
            }
            for number in 70...79 { controllers[number] = 64 }
        }
    }

    var channels = Array(repeating: Channel(), count: 16)
    /// What GS data set messages wrote, by address.
    var addresses: [[UInt8]: [UInt8]] = [:]
    var others: Set<[UInt8]> = []
    var masterVolume: [UInt8] = [127, 127]

    /// What is not as in another sampler, for messages.
    func difference(from other: ReferenceSampler) -> [String] {
        var result: [String] = []
        for (number, (left, right)) in zip(channels, other.channels).enumerated()
        where left != right {
            for (name, a, b) in zip(left.lines, right.lines).map({ ($0.0, $0.1, $1.1) })
            where a != b {
                result.append("channel \(number) \(name): \(a) / \(b)")
            }
        }
        if addresses != other.addresses { result.append("\(addresses) / \(other.addresses)") }
        if others != other.others { result.append("\(others) / \(other.others)") }
        if masterVolume != other.masterVolume { result.append("master volume") }
        return result
    }

    mutating func apply(_ bytes: [UInt8]) {
        if bytes[0] == 0xF0 {
            applyMessage(Array(bytes.dropFirst()))
        } else {
            let channel = Int(bytes[0] & 15)
            channels[channel].apply(bytes)
        }
    }

    private mutating func applyMessage(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x41, 0x10, 0x42, 0x12]) {
            let address = Array(bytes[4..<7])
            if address == [0x40, 0, 0x7F] {
                self = ReferenceSampler()
            }
            addresses[address] = Array(bytes[7...])
        } else if bytes.starts(with: [0x7F, 0x7F, 4, 1]) {
            masterVolume = Array(bytes[4...])
        } else {
            others.insert(bytes)
        }
    }
}

extension ReferenceSampler.Channel {
    fileprivate mutating func apply(_ bytes: [UInt8]) {
        switch bytes[0] & 0xF0 {
        case 0x90 where bytes[2] > 0: controllers[84] = 0
        case 0xA0: keyPressures[Int(bytes[1])] = bytes[2]
        case 0xB0: control(bytes[1], bytes[2])
        case 0xC0: program = bank + [bytes[1]]
        case 0xD0: pressure = bytes[1]
        case 0xE0: bend = UInt16(bytes[2]) << 7 | UInt16(bytes[1])
        default: break
        }
    }

    private mutating func control(_ number: UInt8, _ value: UInt8) {
        switch number {
        case 0: bank[0] = value
        case 32: bank[1] = value
        case 98: (nonRegistered[1], meansRegistered) = (value, false)
        case 99: (nonRegistered[0], meansRegistered) = (value, false)
        case 100: (registered[1], meansRegistered) = (value, true)
        case 101: (registered[0], meansRegistered) = (value, true)
        case 6, 38, 96, 97: enter(number, value)
        case 121:
            for number in [1] + Array(64...67) { controllers[number] = 0 }
            controllers[11] = 127
            (bend, pressure, keyPressures) = (8192, 0, Array(repeating: 0, count: 128))
            (registered, nonRegistered, meansRegistered) = ([127, 127], [127, 127], true)
        case 124, 125: isOmni = number == 125
        case 126: mono = value + 1
        case 127: mono = 0
        case 120, 122, 123: break
        default: controllers[Int(number)] = value
        }
    }

    /// The controllers that NRPN 1 of GS and XG writes, by its fine number.
    private static let soundControllers: [UInt8: Int] = [
        0x08: 76, 0x09: 77, 0x0A: 78, 0x20: 74, 0x21: 71, 0x63: 73, 0x64: 75, 0x66: 72,
    ]

    private mutating func enter(_ number: UInt8, _ value: UInt8) {
        let selected = meansRegistered ? registered : nonRegistered
        guard selected != [127, 127] else { return }
        let parameter = ReferenceSampler.Parameter(
            isRegistered: meansRegistered,
            coarse: selected[0],
            fine: selected[1]
        )
        switch number {
        case 6:
            parameters[parameter, default: .init()].coarse = value
            parameters[parameter, default: .init()].steps = 0
        case 38: parameters[parameter, default: .init()].fine = value
        case 96: parameters[parameter, default: .init()].steps += 1
        default: parameters[parameter, default: .init()].steps -= 1
        }
        if !meansRegistered, selected[0] == 1, let controller = Self.soundControllers[selected[1]] {
            switch number {
            case 6: controllers[controller] = value
            case 96: controllers[controller] = min(127, controllers[controller] + 1)
            case 97: controllers[controller] -= controllers[controller] > 0 ? 1 : 0
            default: break
            }
        }
        // One step up and one down leave a parameter as if it was never meant.
        if parameters[parameter] == .init() { parameters[parameter] = nil }
    }
}

extension ReferenceSampler.Channel {
    /// Each part by name, in words.
    var lines: [(String, String)] {
        Mirror(reflecting: self).children.map { child in
            let isTable = child.label == "parameters"
            return (
                child.label ?? "",
                isTable
                    ? parameters.map { "\($0.key) \($0.value)" }.sorted().joined(separator: "; ")
                    : "\(child.value)"
            )
        }
    }
}
