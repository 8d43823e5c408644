import MIDI
import SMF

/// Finds pedals that are held and pitch bends that are not centred at the end, and channels that are
/// turned down throughout.
struct ChannelFaults {
    private struct Pedal {
        /// The tick at which it went down; -1 while it is up.
        var tick: Int64 = -1
        var track: UInt16 = 0
        /// Whether it holds notes.
        var holdsNotes = false

        mutating func move(_ event: ScheduledEvent, keysDown: Int) {
            // 64 and above is down (MIDI 1.0 Detailed Specification 4.2, "Switch Controllers").
            let isDown = event.message.data2 >= 64
            if isDown, tick < 0 { self = Pedal(tick: event.tick, track: event.track) }
            if isDown { holdsNotes = holdsNotes || keysDown > 0 } else { self = Pedal() }
        }
    }

    private struct Channel {
        var sustain = Pedal()
        var sostenuto = Pedal()
        var bend: UInt16 = 8_192
        var bendTick: Int64 = 0
        var bendTrack: UInt16 = 0
        var volume: UInt8 = 100
        var expression: UInt8 = 127
        var keysDown = 0
        var noteCount = 0
        var isHeard = false
        var firstTick: Int64 = 0
        var firstTrack: UInt16 = 0

        var isTurnedDown: Bool { volume == 0 || expression == 0 }

        /// Resets controllers as CC121 does (RP-015), or as a System Exclusive reset does.
        mutating func resetControllers(isReset: Bool) {
            sustain = Pedal()
            sostenuto = Pedal()
            bend = 8_192
            expression = 127
            guard isReset else { return }
            volume = 100
            keysDown = 0
        }
    }

    private var channels: [Channel]

    init(_ sequence: PreparedSequence) {
        channels = Array(repeating: Channel(), count: sequence.ports.count * 16)
    }

    /// Takes a note-on, a note-off or a pitch bend.
    mutating func take(_ event: ScheduledEvent) {
        let index = event.channelIndex
        let message = event.message
        if message.isNoteOff {
            channels[index].keysDown = max(channels[index].keysDown - 1, 0)
        } else if message.isNoteOn {
            if channels[index].noteCount == 0 {
                channels[index].firstTick = event.tick
                channels[index].firstTrack = event.track
            }
            channels[index].noteCount += 1
            channels[index].keysDown += 1
            channels[index].sustain.holdsNotes = true
            channels[index].sostenuto.holdsNotes = true
            if !channels[index].isTurnedDown { channels[index].isHeard = true }
        } else {
            channels[index].bend = message.bend
            channels[index].bendTick = event.tick
            channels[index].bendTrack = event.track
        }
    }

    mutating func control(_ event: ScheduledEvent) {
        let index = event.channelIndex
        let value = event.message.data2
        switch event.message.data1 {
        case 7:
            channels[index].volume = value
            markAudible(index)
        case 11:
            channels[index].expression = value
            markAudible(index)
        case 64:
            channels[index].sustain.move(event, keysDown: channels[index].keysDown)
        case 66:
            channels[index].sostenuto.move(event, keysDown: channels[index].keysDown)
        case 120, 123...127:
            channels[index].keysDown = 0
        case 121:
            channels[index].resetControllers(isReset: false)
        default:
            break
        }
    }

    /// Counts a channel as audible if it holds notes: a note that fades in is heard.
    private mutating func markAudible(_ index: Int) {
        if channels[index].keysDown > 0, !channels[index].isTurnedDown {
            channels[index].isHeard = true
        }
    }

    mutating func reset(_ event: ScheduledEvent) {
        let first = Int(event.port) << 4
        for index in first..<first + 16 { channels[index].resetControllers(isReset: true) }
    }

    func finish(_ log: inout FaultLog) {
        for (index, channel) in channels.enumerated() {
            report(channel.sustain, .pedalHeld, "sustain", index, &log)
            report(channel.sostenuto, .sostenutoHeld, "sostenuto", index, &log)
            guard channel.noteCount > 0 else { continue }
            if channel.bend != 8_192 {
                log.report(
                    .bendNotCentred,
                    .note,
                    track: Int(channel.bendTrack),
                    channelIndex: index,
                    tick: channel.bendTick,
                    "pitch bend is \(Int(channel.bend) - 8_192) at the end, expected 0: music that "
                        + "loops or follows is out of tune"
                )
            }
            if !channel.isHeard {
                let what = channel.volume == 0 ? "volume (CC7)" : "expression (CC11)"
                log.report(
                    .silentChannel,
                    .warning,
                    track: Int(channel.firstTrack),
                    channelIndex: index,
                    tick: channel.firstTick,
                    "\(what) is 0 at every note of the channel: \(channel.noteCount) silent "
                        + "note\(channel.noteCount == 1 ? "" : "s")"
                )
            }
        }
    }

    private func report(
        _ pedal: Pedal,
        _ code: Diagnostic.Code,
        _ name: String,
        _ index: Int,
        _ log: inout FaultLog
    ) {
        guard pedal.tick >= 0 else { return }
        let what = "\(name) pedal pressed here and never released"
        log.report(
            code,
            pedal.holdsNotes ? .warning : .note,
            track: Int(pedal.track),
            channelIndex: index,
            tick: pedal.tick,
            pedal.holdsNotes ? "\(what): its notes keep sounding after the end" : what
        )
    }
}
