import MIDI

/// The keys and pedals that live sources hold, and the messages that release them.
///
/// It turns the actions of sources into messages of inputs. A source that goes releases what it
/// holds, so a recording has an end for each of its notes.
public struct SourceHolds: Sendable {
    private struct Source: Sendable {
        var input: Int
        /// Keys that are down, channel × 128 + key.
        var keys: Set<Int> = []
        /// Pedals that are down, channel × 128 + controller.
        var pedals: Set<Int> = []
    }

    private var sources: [UInt8: Source] = [:]

    /// Begins without any source.
    public init() {}

    /// Whether a key is down.
    public var areKeysDown: Bool { sources.values.contains { !$0.keys.isEmpty } }

    /// Takes an action of a source.
    ///
    /// - Parameter event: The action.
    /// - Returns: The messages of its input.
    public mutating func take(_ event: SourceEvent) -> [RecordedEvent] {
        switch event.action {
        case .open(let input):
            let released = release(event.source, at: event.stamp)
            sources[event.source] = Source(input: input)
            return released
        // System Reset.
        case .message(let message) where message.status == 0xFF:
            return release(event.source, at: event.stamp)
        case .message(let message):
            guard message.isChannelMessage, let input = note(message, of: event.source) else {
                return []
            }
            return [RecordedEvent(time: event.stamp, input: input, content: .message(message))]
        case .exclusive(let bytes):
            guard let input = sources[event.source]?.input else { return [] }
            return [RecordedEvent(time: event.stamp, input: input, content: .exclusive(bytes))]
        case .close:
            let released = release(event.source, at: event.stamp)
            sources[event.source] = nil
            return released
        }
    }

    /// Notes a message that presses or releases a key or a pedal.
    ///
    /// - Returns: The input of the source; `nil` if it is not open.
    private mutating func note(_ message: MIDIMessage, of number: UInt8) -> Int? {
        guard sources[number] != nil else { return nil }
        let index = Int(message.channel) * 128 + Int(message.data1 & 127)
        if message.isNoteOn {
            sources[number]?.keys.insert(index)
        } else if message.isNoteOff {
            sources[number]?.keys.remove(index)
        } else if message.isPedal {
            if message.data2 >= 64 {
                sources[number]?.pedals.insert(index)
            } else {
                sources[number]?.pedals.remove(index)
            }
        }
        return sources[number]?.input
    }

    /// The messages that release what a source holds.
    private mutating func release(_ number: UInt8, at stamp: Int64) -> [RecordedEvent] {
        guard let source = sources[number] else { return [] }
        sources[number]?.keys = []
        sources[number]?.pedals = []
        let keys = source.keys.sorted().map {
            MIDIMessage.noteOff(channel: UInt8($0 / 128), key: UInt8($0 % 128))
        }
        let pedals = source.pedals.sorted().map {
            MIDIMessage(status: 0xB0 | UInt8($0 / 128), data1: UInt8($0 % 128))
        }
        return (keys + pedals).map {
            RecordedEvent(time: stamp, input: source.input, content: .message($0))
        }
    }
}

extension MIDIMessage {
    /// Whether it moves a pedal that makes notes last: sustain, sostenuto or hold 2.
    var isPedal: Bool {
        kind == .controlChange && (data1 == 64 || data1 == 66 || data1 == 69)
    }
}
