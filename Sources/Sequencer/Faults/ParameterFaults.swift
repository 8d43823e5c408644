import MIDI
import SMF

/// Finds data entry that sets nothing, fine controllers before coarse ones, and controllers that
/// repeat themselves.
///
/// MIDI 1.0 Detailed Specification 4.2, "Registered and Non-Registered Parameter Numbers" and
/// "Control Change": data entry acts on the parameter that is selected; a coarse value sets the
/// fine one to 0.
struct ParameterFaults {
    /// The number of superfluous events that is worth reporting: some kilobytes.
    static let repetitionLimit = 1_000

    private struct Channel {
        /// The parameter that was selected last, in halves; `nil` for a half that never came.
        var coarse: UInt8?
        var fine: UInt8?
        var isRegistered = true
        /// Whether a fault of data entry was reported since.
        var isReported = false

        var isNull: Bool { (coarse ?? 127) == 127 && (fine ?? 127) == 127 }

        mutating func select(_ value: UInt8, isCoarse: Bool, isRegistered: Bool) {
            if isRegistered != self.isRegistered { self = Channel(isRegistered: isRegistered) }
            if isCoarse { coarse = value } else { fine = value }
            isReported = false
        }

        init(isRegistered: Bool = true) {
            self.isRegistered = isRegistered
        }
    }

    /// The last value of one controller of one channel.
    private struct Value {
        var value: UInt8 = 255
        var track: UInt16 = 0
        var repetitions: UInt32 = 0
        var tick: Int64 = -1
    }

    private var channels: [Channel]
    /// The values by channel and controller.
    private var values: [Value]
    /// A bit by channel for each of the controllers 0 … 31 of which a fine value before the coarse
    /// value was reported.
    private var reportedFine: [UInt32]

    init(_ sequence: PreparedSequence) {
        let count = sequence.ports.count * 16
        channels = Array(repeating: Channel(), count: count)
        values = Array(repeating: Value(), count: count * 128)
        reportedFine = Array(repeating: 0, count: count)
    }

    mutating func control(_ event: ScheduledEvent, _ log: inout FaultLog) {
        let index = event.channelIndex
        let (number, value) = (event.message.data1, event.message.data2)
        switch number {
        case 101: channels[index].select(value, isCoarse: true, isRegistered: true)
        case 100: channels[index].select(value, isCoarse: false, isRegistered: true)
        case 99: channels[index].select(value, isCoarse: true, isRegistered: false)
        case 98: channels[index].select(value, isCoarse: false, isRegistered: false)
        case 6, 38, 96, 97: checkDataEntry(event, &log)
        case 121:
            // RP-015: the parameter numbers become null.
            channels[index] = Channel()
            forgetValues(of: index)
        default: break
        }
        noteValue(event, &log)
    }

    private mutating func checkDataEntry(_ event: ScheduledEvent, _ log: inout FaultLog) {
        let index = event.channelIndex
        let channel = channels[index]
        guard !channel.isReported else { return }
        let names = channel.isRegistered ? ("RPN", 101, 100) : ("NRPN", 99, 98)
        if channel.isNull {
            channels[index].isReported = true
            let why =
                channel.coarse == nil && channel.fine == nil
                ? "no RPN or NRPN is selected" : "the null parameter is selected"
            log.report(
                .dataEntryUnselected,
                .warning,
                track: Int(event.track),
                channelIndex: index,
                tick: event.tick,
                "data entry (CC\(event.message.data1)) while \(why): it has no effect"
            )
        } else if channel.coarse == nil || channel.fine == nil {
            channels[index].isReported = true
            let missing = channel.coarse == nil ? names.1 : names.2
            log.report(
                .parameterHalfSelected,
                .warning,
                track: Int(event.track),
                channelIndex: index,
                tick: event.tick,
                "data entry (CC\(event.message.data1)) with an incomplete \(names.0): CC\(missing) is "
                    + "missing, so it sets nothing or the wrong parameter"
            )
        }
    }

    private mutating func noteValue(_ event: ScheduledEvent, _ log: inout FaultLog) {
        let channel = event.channelIndex
        let number = Int(event.message.data1)
        let index = channel << 7 | number
        let old = values[index]
        // Bank select has no such order: nothing happens before the program change.
        if (1..<32).contains(number), values[index + 32].tick == event.tick,
            values[index + 32].track == event.track, old.tick < event.tick,
            event.message.data2 != old.value || number == 6,
            reportedFine[channel] >> UInt32(number) & 1 == 0
        {
            reportedFine[channel] |= 1 << UInt32(number)
            log.report(
                .fineBeforeCoarse,
                .note,
                track: Int(event.track),
                channelIndex: channel,
                tick: event.tick,
                "fine value (CC\(number + 32)) before the coarse value (CC\(number)), which resets "
                    + "it to 0 in players that follow the MIDI specification"
            )
        }
        values[index].tick = event.tick
        values[index].track = event.track
        if old.value == event.message.data2 { values[index].repetitions &+= 1 }
        values[index].value = event.message.data2
    }

    private mutating func forgetValues(of channel: Int) {
        for index in channel << 7..<channel << 7 + 128 { values[index].value = 255 }
    }

    mutating func reset(_ event: ScheduledEvent) {
        let first = Int(event.port) << 4
        for index in first..<first + 16 {
            channels[index] = Channel()
            forgetValues(of: index)
        }
    }

    func finish(_ log: inout FaultLog) {
        for (index, value) in values.enumerated() where value.repetitions >= Self.repetitionLimit {
            let number = index & 127
            // Each of these events has an effect: repeating it is not superfluous.
            guard ![0, 6, 32, 38, 96, 97, 98, 99, 100, 101].contains(number), number < 120 else {
                continue
            }
            log.report(
                .controllerRepeated,
                .note,
                track: Int(value.track),
                channelIndex: index >> 7,
                tick: nil,
                "CC\(number) repeats its current value \(value.repetitions) times: these events only "
                    + "make the file larger"
            )
        }
    }
}
