import MIDI
import TestSupport
import Testing

/// A few seconds of pedals and keys, and what must be heard of them.
struct PedalCase: Sendable, CustomTestStringConvertible {
    var name: String
    var song: SMFBuilder
    /// Times in milliseconds at which a key must be heard, or not, over the 40 ms that follow.
    var heard: [Check]
    var options = Rendering.Options()

    struct Check: Sendable {
        var time: Int
        var key: UInt8
        var isHeard: Bool
    }

    var testDescription: String { name }

    /// One track, in milliseconds, whose key 69 must be heard at some times and not at others.
    ///
    /// It lasts 700 ms.
    init(
        _ name: String,
        on: [Int] = [],
        off: [Int] = [],
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) {
        self.init(
            name,
            song: .milliseconds { track in
                track.endTick = 700
                body(&track)
            },
            checks: on.map { Check(time: $0, key: 69, isHeard: true) }
                + off.map { Check(time: $0, key: 69, isHeard: false) }
        )
    }

    init(
        _ name: String,
        song: SMFBuilder,
        checks: [Check],
        options: Rendering.Options = Rendering.Options()
    ) {
        self.name = name
        self.song = song
        heard = checks
        self.options = options
    }
}

extension SMFBuilder.Track {
    /// A key at full velocity, down at one millisecond and up at another.
    mutating func key(
        _ time: ClosedRange<UInt32>,
        _ key: UInt8 = 69,
        channel: UInt8 = 0
    ) {
        note(
            at: time.lowerBound,
            length: time.upperBound - time.lowerBound,
            channel: channel,
            key: key,
            velocity: 127
        )
    }
}
