public import MIDI
public import Sequencer

/// A message that a live source has sent, for the controlling thread.
public struct InputMessage: Hashable, Sendable {
    /// The content of a message.
    public enum Body: Hashable, Sendable {
        /// A channel message or a short system message.
        case message(MIDIMessage)
        /// A System Exclusive message without F0 and F7.
        case exclusive([UInt8])
        /// The sender has disconnected: keys that it held are released.
        case closed
    }

    /// The sender of a message.
    public enum Source: Hashable, Sendable {
        /// A port of ALSA's sequencer.
        case sequencer(SequencerAddress)
        /// A raw source by its number, from 0.
        case raw(Int)
    }

    /// The content.
    public let body: Body
    /// The sender.
    public let source: Source
    /// The input that it was sent to, from 0.
    public let input: Int
    /// The time of its arrival, in nanoseconds of the monotonic clock.
    public let stamp: Int64

    package init(_ body: Body, from key: SenderKey, stamp: Int64) {
        self.body = body
        source =
            switch key {
            case .sequencer(let address, _): .sequencer(address)
            case .raw(let number, _): .raw(number)
            }
        input = key.input
        self.stamp = stamp
    }

    /// The message as one that keeps machines in step; `nil` if it says nothing about time.
    public var sync: SyncMessage? {
        let kind: SyncMessage.Kind? =
            switch body {
            case .message(let message):
                SyncMessage.Kind(
                    status: message.status,
                    data1: message.data1,
                    data2: message.data2
                )
            case .exclusive(let bytes): SyncMessage.Kind(exclusive: bytes)
            case .closed: nil
            }
        return kind.map { SyncMessage($0, source: number, stamp: stamp) }
    }

    /// A number for each sender at each input.
    private var number: Int {
        switch source {
        case .sequencer(let address): input << 24 | address.client << 12 | address.port
        case .raw(let number): -1 - (input << 24 | number)
        }
    }
}
