import MIDI
import Realtime
import Sequencer

extension PresetSelections {
    /// The presets of a rack that music has notes for, in order of appearance.
    ///
    /// - Parameters:
    ///   - routed: The music.
    ///   - names: The rack's samplers.
    ///   - modes: How they understand bank selects at the start.
    /// - Returns: The presets; the samplers are those of the rack.
    static func uses(of routed: RoutedSequence, names: [String], modes: [BankMode]) -> [Use] {
        // Without rules there are pieces with many events and one route for each: no need to follow
        // all of them.
        if routed.number == 0, routed.samplers == Array(names.prefix(routed.samplers.count)),
            Set(modes).count == 1
        {
            return uses(of: routed.sequence, mode: modes[0])
        }
        let table = routed.table(for: names)
        return withExtendedLifetime(table) {
            var scan = RoutedUses(unsafe table.view, modes: modes)
            let schedule = routed.sequence.schedule
            for event in schedule { scan.take(event, of: schedule) }
            return scan.uses
        }
    }
}

/// Follows the events of music to the presets that play them.
private struct RoutedUses {
    private let routes: RoutingView
    private var selections: PresetSelections
    private(set) var uses: [PresetSelections.Use] = []
    private var known: Set<PresetSelections.Use> = []

    init(_ routes: RoutingView, modes: [BankMode]) {
        self.routes = routes
        selections = PresetSelections(modes: modes)
    }

    mutating func take(_ event: ScheduledEvent, of schedule: Schedule) {
        let lane = Int(event.port)
        guard event.kind == .channel else {
            let message = schedule.systemExclusive(Int(event.bits))
            for sampler in 0..<RackSettings.maximumSamplers
            where routes.exclusives[lane] >> UInt64(sampler) & 1 == 1 {
                _ = selections.take(message, port: sampler)
            }
            return
        }
        let message = event.message
        let range = routes.range(lane: lane, channel: message.channel)
        let ways = range.first..<range.end
        switch message.status & 0xF0 {
        case 0x90 where message.data2 > 0:
            let taking = ways.first {
                routes.entries[$0].takes(key: message.data1, velocity: message.data2)
            }
            guard let taking else { return }
            let rule = routes.entries[taking].rule
            for way in taking..<range.end where routes.entries[way].rule == rule {
                note(routes.entries[way])
            }
        case 0xB0 where message.data1 == 0 || message.data1 == 32:
            for way in ways where selects(routes.entries[way]) {
                selections.control(message.on(routes.entries[way].channel), port: sampler(way))
            }
        case 0xC0:
            for way in ways where selects(routes.entries[way]) {
                selections.program(message.on(routes.entries[way].channel), port: sampler(way))
            }
        default:
            break
        }
    }

    private func sampler(_ way: Int) -> Int { Int(routes.entries[way].sampler) }

    private func selects(_ entry: RouteEntry) -> Bool {
        entry.passes(MessageKindBit.programs) && !entry.hasPreset
    }

    private mutating func note(_ entry: RouteEntry) {
        guard entry.passes(MessageKindBit.notes) else { return }
        var choice = selections.wanted[Int(entry.sampler) << 4 | Int(entry.channel)]
        if entry.hasPreset {
            choice = PresetSubstitution.Choice(
                bank: Int(entry.preset & 0x3FFF),
                program: Int(entry.preset >> 16 & 127)
            )
        } else if entry.drums != 0 {
            let bank = entry.drums == 2 ? 128 : choice.bank == 128 ? 0 : choice.bank
            choice = PresetSubstitution.Choice(bank: bank, program: choice.program)
        }
        let use = PresetSelections.Use(
            sampler: Int(entry.sampler),
            channel: Int(entry.channel),
            choice: choice
        )
        if known.insert(use).inserted { uses.append(use) }
    }
}

extension MIDIMessage {
    /// The same message on another channel.
    fileprivate func on(_ channel: UInt8) -> MIDIMessage {
        MIDIMessage(status: status & 0xF0 | channel, data1: data1, data2: data2)
    }
}
