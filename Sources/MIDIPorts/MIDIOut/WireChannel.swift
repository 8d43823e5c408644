package import MIDI
import Sequencer

/// A channel of a MIDI output: what has been sent to it, and what it holds.
package struct WireChannel {
    private let number: UInt8
    /// The keys that are down, a bit each.
    private var keys: (low: UInt64, high: UInt64) = (0, 0)
    /// By controller: the last value; `nil` for none.
    private var controllers = [UInt8?](repeating: nil, count: 128)
    private var program: UInt8?
    /// The banks with which the program was selected.
    private var programBank: (coarse: UInt8?, fine: UInt8?) = (nil, nil)
    private var pressure: UInt8?
    private var bend: (low: UInt8, high: UInt8)?
    /// Parameters in the order in which they were first written.
    private var parameters: [Parameter] = []
    /// Whether data entry writes a registered parameter.
    private var isRegistered = true
    /// The pedals that a pause has lifted.
    private var liftedPedals: [(controller: UInt8, value: UInt8)] = []

    /// A registered or non-registered parameter with its value.
    private struct Parameter {
        let isRegistered: Bool
        let coarseNumber: UInt8
        let fineNumber: UInt8
        var coarse: UInt8?
        var fine: UInt8?
    }

    /// Parameters beyond these are not sent again: only a program that writes to all of them has so
    /// many.
    private static let maximumParameters = 256

    /// - Parameter number: The channel, 0 … 15.
    package init(_ number: Int) { self.number = UInt8(number & 15) }

    // MARK: Messages

    /// Notes a channel message that is sent.
    package mutating func note(_ message: MIDIMessage) {
        switch message.status & 0xF0 {
        case 0x80: set(key: message.data1, isDown: false)
        case 0x90: set(key: message.data1, isDown: message.data2 > 0)
        case 0xB0: noteControl(message.data1 & 127, message.data2 & 127)
        case 0xC0:
            program = message.data1
            programBank = (controllers[0], controllers[32])
        case 0xD0: pressure = message.data1
        case 0xE0: bend = (message.data1, message.data2)
        default: break
        }
    }

    private mutating func noteControl(_ controller: UInt8, _ value: UInt8) {
        switch controller {
        case 6, 38: enter(value, isCoarse: controller == 6)
        case 98...101:
            isRegistered = controller >= 100
            controllers[Int(controller)] = value
        case 121:
            // RP-015: what the message resets need not be sent again.
            for reset in [1, 11, 64, 65, 66, 67, 98, 99, 100, 101] { controllers[reset] = nil }
            (pressure, bend) = (nil, nil)
        case 84, 88, 96, 97, 120, 122...127: break
        default: controllers[Int(controller)] = value
        }
    }

    private mutating func enter(_ value: UInt8, isCoarse: Bool) {
        let first = isRegistered ? 100 : 98
        guard let fineNumber = controllers[first], let coarseNumber = controllers[first + 1],
            fineNumber != 127 || coarseNumber != 127
        else { return }
        let known = parameters.firstIndex {
            $0.isRegistered == isRegistered && $0.coarseNumber == coarseNumber
                && $0.fineNumber == fineNumber
        }
        var parameter =
            known.map { parameters[$0] }
            ?? Parameter(
                isRegistered: isRegistered,
                coarseNumber: coarseNumber,
                fineNumber: fineNumber
            )
        if isCoarse { parameter.coarse = value } else { parameter.fine = value }
        if let known {
            parameters[known] = parameter
        } else if parameters.count < Self.maximumParameters {
            parameters.append(parameter)
        }
    }

    private mutating func set(key: UInt8, isDown: Bool) {
        let bit = UInt64(1) << UInt64(key & 63)
        switch (key & 64 == 0, isDown) {
        case (true, true): keys.low |= bit
        case (true, false): keys.low &= ~bit
        case (false, true): keys.high |= bit
        case (false, false): keys.high &= ~bit
        }
    }

    // MARK: What is held

    /// Whether a message of the channel ends all keys.
    package static func endsKeys(_ message: MIDIMessage) -> Bool {
        message.status & 0xF0 == 0xB0
            && (message.data1 == 120 || (123...127).contains(message.data1))
    }

    /// The note-offs for the keys that are down, which are up with that.
    package mutating func releaseKeys() -> [MIDIMessage] {
        guard keys != (0, 0) else { return [] }
        let held = keys
        keys = (0, 0)
        return (UInt8(0)..<128).filter { key in
            (key & 64 == 0 ? held.low : held.high) >> UInt64(key & 63) & 1 == 1
        }.map { .noteOff(channel: number, key: $0) }
    }

    /// The messages that lift the pedals that are down.
    package mutating func liftPedals() -> [MIDIMessage] {
        [64, 66, 67, 69].compactMap { pedal in
            guard controllers[pedal] ?? 0 > 0 else { return nil }
            controllers[pedal] = 0
            return control(UInt8(pedal), 0)
        }
    }

    /// The messages that end all held notes and pedals, for a pause.
    package mutating func suspend() -> [MIDIMessage] {
        liftedPedals = [64, 66, 67, 69].compactMap { pedal in
            controllers[pedal].flatMap { $0 > 0 ? (UInt8(pedal), $0) : nil }
        }
        return releaseKeys() + liftPedals()
    }

    /// The messages that press the pedals again that the last pause released.
    package mutating func resume() -> [MIDIMessage] {
        defer { liftedPedals = [] }
        return liftedPedals.map { pedal in
            controllers[Int(pedal.controller)] = pedal.value
            return control(pedal.controller, pedal.value)
        }
    }

    // MARK: State

    /// Whether anything but notes was sent.
    private var isTouched: Bool {
        program != nil || pressure != nil || bend != nil || !parameters.isEmpty
            || controllers.contains { $0 != nil }
    }

    /// The messages that put it into its initial state, if anything was sent that changes it.
    package mutating func reset() -> [MIDIMessage] {
        let released = releaseKeys() + liftPedals()
        guard isTouched else { return released }
        self = WireChannel(Int(number))
        return released + ChannelReset.messages(ofChannel: number)
    }

    /// The messages that bring a receiver that comes new into the present state; notes are not struck
    /// again.
    package func state() -> [MIDIMessage] {
        var messages: [MIDIMessage] = []
        func add(_ controller: Int, _ value: UInt8?) {
            if let value { messages.append(control(UInt8(controller), value)) }
        }
        if let program {
            add(0, programBank.coarse)
            add(32, programBank.fine)
            messages.append(.programChange(channel: number, program: program))
        }
        if programBank.coarse != controllers[0] || program == nil { add(0, controllers[0]) }
        if programBank.fine != controllers[32] || program == nil { add(32, controllers[32]) }
        for parameter in parameters {
            let first = parameter.isRegistered ? 100 : 98
            add(first + 1, parameter.coarseNumber)
            add(first, parameter.fineNumber)
            add(6, parameter.coarse)
            add(38, parameter.fine)
        }
        for controller in 1..<120 where controller != 32 && !(98...101).contains(controller) {
            add(controller, controllers[controller])
        }
        let order = isRegistered ? [99, 98, 101, 100] : [101, 100, 99, 98]
        for controller in order { add(controller, controllers[controller]) }
        if let pressure { messages.append(.channelPressure(channel: number, pressure: pressure)) }
        if let bend {
            messages.append(MIDIMessage(status: 0xE0 | number, data1: bend.low, data2: bend.high))
        }
        return messages
    }

    private func control(_ controller: UInt8, _ value: UInt8) -> MIDIMessage {
        MIDIMessage(status: 0xB0 | number, data1: controller, data2: value)
    }
}
