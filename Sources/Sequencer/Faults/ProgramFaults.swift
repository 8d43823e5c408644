import MIDI
import SMF

/// Finds program changes and bank selects that come too late or have no effect.
struct ProgramFaults {
    private struct Bank: Equatable {
        var coarse: UInt8 = 0
        var fine: UInt8 = 0
    }

    private struct Channel {
        var program: UInt8 = 0
        /// The bank that the program was selected from.
        var bank = Bank()
        /// The tick and track of the program change; -1 for the initial program.
        var tick: Int64 = -1
        var track: UInt16 = 0
        /// The bank that the next program change will use.
        var nextBank = Bank()
        var nextTick: Int64 = -1
        var nextTrack: UInt16 = 0
        /// Whether it was selected after the program change, at its tick.
        var isNextLate = false
        /// Whether a note without it has sounded since.
        var isNextMissed = false
        var isReported = false
        var noteTick: Int64 = -1
        var noteTrack: UInt16 = 0
    }

    private let isDrums: [Bool]
    private let hasNotes: [Bool]
    private var channels: [Channel]

    init(_ sequence: PreparedSequence) {
        let count = sequence.ports.count * 16
        isDrums = (0..<count).map(sequence.isDrums)
        hasNotes = sequence.tracks.map { $0.noteCount > 0 }
        channels = Array(repeating: Channel(), count: count)
    }

    mutating func take(_ event: ScheduledEvent, _ log: inout FaultLog) {
        if event.message.isNoteOn {
            takeNote(event, &log)
        } else if event.message.kind == .programChange {
            takeProgram(event, &log)
        }
    }

    private mutating func takeNote(_ event: ScheduledEvent, _ log: inout FaultLog) {
        let index = event.channelIndex
        channels[index].noteTick = event.tick
        channels[index].noteTrack = event.track
        guard channels[index].nextBank != channels[index].bank else { return }
        channels[index].isNextMissed = true
        let channel = channels[index]
        guard channel.isNextLate, !channel.isReported, !isDrums[index] else { return }
        channels[index].isReported = true
        log.report(
            .bankAfterProgram,
            isFineOnly(channel) ? .note : .warning,
            track: Int(channel.nextTrack),
            channelIndex: index,
            tick: channel.nextTick,
            "bank select \(text(channel.nextBank)) after its program change: the notes play "
                + "program \(channel.program) of bank \(text(channel.bank))"
        )
    }

    private mutating func takeProgram(_ event: ScheduledEvent, _ log: inout FaultLog) {
        let index = event.channelIndex
        let old = channels[index]
        let program = event.message.data1
        let isChange = program != old.program || (old.nextBank != old.bank && !isDrums[index])
        // If the note has a program change of its own, a tracker alternates two programs.
        if isChange, old.noteTick == event.tick, old.noteTrack == event.track,
            old.tick < event.tick
        {
            log.report(
                .programAfterNote,
                .warning,
                track: Int(event.track),
                channelIndex: index,
                tick: event.tick,
                "change to program \(program) after a note at the same tick: that note plays "
                    + "program \(old.program)"
            )
        }
        if program != old.program, old.tick == event.tick, old.track != event.track,
            isMusical(old.track), isMusical(event.track)
        {
            log.report(
                .programConflict,
                .warning,
                track: Int(event.track),
                channelIndex: index,
                tick: event.tick,
                "selects program \(program), but track \(Int(old.track) + 1) selects program "
                    + "\(old.program) on the same channel: both play program \(program)"
            )
        }
        channels[index].program = program
        channels[index].bank = old.nextBank
        channels[index].tick = event.tick
        channels[index].track = event.track
        channels[index].isNextLate = false
        channels[index].isNextMissed = false
        channels[index].isReported = false
    }

    private func isMusical(_ track: UInt16) -> Bool {
        hasNotes.indices.contains(Int(track)) && hasNotes[Int(track)]
    }

    mutating func control(_ event: ScheduledEvent) {
        let index = event.channelIndex
        switch event.message.data1 {
        case 0: channels[index].nextBank.coarse = event.message.data2
        case 32: channels[index].nextBank.fine = event.message.data2
        default: return
        }
        channels[index].nextTick = event.tick
        channels[index].nextTrack = event.track
        channels[index].isNextLate = channels[index].tick == event.tick
        channels[index].isNextMissed = false
        channels[index].isReported = false
    }

    mutating func reset(_ event: ScheduledEvent) {
        let first = Int(event.port) << 4
        for index in first..<first + 16 { channels[index] = Channel() }
    }

    /// Reports bank selects that no program change follows.
    func finish(_ log: inout FaultLog) {
        for (index, channel) in channels.enumerated() {
            guard channel.isNextMissed, !channel.isReported, !isDrums[index],
                channel.nextBank != channel.bank
            else { continue }
            log.report(
                .bankWithoutProgram,
                isFineOnly(channel) ? .note : .warning,
                track: Int(channel.nextTrack),
                channelIndex: index,
                tick: channel.nextTick,
                "bank select \(text(channel.nextBank)) without a program change after it: it has no "
                    + "effect"
            )
        }
    }

    /// Whether only CC32 differs, which most devices ignore.
    private func isFineOnly(_ channel: Channel) -> Bool {
        channel.nextBank.coarse == channel.bank.coarse
    }

    /// A bank as CC0, or as CC0/CC32.
    private func text(_ bank: Bank) -> String {
        bank.fine == 0 ? "\(bank.coarse)" : "\(bank.coarse)/\(bank.fine)"
    }
}
