import ControlProtocol
import MIDI
import Playback
import SamplerHost
import Sequencer

/// The holders of the keys that sound, in words.
struct SoundHolders {
    private var keys: [Address: [String]] = [:]
    private var pedals: [Address: [String]] = [:]

    /// A key or a pedal at a channel of a sampler.
    private struct Address: Hashable {
        var place: SoundSurvey.Place
        var number: UInt8
    }

    /// A message that a lane of a sequence has sent, by what it holds: a key, or a controller of a
    /// pedal.
    private struct Sent: Hashable {
        var lane: Int
        var channel: Int
        var number: UInt8
        var isKey: Bool
    }

    /// Finds the events by which a piece holds what it holds.
    ///
    /// - Parameters:
    ///   - survey: The notes that sound and are held.
    ///   - piece: The piece that plays.
    ///   - frame: The nominal frame of playback.
    ///   - rate: Frames per second.
    init(_ survey: SoundSurvey, in piece: LoadedPiece?, until frame: Int64, rate: Int) {
        var wanted: [Sent: ScheduledEvent?] = [:]
        for hold in survey.holds {
            if let sent = Self.sent(hold) { wanted[sent] = .some(nil) }
        }
        let sequence = piece.map { $0.piece.routed?.sequence ?? $0.sequence }
        if let sequence, !wanted.isEmpty {
            let tick = sequence.tempoMap.tick(atFrame: frame, rate: rate)
            for event in sequence.schedule {
                guard event.tick <= tick else { break }
                guard event.kind == .channel, let sent = Self.sent(event), wanted[sent] != nil
                else { continue }
                wanted[sent] = .some(event)
            }
        }
        for hold in survey.holds {
            let event = Self.sent(hold).flatMap { wanted[$0] ?? nil }
            let holder = Self.text(of: hold.source, event, in: sequence, rate: rate)
            if let key = hold.key {
                keys[Address(place: hold.place, number: key), default: []].append(holder)
            } else if let pedal = hold.pedal {
                pedals[Address(place: hold.place, number: pedal), default: []].append(holder)
            }
        }
    }

    private static func sent(_ hold: SoundSurvey.Hold) -> Sent? {
        guard case .lane(let lane) = hold.source, let number = hold.sourceKey ?? hold.pedal else {
            return nil
        }
        return Sent(
            lane: lane,
            channel: hold.sourceChannel,
            number: number,
            isKey: hold.sourceKey != nil
        )
    }

    /// The key or pedal that an event holds: of a note-on its key, of a pedal that goes down that
    /// pedal.
    private static func sent(_ event: ScheduledEvent) -> Sent? {
        let message = event.message
        let isPedal = message.kind == .controlChange && message.data2 > 0
        guard message.isNoteOn || isPedal else { return nil }
        return Sent(
            lane: Int(event.port),
            channel: Int(message.channel),
            number: message.data1,
            isKey: message.isNoteOn
        )
    }

    private static func text(
        of source: SoundSurvey.Source,
        _ event: ScheduledEvent?,
        in sequence: PreparedSequence?,
        rate: Int
    ) -> String {
        switch source {
        case .client(let input): return "a client on input \(input + 1)"
        case .live(let input): return "a MIDI source on input \(input + 1)"
        case .lane:
            guard let event, let sequence, sequence.tracks.indices.contains(Int(event.track))
            else { return "the file" }
            let name = sequence.tracks[Int(event.track)].name.map { " (\($0))" } ?? ""
            let frame = sequence.tempoMap.frame(atTick: event.tick, rate: rate)
            let position = TransportPosition(atFrame: frame, in: sequence, rate: rate).text
            return "track \(event.track + 1)\(name) since \(position)"
        }
    }

    /// The causes that hold a key, each once.
    func causes(of key: SoundSurvey.Key) -> [String] {
        var causes: [String] = []
        func add(_ what: String, _ holders: [String]?) {
            for holder in holders ?? [] { causes.append("\(what) held by \(holder)") }
            if holders == nil { causes.append("\(what) held") }
        }
        if key.isDown { add("key", keys[Address(place: key.place, number: key.key)]) }
        if key.isSustained {
            add("sustain pedal", pedals[Address(place: key.place, number: 64)])
        }
        if key.isSostenuto {
            add("sostenuto pedal", pedals[Address(place: key.place, number: 66)])
        }
        return causes.isEmpty ? ["released, dying away"] : causes
    }
}
