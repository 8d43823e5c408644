import MIDI
import SMF

/// The events of a sequence, led to the lanes that it is split into.
struct LaneSplit {
    private let lanes: [Lane]
    private let portCount: Int
    /// By track × ports + port: the channels on which the track has notes.
    private var noteMasks: [UInt16]
    /// By track × ports + port: the track's lane.
    private var ownLanes: [UInt8]
    /// By port: all its lanes.
    private var portLanes: [[UInt8]]
    /// By port × 16 + channel: the lanes that play it.
    private var players: [[UInt8]]
    private let sequence: PreparedSequence
    private let changes: (any LaneMessageChanges)?
    /// By lane: its copies.
    private var copies: [[UInt8]]

    /// Finds out which lane gets what.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - lanes: The lanes, those of its ports first.
    ///   - changes: The changes of channel messages in them.
    init(
        of sequence: PreparedSequence,
        into lanes: [Lane],
        changing changes: (any LaneMessageChanges)? = nil
    ) {
        self.sequence = sequence
        self.changes = changes
        copies = Array(repeating: [], count: lanes.count)
        self.lanes = lanes
        let (ports, tracks) = (sequence.ports.count, sequence.tracks.count)
        portCount = ports
        noteMasks = Array(repeating: 0, count: tracks * ports)
        ownLanes = (0..<tracks * ports).map { UInt8(truncatingIfNeeded: $0 % ports) }
        portLanes = (0..<ports).map { [UInt8(truncatingIfNeeded: $0)] }
        players = Array(repeating: [], count: ports * 16)
        for number in ports..<lanes.count {
            let lane = UInt8(truncatingIfNeeded: number)
            guard lanes[number].variant == 0 else {
                let own = Lane(port: lanes[number].port, track: lanes[number].track)
                guard let original = lanes.firstIndex(of: own) else { continue }
                copies[original].append(lane)
                portLanes[lanes[number].port].append(lane)
                continue
            }
            guard let track = lanes[number].track else { continue }
            ownLanes[track * ports + lanes[number].port] = lane
            portLanes[lanes[number].port].append(lane)
        }
        for event in sequence.schedule where event.kind == .channel && event.message.isNoteOn {
            noteMasks[Int(event.track) * ports + Int(event.port)] |= 1 << UInt16(event.bits & 15)
        }
        for (index, mask) in noteMasks.enumerated() where mask != 0 {
            for channel in 0..<16 where mask >> UInt16(channel) & 1 == 1 {
                let slot = (index % ports) << 4 | channel
                if !players[slot].contains(ownLanes[index]) {
                    players[slot].append(ownLanes[index])
                }
            }
        }
        for slot in players.indices { players[slot].sort() }
    }

    /// The schedule of the split sequence.
    var schedule: Schedule {
        var events: [ScheduledEvent] = []
        events.reserveCapacity(sequence.schedule.count)
        for event in sequence.schedule { add(event, to: &events) }
        let source = sequence.schedule
        let buffer = FixedBuffer(events)
        let analysis = ScheduleAnalysis(
            buffer,
            material: source.material,
            samplers: lanes.count,
            tracks: sequence.tracks.count,
            shortestNote: max(1, sequence.tempoMap.tick(atFrame: 24_000, rate: 48_000)),
            using: .callingThread
        )
        return source.with(buffer, analysis)
    }

    private func add(_ event: ScheduledEvent, to events: inout [ScheduledEvent]) {
        func append(_ lane: UInt8, _ bits: UInt32) {
            var copy = event
            copy.port = lane
            copy.bits = bits
            events.append(copy)
        }
        func add(_ lane: UInt8) {
            guard let changes, event.kind == .channel else { return append(lane, event.bits) }
            for lane in [lane] + copies[Int(lane)] {
                for message in changes.messages(event.message, in: lanes[Int(lane)]) {
                    append(lane, message.bits)
                }
            }
        }
        let index = Int(event.track) * portCount + Int(event.port)
        switch event.kind {
        case .systemExclusive:
            portLanes[Int(event.port)].forEach(add)
        case .channel:
            add(ownLanes[index])
            let channel = Int(event.bits & 15)
            guard noteMasks[index] >> UInt16(channel) & 1 == 0 else { return }
            // It sets the channel up for others. A note-off would end what it has not begun.
            guard event.bits & 0xE0 != 0x80 else { return }
            for lane in players[Int(event.port) << 4 | channel] where lane != ownLanes[index] {
                add(lane)
            }
        }
    }
}
