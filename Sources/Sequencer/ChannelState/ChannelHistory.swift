import MIDI

/// The last writes to everything that one channel keeps.
struct ChannelHistory {
    /// A value and when it was written; `stamp` 0 means never.
    struct Slot: BitwiseCopyable {
        var value: UInt8 = 0
        var stamp = 0
    }

    /// Empty until the first controller comes: most of a sequence's channels are not used.
    var controllers: [Slot] = []
    var keyPressures: [Slot] = []
    var pressure = Slot()
    var bend: (value: UInt16, stamp: Int) = (8192, 0)
    var program = Slot()
    /// The banks that were set when the program was selected.
    var programBank = (coarse: Slot(), fine: Slot())
    var parameters = ParameterHistory()
    /// Whether a controller waits that is for the next note only.
    var hasOneShots = false

    mutating func note(_ message: MIDIMessage, stamp: Int) {
        let (first, second) = (message.data1 & 0x7F, message.data2 & 0x7F)
        switch message.status & 0xF0 {
        case 0x90:
            if second > 0 { useUpOneShots() }
        case 0xA0:
            if keyPressures.isEmpty { keyPressures = Array(repeating: Slot(), count: 128) }
            keyPressures[Int(first)] = Slot(value: second, stamp: stamp)
        case 0xB0:
            control(first, second, stamp: stamp)
        case 0xC0:
            program = Slot(value: first, stamp: stamp)
            programBank = (slot(of: .bankSelect), slot(of: .bankSelectLSB))
        case 0xD0:
            pressure = Slot(value: first, stamp: stamp)
        case 0xE0:
            bend = (message.bend, stamp)
        default:
            break
        }
    }

    private func slot(of controller: Controller) -> Slot {
        controllers.isEmpty ? Slot() : controllers[Int(controller.rawValue)]
    }

    /// CC84 (portamento control) and CC88 (high-resolution velocity) are for the next note only.
    private mutating func useUpOneShots() {
        guard hasOneShots else { return }
        hasOneShots = false
        controllers[84] = Slot()
        controllers[88] = Slot()
    }

    private mutating func control(_ number: UInt8, _ value: UInt8, stamp: Int) {
        switch number {
        case 6, 38, 96...101:
            parameters.note(number, value, stamp: stamp)
            return
        case 120, 122, 123:
            // They end sound or belong to a keyboard; nothing lasts.
            return
        case 84, 88:
            hasOneShots = true
        case 121:
            parameters.deselect()
        default:
            break
        }
        if controllers.isEmpty { controllers = Array(repeating: Slot(), count: 128) }
        controllers[Int(number)] = Slot(value: value, stamp: stamp)
        // Of each pair of modes the last counts.
        switch number {
        case 124, 126: controllers[Int(number) + 1] = Slot()
        case 125, 127: controllers[Int(number) - 1] = Slot()
        default: break
        }
    }

    /// Adds the writes that make the channel's state out of the initial one.
    ///
    /// - Parameters:
    ///   - port: The sampler.
    ///   - channel: The channel, 0 … 15.
    ///   - keepsDefaults: Whether values are sent that equal the initial ones.
    ///   - writes: The list to which they are added.
    func write(
        port: UInt8,
        channel: UInt8,
        keepsDefaults: Bool,
        into writes: inout [LastWrite]
    ) {
        let begin = writes.count
        func add(_ message: MIDIMessage, _ stamp: Int) {
            let event = ChaseEvent(bits: message.bits, port: port, kind: .channel)
            writes.append(LastWrite(stamp: stamp, event: event))
        }
        func add(_ number: UInt8, _ value: UInt8, _ stamp: Int) {
            add(MIDIMessage(status: 0xB0 | channel, data1: number, data2: value), stamp)
        }
        let banks = [(UInt8(0), programBank.coarse), (UInt8(32), programBank.fine)]
        let isDefaultProgram = program.value == 0 && banks.allSatisfy { $1.value == 0 }
        if program.stamp > 0, keepsDefaults || !isDefaultProgram {
            for (number, bank) in banks where bank.stamp > 0 {
                add(number, bank.value, program.stamp)
            }
            add(.programChange(channel: channel, program: program.value), program.stamp)
        }
        for (index, slot) in controllers.enumerated() where slot.stamp > 0 && index != 121 {
            let number = UInt8(truncatingIfNeeded: index)
            // A bank that the program was selected with has just been sent.
            if index == 0 || index == 32, slot.stamp < program.stamp { continue }
            if !keepsDefaults, slot.value == Self.initialValue(of: number) { continue }
            add(number, slot.value, slot.stamp)
        }
        for (index, slot) in keyPressures.enumerated() where slot.stamp > 0 {
            let key = UInt8(truncatingIfNeeded: index)
            if !keepsDefaults, slot.value == 0 { continue }
            add(
                .polyphonicPressure(channel: channel, key: key, pressure: slot.value),
                slot.stamp
            )
        }
        if pressure.stamp > 0, keepsDefaults || pressure.value != 0 {
            add(.channelPressure(channel: channel, pressure: pressure.value), pressure.stamp)
        }
        if bend.stamp > 0, keepsDefaults || bend.value != 8192 {
            add(.pitchBend(channel: channel, bend: bend.value), bend.stamp)
        }
        for (number, value, stamp) in parameters.controls() {
            add(number, value, stamp)
        }
        let reset = slot(of: .resetAllControllers)
        // With nothing before it there is nothing to reset, unless a message did it.
        if reset.stamp > 0,
            keepsDefaults || writes[begin...].contains(where: { $0.stamp < reset.stamp })
        {
            add(121, reset.value, reset.stamp)
        }
    }

    /// The value that a controller has at the start, where all samplers agree about it (General
    /// MIDI 2 and RP-015); `nil` where it is better said.
    private static func initialValue(of number: UInt8) -> UInt8? {
        switch number {
        case 1, 64...67: 0
        case 7: 100
        case 10: 64
        case 11: 127
        default: nil
        }
    }
}
