import MIDI

/// The state that the messages of a track have set at a tick, for all channels.
///
/// Events count as the messages that they are saved as, so that a program is the same from any
/// event.
struct ChannelState {
    /// One thing that holds until it is set again.
    struct Slot: Hashable, Comparable {
        enum Kind: Hashable {
            /// 0 … 119, but for data entry and parameter numbers; 0 and 32 are the bank that the
            /// next program is from.
            case controller(UInt8)
            /// The bank, as it was then, and the program.
            case program
            /// The value of a registered or non-registered parameter.
            case parameter(ParameterNumber)
            /// The parameter that data entry sets.
            case selection
            case bend
            case pressure
            case keyPressure(UInt8)
        }

        var channel: UInt8
        var kind: Kind

        /// The order in which they are set: banks after the program that has its own, the selection
        /// after the parameters.
        private var order: Int {
            switch kind {
            case .program: 0
            case .controller(let number): 1 + Int(number)
            case .parameter(let number):
                (number.isRegistered ? 0x10000 : 0x20000) | Int(number.coarse) << 7
                    | Int(number.fine)
            case .selection: 0x30000
            case .bend: 0x30001
            case .pressure: 0x30002
            case .keyPressure(let key): 0x30003 + Int(key)
            }
        }

        static func < (left: Slot, right: Slot) -> Bool {
            (left.channel, left.order) < (right.channel, right.order)
        }

        /// Whether it is a pedal or a switch like one (CC64 … CC69).
        var isPedal: Bool {
            if case .controller(64...69) = kind { true } else { false }
        }

        /// The initial value: General MIDI, and Reset All Controllers (RP-015); `nil` if it is not
        /// known.
        var initial: UInt32? {
            switch kind {
            case .controller(0), .controller(32), .controller(1), .controller(33): 0
            case .controller(64...69): 0
            case .controller(7): 100
            case .controller(10): 64
            case .controller(11): 127
            case .program, .pressure, .keyPressure: 0
            case .selection: ChannelState.noParameter
            case .bend: 8192
            case .controller, .parameter: nil
            }
        }
    }

    /// No parameter selected: registered, 127, 127.
    static let noParameter: UInt32 = 0x8000 | 0x3FFF

    private(set) var values: [Slot: UInt32] = [:]

    /// The value that has been set, or the initial one; `nil` if it is not known.
    func value(_ slot: Slot) -> UInt32? { values[slot] ?? slot.initial }

    /// Applies the state that an event sets.
    mutating func take(_ event: MusicEvent) {
        switch event {
        case .channel(let message): take(message)
        case .preset(let preset): for message in preset.messages { take(message) }
        case .parameter(let parameter): for message in parameter.messages { take(message) }
        case .note, .systemExclusive, .raw, .meta, .user: break
        }
    }

    private mutating func take(_ message: MIDIMessage) {
        let channel = message.channel
        let (first, second) = (UInt32(message.data1 & 127), UInt32(message.data2 & 127))
        func slot(_ kind: Slot.Kind) -> Slot { Slot(channel: channel, kind: kind) }
        switch message.kind {
        case .controlChange: takeController(UInt8(first), second, channel)
        case .programChange:
            let coarse = values[slot(.controller(0))] ?? 0
            let fine = values[slot(.controller(32))] ?? 0
            values[slot(.program)] = coarse << 14 | fine << 7 | first
        case .pitchBend: values[slot(.bend)] = second << 7 | first
        case .channelPressure: values[slot(.pressure)] = first
        case .polyphonicPressure: values[slot(.keyPressure(UInt8(first)))] = second
        case .noteOn, .noteOff, nil: break
        }
    }

    private mutating func takeController(_ number: UInt8, _ value: UInt32, _ channel: UInt8) {
        func slot(_ kind: Slot.Kind) -> Slot { Slot(channel: channel, kind: kind) }
        let selected = values[slot(.selection)] ?? Self.noParameter
        switch number {
        case 6, 38:
            guard selected & 0x3FFF != 0x3FFF else { return }
            let parameter = slot(.parameter(Self.parameter(selected)))
            let old = values[parameter] ?? 0
            values[parameter] = number == 6 ? value << 7 | old & 127 : old & 0x3F80 | value
        case 98, 100:
            let registered: UInt32 = number == 100 ? 0x8000 : 0
            select(registered | selected & 0x3F80 | value, channel)
        case 99, 101:
            let registered: UInt32 = number == 101 ? 0x8000 : 0
            select(registered | value << 7 | selected & 127, channel)
        case 121: reset(channel)
        // Portamento control is for one note; data increments have no value of their own.
        case 84, 96, 97, 120...127: break
        default: values[slot(.controller(number))] = value
        }
    }

    private mutating func select(_ parameter: UInt32, _ channel: UInt8) {
        let isNone = parameter & 0x3FFF == 0x3FFF
        values[Slot(channel: channel, kind: .selection)] = isNone ? Self.noParameter : parameter
    }

    /// Does what Reset All Controllers does (RP-015): of the pedals, hold 2 (69) and the legato
    /// switch (68) stay.
    private mutating func reset(_ channel: UInt8) {
        for slot in values.keys where slot.channel == channel {
            switch slot.kind {
            case .controller(1), .controller(11), .controller(33), .controller(64...67), .bend,
                .pressure, .keyPressure, .selection:
                values[slot] = slot.initial
            case .controller, .program, .parameter: break
            }
        }
    }

    private static func parameter(_ selection: UInt32) -> ParameterNumber {
        ParameterNumber(
            isRegistered: selection & 0x8000 != 0,
            coarse: UInt8(selection >> 7 & 127),
            fine: UInt8(selection & 127)
        )
    }

    /// The slots that some events set if this is the state before them.
    func set(by events: some Sequence<MusicEvent>) -> Set<Slot> {
        var probe = ChannelState()
        for (slot, value) in values where slot.kind == .selection { probe.values[slot] = value }
        let before = Set(probe.values.keys)
        var result: Set<Slot> = []
        for event in events {
            let old = probe
            probe.take(event)
            result.formUnion(probe.values.keys.filter { !before.contains($0) })
            for slot in before where old.values[slot] != probe.values[slot] { result.insert(slot) }
        }
        return result
    }

    /// The events that make this of another state, but for some slots.
    func events(after now: ChannelState, leaving set: Set<Slot>) -> [MusicEvent] {
        var (now, result) = (now, [MusicEvent]())
        let slots = Set(values.keys).union(now.values.keys).subtracting(set).sorted()
        // Twice: a program's bank or a parameter's number may be in the way of what came before.
        for slot in slots + slots {
            guard let wanted = value(slot), wanted != now.value(slot) else { continue }
            for event in Self.events(slot, wanted) {
                now.take(event)
                result.append(event)
            }
        }
        return result
    }

    private static func events(_ slot: Slot, _ value: UInt32) -> [MusicEvent] {
        let channel = slot.channel
        func controller(_ number: UInt8, _ value: UInt32) -> MusicEvent {
            let value = UInt8(value & 127)
            return .channel(MIDIMessage(status: 0xB0 | channel, data1: number, data2: value))
        }
        switch slot.kind {
        case .controller(let number): return [controller(number, value)]
        case .program:
            let preset = PresetEvent(
                program: UInt8(value & 127),
                bankMSB: UInt8(value >> 14 & 127),
                bankLSB: UInt8(value >> 7 & 127),
                channel: channel
            )
            return [.preset(preset)]
        case .parameter(let number):
            let parameter = ParameterEvent(
                .numbered(number),
                value: UInt16(value),
                channel: channel
            )
            return [.parameter(parameter)]
        case .selection:
            let isRegistered = value & 0x8000 != 0
            return [
                controller(isRegistered ? 101 : 99, value >> 7),
                controller(isRegistered ? 100 : 98, value),
            ]
        case .bend: return [.channel(.pitchBend(channel: channel, bend: UInt16(value)))]
        case .pressure:
            return [.channel(.channelPressure(channel: channel, pressure: UInt8(value)))]
        case .keyPressure(let key):
            let pressure = UInt8(value)
            return [.channel(.polyphonicPressure(channel: channel, key: key, pressure: pressure))]
        }
    }
}

extension MusicTrack {
    /// The state that its messages have set just before the events at a tick.
    func state(before tick: Int64) -> ChannelState {
        var state = ChannelState()
        for entry in events[events.startIndex..<events.firstIndex(notBefore: tick)] {
            state.take(entry.event)
        }
        return state
    }

    /// Sets the state after a tick to what it was before, unless events there set another.
    ///
    /// If nothing follows, only pedals are restored: they would hold notes.
    ///
    /// - Returns: The events that were inserted, before all others.
    @discardableResult
    mutating func restore(_ state: ChannelState, at tick: Int64) -> [MusicEvent] {
        let first = events.firstIndex(notBefore: tick)
        let here = events[first..<events.firstIndex(after: tick)].map(\.event)
        let now = self.state(before: tick)
        var kept = state.set(by: here)
        if first == events.endIndex {
            kept.formUnion(
                Set(state.values.keys).union(now.values.keys).filter { !$0.isPedal }
            )
        }
        let restored = state.events(after: now, leaving: kept)
        events.putFirst(restored, at: tick)
        return restored
    }

    /// Removes the events from the start of a tick that a cut has left there, if they have no
    /// effect.
    mutating func removeRestored(_ restored: [MusicEvent], at tick: Int64) {
        let first = events.firstIndex(notBefore: tick)
        let here = events[first..<events.firstIndex(after: tick)].prefix(restored.count)
        guard !restored.isEmpty, here.map(\.event) == restored else { return }
        let state = state(before: tick)
        var after = state
        for event in restored { after.take(event) }
        let slots = Set(after.values.keys).union(state.values.keys)
        guard slots.allSatisfy({ after.value($0) == state.value($0) }) else { return }
        for _ in restored { events.remove(at: events.firstIndex(notBefore: tick)) }
    }
}
