import MIDI
import SMF

/// Finds System Exclusive messages that have no effect in seqd, each kind once.
struct SystemExclusiveFaults {
    /// The number of kinds that are counted, more than real files have.
    private static let limit = 1_000

    private struct Ignored {
        var name: String
        var count = 0
        var tick: Int64
        var track: UInt16
    }

    private var ignored: [Ignored] = []
    private var indices: [String: Int] = [:]

    /// Takes a message without F0 and F7; returns whether it is a reset.
    mutating func take(_ message: [UInt8], _ event: ScheduledEvent) -> Bool {
        let meaning = SystemExclusive.meaning(of: message.span)
        if case .reset = meaning { return true }
        guard meaning == .other else { return false }
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

    /// The name of a message, with its manufacturer unless the name contains it.
    private static func name(_ message: [UInt8]) -> String {
        let name = SystemExclusive.name(of: message)
        return name.text.hasPrefix(name.manufacturer)
            ? name.text : "\(name.text) (\(name.manufacturer))"
    }
}
