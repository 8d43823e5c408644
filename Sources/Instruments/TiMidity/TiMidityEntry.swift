/// A line of a configuration that gives a number a patch.
struct TiMidityEntry {
    /// A bank or a drum set, or a program of a bank.
    struct Place: Hashable, Comparable {
        var isDrumSet: Bool
        var number: UInt16
        var program: UInt16 = 0

        static func < (one: Place, other: Place) -> Bool {
            (one.isDrumSet ? 1 : 0, one.number, one.program)
                < (other.isDrumSet ? 1 : 0, other.number, other.program)
        }
    }

    /// A number in a bank or drum set.
    struct Key: Hashable, Comparable {
        var place: Place
        var number: Int

        static func < (one: Key, other: Key) -> Bool {
            (one.place, one.number) < (other.place, other.number)
        }
    }

    let key: Key
    let name: String
    let position: InstrumentPosition
    private(set) var options: GUSRegions.Options

    /// Begins an entry with the defaults of its bank or drum set.
    init(key: Key, name: String, position: InstrumentPosition) {
        (self.key, self.name, self.position) = (key, name, position)
        options = GUSRegions.Options()
        options.isNormalized = true
        guard key.place.isDrumSet else { return }
        options.key = key.number
        options.stripsLoop = true
        options.stripsEnvelope = true
    }

    /// Takes an option: `amp=100`.
    mutating func take(_ text: String, _ log: inout InstrumentLog) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            log.addOnce(.warning, position, text, "not supported; left out")
            return
        }
        let (name, value) = (parts[0], parts[1])
        switch name {
        case "amp":
            guard let percent = Double(value), (0...800).contains(percent) else {
                return refuse(text, "expected a percentage from 0 to 800", &log)
            }
            options.amplification = percent
        case "note":
            guard let note = Int(value), (0...127).contains(note) else {
                return refuse(text, "expected a key from 0 to 127", &log)
            }
            options.note = note
        case "pan":
            let words = ["left": -1.0, "center": 0, "right": 1]
            guard let pan = words[value] ?? Double(value).map({ $0 / 100 }), (-1...1).contains(pan)
            else {
                return refuse(
                    text,
                    "expected left, center, right or a number from -100 to 100",
                    &log
                )
            }
            options.pan = pan
        case "keep", "strip":
            let isStripped = name == "strip"
            switch value {
            case "loop": options.stripsLoop = isStripped
            case "env": options.stripsEnvelope = isStripped
            case "tail": options.stripsTail = isStripped
            default: refuse(text, "expected loop, env or tail", &log)
            }
        default:
            log.addOnce(.warning, position, name, "not supported; left out")
        }
    }

    private func refuse(_ text: String, _ expected: String, _ log: inout InstrumentLog) {
        log.add(.warning, position, text, "\(expected); left out")
    }
}
