import MIDI
import SMF

/// Finds System Exclusive messages that do nothing in seqd, each kind once.
struct SystemExclusiveFaults {
    /// More kinds than real files have.
    private static let limit = 1_000

    private struct Ignored {
        var name: String
        var count = 0
        var tick: Int64
        var track: UInt16
    }

    private var ignored: [Ignored] = []
    private var indices: [String: Int] = [:]

    /// Takes a message, F0 and F7 left out; whether it is a reset.
    mutating func take(_ message: [UInt8], _ event: ScheduledEvent) -> Bool {
        let meaning = SystemExclusive.meaning(of: message.span)
        if case .reset = meaning { return true }
        guard meaning == .other, !Self.isTuning(message) else { return false }
        let name = Self.name(message)
        let index: Int
        if let known = indices[name] {
            index = known
        } else {
            guard ignored.count < Self.limit else { return false }
            index = ignored.count
            indices[name] = index
            ignored.append(Ignored(name: name, tick: event.tick, track: event.track))
        }
        ignored[index].count += 1
        return false
    }

    func finish(_ log: inout FaultLog) {
        for message in ignored {
            let times = message.count == 1 ? "" : ", \(message.count) times"
            log.report(
                .systemExclusiveIgnored,
                .note,
                track: Int(message.track),
                tick: message.tick,
                "System Exclusive message \"\(message.name)\"\(times): ignored by seqd"
            )
        }
    }

    /// MIDI Tuning Standard (sub-ID 8), which FluidSynth takes.
    private static func isTuning(_ message: [UInt8]) -> Bool {
        message.count >= 4 && (message[0] == 0x7E || message[0] == 0x7F) && message[2] == 0x08
    }

    /// What the message is called, with its maker where the name does not say who that is.
    private static func name(_ message: [UInt8]) -> String {
        let name = SystemExclusive.name(of: message)
        return name.text.hasPrefix(name.manufacturer)
            ? name.text : "\(name.text) (\(name.manufacturer))"
    }
}
