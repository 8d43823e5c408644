import MIDI
import SMF
import Sequencer

/// The only thing that a sink in memory does wrong.
struct SinkFull: Error, Equatable {}

/// A file in memory, with all states that it ever had.
struct JournalSink: ByteSink {
    var bytes: [UInt8] = []
    var states: [[UInt8]] = []
    /// Those from the first checkpoint on; no other has a name on disk.
    var namedStates: ArraySlice<[UInt8]> { states[(firstCheckpoint ?? states.endIndex)...] }
    private var firstCheckpoint: Int?

    mutating func write(_ new: [UInt8]) throws(SinkFull) {
        bytes += new
        states.append(bytes)
    }

    mutating func synchronize() throws(SinkFull) {
        if firstCheckpoint == nil { firstCheckpoint = states.endIndex }
    }

    mutating func patch(_ new: [UInt8], at offset: Int) throws(SinkFull) {
        bytes.replaceSubrange(offset..<(offset + new.count), with: new)
        states.append(bytes)
    }
}

extension RecordedEvent {
    /// A message at a time in milliseconds.
    static func at(_ milliseconds: Int64, _ message: MIDIMessage, input: Int = 0) -> RecordedEvent {
        RecordedEvent(time: milliseconds * 1_000_000, input: input, content: .message(message))
    }

    static func on(
        _ milliseconds: Int64,
        _ key: UInt8,
        channel: UInt8 = 0,
        input: Int = 0
    ) -> RecordedEvent {
        at(milliseconds, .noteOn(channel: channel, key: key, velocity: 100), input: input)
    }

    static func off(
        _ milliseconds: Int64,
        _ key: UInt8,
        channel: UInt8 = 0,
        input: Int = 0
    ) -> RecordedEvent {
        at(milliseconds, .noteOff(channel: channel, key: key), input: input)
    }

    static func pedal(_ milliseconds: Int64, _ value: UInt8, channel: UInt8 = 0) -> RecordedEvent {
        at(milliseconds, MIDIMessage(status: 0xB0 | channel, data1: 64, data2: value))
    }
}

extension MIDIFile {
    /// The tracks in words: the name, then an event each, such as `480 on 60`.
    var words: [[String]] {
        tracks.map { track in
            var tick: Int64 = 0
            var words: [String] = []
            for item in track {
                tick += Int64(item.delta)
                switch item.event {
                case .channel(let message) where message.isNoteOn:
                    words.append("\(tick) on \(message.data1)")
                case .channel(let message) where message.isNoteOff:
                    words.append("\(tick) off \(message.data1)")
                case .channel(let message) where message.kind == .controlChange:
                    words.append("\(tick) cc\(message.data1) \(message.data2)")
                case .channel(let message):
                    words.append("\(tick) program \(message.data1)")
                case .systemExclusive(let packet):
                    words.append("\(tick) sysex \(packet.bytes.count)")
                case .meta(let meta):
                    switch meta.value {
                    case .text(.trackName, let bytes):
                        words.append(String(decoding: bytes, as: UTF8.self))
                    case .port(let port): words.append("port \(port)")
                    case .tempo(let tempo): words.append("\(tick) tempo \(tempo)")
                    case .timeSignature(let meter): words.append("\(tick) meter \(meter)")
                    default: break
                    }
                }
            }
            return words
        }
    }
}
