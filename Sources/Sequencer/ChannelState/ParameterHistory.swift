/// The registered and non-registered parameters (RPN, NRPN) that one channel has set.
struct ParameterHistory {
    /// Which parameter is meant: MIDI 1.0 Detailed Specification 4.2, "Registered and
    /// Non-registered Parameter Numbers".
    ///
    /// 127, 127 is none.
    struct Number: Hashable {
        var isRegistered: Bool
        var coarse: UInt8 = 127
        var fine: UInt8 = 127

        var isNone: Bool { coarse == 127 && fine == 127 }
    }

    struct Value: Hashable {
        var coarse: UInt8?
        var fine: UInt8?
        /// Whether the fine part was written after the coarse one.
        var endsFine = false
        /// Increments less decrements since the coarse part was written.
        ///
        /// Their size is the parameter's own affair; that they may stop at an end of the range is
        /// left out.
        var steps = 0
        var stamp = 0
    }

    var values: [Number: Value] = [:]
    var registered = Number(isRegistered: true)
    var nonRegistered = Number(isRegistered: false)
    /// The time at which each number was written last; 0 means never, or not since CC121.
    var registeredStamp = 0
    var nonRegisteredStamp = 0

    /// The most increments or decrements that are sent for a parameter: a coarse value's range.
    private static let maximumSteps = 127

    mutating func note(_ controller: UInt8, _ value: UInt8, stamp: Int) {
        switch controller {
        case 98:
            nonRegistered.fine = value
            nonRegisteredStamp = stamp
        case 99:
            nonRegistered.coarse = value
            nonRegisteredStamp = stamp
        case 100:
            registered.fine = value
            registeredStamp = stamp
        case 101:
            registered.coarse = value
            registeredStamp = stamp
        default:
            enter(controller, value, stamp: stamp)
        }
    }

    /// CC121 deselects the parameter and keeps the values (RP-015).
    mutating func deselect() {
        registered = Number(isRegistered: true)
        nonRegistered = Number(isRegistered: false)
        registeredStamp = 0
        nonRegisteredStamp = 0
    }

    private mutating func enter(_ controller: UInt8, _ value: UInt8, stamp: Int) {
        let number = registeredStamp >= nonRegisteredStamp ? registered : nonRegistered
        guard !number.isNone else { return }
        var entry = values[number] ?? Value()
        switch controller {
        case 6:
            entry.coarse = value
            entry.endsFine = false
            entry.steps = 0
        case 38:
            entry.fine = value
            entry.endsFine = true
        case 96: entry.steps = min(entry.steps + 1, Self.maximumSteps)
        default: entry.steps = max(entry.steps - 1, -Self.maximumSteps)
        }
        entry.stamp = stamp
        values[number] = entry
    }

    /// The controllers that set all values and end with the selection that was, each with the
    /// stamp of its write; in the order of sending among equal stamps.
    func controls() -> [(number: UInt8, value: UInt8, stamp: Int)] {
        var result: [(number: UInt8, value: UInt8, stamp: Int)] = []
        func select(_ number: Number, _ stamp: Int) {
            result.append((number.isRegistered ? 101 : 99, number.coarse, stamp))
            result.append((number.isRegistered ? 100 : 98, number.fine, stamp))
        }
        for (number, value) in values {
            select(number, value.stamp)
            let coarse = value.coarse.map { (UInt8(6), $0, value.stamp) }
            let fine = value.fine.map { (UInt8(38), $0, value.stamp) }
            result += (value.endsFine ? [coarse, fine] : [fine, coarse]).compactMap { $0 }
            for _ in 0..<abs(value.steps) {
                result.append((value.steps > 0 ? 96 : 97, 0, value.stamp))
            }
        }
        if registeredStamp > 0 { select(registered, registeredStamp) }
        if nonRegisteredStamp > 0 { select(nonRegistered, nonRegisteredStamp) }
        return result
    }
}
