import MIDI
import SMF

/// Finds resets that undo settings of later notes, or cut notes off.
struct ResetFaults {
    /// The settings of a channel: bit n for controller n, and the program.
    private struct Settings {
        var low: UInt64 = 0
        var high: UInt64 = 0
        var hasProgram = false

        var isEmpty: Bool { low == 0 && high == 0 && !hasProgram }

        mutating func set(_ number: UInt8, _ isSet: Bool) {
            let bit: UInt64 = 1 << UInt64(number & 63)
            if number < 64 {
                low = isSet ? low | bit : low & ~bit
            } else {
                high = isSet ? high | bit : high & ~bit
            }
        }

        /// The names of the most important settings.
        var names: String {
            var names = hasProgram ? ["program"] : []
            let known: [(UInt8, String)] = [
                (7, "volume"), (10, "pan"), (11, "expression"), (6, "RPN or NRPN"),
                (91, "reverb send"), (93, "chorus send"), (64, "sustain pedal"),
            ]
            for (number, name) in known
            where (number < 64 ? low : high) >> UInt64(number & 63) & 1 == 1 { names.append(name) }
            return names.isEmpty ? "controllers" : names.joined(separator: ", ")
        }
    }

    private struct Channel {
        var settings = Settings()
        /// The settings that the last reset undid and that have not been made again.
        var lost = Settings()
        var keysDown = 0
    }

    /// The last reset of a sampler.
    private struct Reset {
        var tick: Int64
        var track: UInt16
        var isAfterNotes: Bool
        var isReported = false
    }

    private var channels: [Channel]
    private var resets: [Reset?]
    private var hasNotes: [Bool]

    init(_ sequence: PreparedSequence) {
        channels = Array(repeating: Channel(), count: sequence.ports.count * 16)
        resets = Array(repeating: nil, count: sequence.ports.count)
        hasNotes = Array(repeating: false, count: sequence.ports.count)
    }

    mutating func take(_ event: ScheduledEvent, _ log: inout FaultLog) {
        let index = event.channelIndex
        let message = event.message
        switch message.status & 0xF0 {
        case 0xC0:
            channels[index].settings.hasProgram = message.data1 != 0
            channels[index].lost.hasProgram = false
        case 0xB0:
            control(index, message)
        default:
            guard message.isNoteOn else {
                channels[index].keysDown = max(channels[index].keysDown - 1, 0)
                return
            }
            channels[index].keysDown += 1
            hasNotes[Int(event.port)] = true
            if !channels[index].lost.isEmpty { noteLoss(event, &log) }
        }
    }

    private mutating func control(_ index: Int, _ message: MIDIMessage) {
        let (number, value) = (message.data1, message.data2)
        switch number {
        // Bank select counts with the program; a parameter's number with its value.
        case 0, 32, 38, 96...101: return
        case 120, 123...127: channels[index].keysDown = 0
        case 121:
            // Reset All Controllers (RP-015) keeps volume, pan and sends.
            for number: UInt8 in [1, 6, 11, 64, 65, 66, 67] {
                channels[index].settings.set(number, false)
            }
        default:
            channels[index].settings.set(number, value != Self.initial(number))
            channels[index].lost.set(number, false)
        }
    }

    /// The value of a controller after a reset (General MIDI 2, RP-024).
    private static func initial(_ number: UInt8) -> UInt8 {
        switch number {
        case 7: 100
        case 8, 10, 70...79: 64
        case 11: 127
        case 91: 40
        default: 0
        }
    }

    mutating func reset(_ event: ScheduledEvent, _ log: inout FaultLog) {
        let port = Int(event.port)
        var cut = 0
        for index in port << 4..<port << 4 + 16 {
            cut += channels[index].keysDown
            channels[index] = Channel(lost: channels[index].settings)
        }
        resets[port] = Reset(tick: event.tick, track: event.track, isAfterNotes: hasNotes[port])
        guard cut > 0 else { return }
        resets[port]?.isReported = true
        log.report(
            .resetAfterNote,
            .warning,
            track: Int(event.track),
            tick: event.tick,
            "System Exclusive reset cuts off \(cut == 1 ? "1 note" : "\(cut) notes") and returns "
                + "every channel to its initial state"
        )
    }

    /// Reports a reset at the first note whose channel it has changed.
    private mutating func noteLoss(_ event: ScheduledEvent, _ log: inout FaultLog) {
        let index = event.channelIndex
        let lost = channels[index].lost.names
        channels[index].lost = Settings()
        guard let reset = resets[Int(event.port)], !reset.isReported else { return }
        resets[Int(event.port)]?.isReported = true
        log.report(
            reset.isAfterNotes ? .resetAfterNote : .resetAfterSetup,
            .warning,
            track: Int(reset.track),
            tick: reset.tick,
            "System Exclusive reset undoes earlier settings that are not made again: \(lost) "
                + "of channel \(event.message.channel + 1)"
                + (reset.isAfterNotes ? "" : "; move it before them")
        )
    }
}
