import MIDI
import SMF
import Sequencer
import TestSupport

extension SeededGenerator {
    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func byte(_ range: ClosedRange<UInt8> = 0...127) -> UInt8 {
        UInt8.random(in: range, using: &self)
    }
}

extension Track {
    /// A track of events at absolute ticks, in the order given, and its end.
    static func of(_ events: [(Int64, Event)], end: Int64? = nil) -> Track {
        var track = Track()
        var last: Int64 = 0
        for (tick, event) in events {
            track.append(TrackEvent(delta: UInt32(tick - last), event: event))
            last = tick
        }
        let rest = UInt32(Swift.max((end ?? last) - last, 0))
        track.append(TrackEvent(delta: rest, event: .meta(.endOfTrack)))
        return track
    }
}

extension Event {
    static func on(_ channel: UInt8, _ key: UInt8, _ velocity: UInt8 = 100) -> Event {
        .channel(.noteOn(channel: channel, key: key, velocity: velocity))
    }

    static func off(_ channel: UInt8, _ key: UInt8) -> Event {
        .channel(.noteOff(channel: channel, key: key))
    }

    static func cc(_ channel: UInt8, _ number: UInt8, _ value: UInt8) -> Event {
        .channel(MIDIMessage(status: 0xB0 | channel, data1: number, data2: value))
    }

    static func program(_ channel: UInt8, _ program: UInt8) -> Event {
        .channel(.programChange(channel: channel, program: program))
    }

    static func tempo(_ microseconds: UInt32) -> Event {
        .meta(
            MetaEvent(
                type: 0x51,
                bytes: [
                    UInt8(microseconds >> 16 & 255), UInt8(microseconds >> 8 & 255),
                    UInt8(microseconds & 255),
                ]
            )
        )
    }

    static func meter(_ numerator: UInt8, _ power: UInt8) -> Event {
        .meta(MetaEvent(type: 0x58, bytes: [numerator, power, 24, 8]))
    }

    static func text(_ type: UInt8, _ text: String) -> Event {
        .meta(MetaEvent(type: type, bytes: Array(text.utf8)[...]))
    }

    static func port(_ port: UInt8) -> Event { .meta(MetaEvent(type: 0x21, bytes: [port])) }

    /// A System Exclusive packet: `start`, `continuation` or `escape`.
    static func packet(_ form: SystemExclusivePacket.Form, _ bytes: [UInt8]) -> Event {
        .systemExclusive(SystemExclusivePacket(form: form, bytes: bytes[...]))
    }

    static var gsReset: Event {
        .packet(.start, [0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, 0x41, 0xF7])
    }
}

extension PreparedSequence {
    /// One sequence of tracks that sound together.
    static func of(
        _ tracks: [Track],
        division: Division = .ticksPerQuarter(480)
    ) -> PreparedSequence {
        let file = MIDIFile(format: .simultaneous, division: division, tracks: tracks)
        return PreparedSequence.sequences(from: file)[0]
    }

    static func of(_ events: [(Int64, Event)], end: Int64? = nil) -> PreparedSequence {
        .of([.of(events, end: end)])
    }
}

extension Schedule {
    /// A System Exclusive message's bytes, copied while the schedule certainly lives.
    func bytes(_ index: Int) -> [UInt8] {
        withExtendedLifetime(self) { Array(systemExclusive(index)) }
    }
}

extension ScheduledEvent {
    /// `tick track:bytes`, for comparing orders at a glance.
    var short: String {
        let content =
            kind == .systemExclusive
            ? "sx\(bits)"
            : message.bytes.map { String($0, radix: 16, uppercase: true) }.joined(separator: " ")
        return "\(tick) \(track):\(content)"
    }
}

/// What a player hands out, with the bytes of each message.
struct Heard: Equatable, CustomStringConvertible {
    var frame: Int64
    var port: UInt8
    /// A channel message's bytes, F0 and what follows, or `Heard.restart`.
    var bytes: [UInt8]

    /// The port that stands for the metronome's sampler.
    static let metronome: UInt8 = 255

    /// A restart, as the status that MIDI resets with.
    static let restart: [UInt8] = [0xFF]

    var message: MIDIMessage {
        MIDIMessage(
            status: bytes[0],
            data1: bytes.count > 1 ? bytes[1] : 0,
            data2: bytes.count > 2 ? bytes[2] : 0
        )
    }

    var description: String {
        "\(frame)/\(port):"
            + bytes.map { " " + String($0, radix: 16, uppercase: true) }.joined()
    }
}

/// Plays an item from engine frame `start` on in steps of `period` until it has ended.
///
/// - Parameters:
///   - item: The item.
///   - start: The engine frame.
///   - period: How many frames at once.
///   - metronome: Whether it is on.
/// - Returns: What was handed out.
func play(
    _ item: PlayItem,
    start: Int64 = 0,
    period: Int64 = 1000,
    metronome: Bool = false
) -> [Heard] {
    var player = MusicPlayer(samplers: max(item.samplerCount, 1))
    player.setMetronome(metronome, atFrame: start)
    player.start(item, atFrame: start)
    var heard: [Heard] = []
    var limit = start
    while !player.hasEnded {
        limit += period
        drain(&player, item, before: limit, into: &heard)
    }
    return heard
}

/// Takes all events that are due before a frame.
func drain(
    _ player: inout MusicPlayer,
    _ item: PlayItem,
    before limit: Int64,
    into heard: inout [Heard]
) {
    while let event = player.nextEvent(before: limit) {
        let bytes: [UInt8] =
            switch event.kind {
            case .systemExclusive: [0xF0] + item.systemExclusive(of: event)
            case .channel, .click: event.message.bytes
            case .restart: Heard.restart
            }
        let port = event.kind == .click ? Heard.metronome : event.port
        heard.append(Heard(frame: event.frame, port: port, bytes: bytes))
    }
}
