package import Realtime

/// A part of a ``PlayItem`` in which a clip moves through its sound at one pace.
public struct ClipSpan: BitwiseCopyable, Sendable {
    /// The number of the clip.
    public var clip: Int
    /// The clip's place in the music, the same at any speed and tempo: another where a version of the
    /// music has moved the clip.
    public var origin: Int64
    /// The item frame at which it begins; it ends where the clip's next one begins.
    public var start: Int64
    /// The place in the clip there, in frames of its sound from the clip's beginning.
    public var place: Double
    /// The frames of sound for each item frame.
    public var pace: Double
    /// How the clip follows changes of tempo.
    public var follow: Follow

    /// How a clip follows changes of tempo.
    public enum Follow: BitwiseCopyable, Sendable {
        /// It plays on at its pace, whatever the item's position says, until playing goes elsewhere.
        case no
        /// It is resampled.
        case pitch
        /// It is stretched at the pitch that it has at a pace: that of a vari-speed of 1.
        case tempo(pace: Double)
    }

    /// Makes a span.
    public init(
        clip: Int,
        origin: Int64 = 0,
        start: Int64,
        place: Double,
        pace: Double,
        follow: Follow
    ) {
        self.clip = clip
        self.origin = origin
        self.start = start
        self.place = place
        self.pace = pace
        self.follow = follow
    }
}

extension LentElements<ClipSpan> {
    /// The index of the span of a clip at an item frame, or of its last one before that; the spans are
    /// in the order of clips, then of frames.
    ///
    /// - Returns: The index of the span, −1 for none, and the frame at which the next begins.
    @_noLocks
    package func index(of clip: Int, at frame: Int64) -> (span: Int, next: Int64) {
        var (low, count) = (0, count)
        while count > 0 {
            let half = count / 2
            let span = self[low &+ half]
            if span.clip > clip || span.clip == clip && span.start > frame {
                count = half
            } else {
                low &+= half &+ 1
                count &-= half &+ 1
            }
        }
        let next = low < self.count && self[low].clip == clip ? self[low].start : .max
        return (low > 0 && self[low &- 1].clip == clip ? low &- 1 : -1, next)
    }
}

/// Engine frames that fall on consecutive frames of an item.
package struct PlayedStretch: BitwiseCopyable {
    /// The item frame of the first.
    package var itemFrame: Int64
    /// The number of frames.
    package var frames: Int64
    /// The engine frame at which the item was begun, and the pass of its loop: where either is
    /// another, playing continues elsewhere.
    package var beginning: Int64
    package var pass: Int64

    @_noLocks
    package init(itemFrame: Int64, frames: Int64, beginning: Int64, pass: Int64) {
        self.itemFrame = itemFrame
        self.frames = frames
        self.beginning = beginning
        self.pass = pass
    }
}

extension PlayerCore {
    /// The item frames that are played from an engine frame on.
    ///
    /// - Parameters:
    ///   - frame: The engine frame.
    ///   - limit: The engine frame before which they end.
    /// - Returns: The item frames; without any where the item does not advance there, but `frames`
    ///   says how long.
    @_noLocks
    func stretch(from frame: Int64, to limit: Int64) -> (played: PlayedStretch?, frames: Int64) {
        guard let item else { return (nil, limit &- frame) }
        guard frame >= base.engineFrame else {
            return (nil, min(limit, base.engineFrame) &- frame)
        }
        let end = min(endFrame, hold.frame)
        guard frame < end else { return (nil, limit &- frame) }
        let position = base.position(atFrame: frame, in: item.loop, lastFrame: item.lastFrame)
        let turns = base.turns(atFrame: frame, in: item.loop)
        var frames = min(limit, end) &- frame
        if base.repeats > turns, position < item.loop.end {
            frames = min(frames, item.loop.end &- position)
        }
        let played = PlayedStretch(
            itemFrame: position,
            frames: frames,
            beginning: beginning,
            pass: base.pass &+ turns
        )
        return (played, frames)
    }
}

extension MusicPlayer {
    /// The item frames that are played from an engine frame on, as far as they are consecutive.
    ///
    /// - Parameters:
    ///   - frame: The engine frame.
    ///   - limit: The engine frame before which they end.
    /// - Returns: The item frames; `nil` where the item does not advance, and for how long.
    @_noLocks
    package func stretch(
        from frame: Int64,
        to limit: Int64
    ) -> (played: PlayedStretch?, frames: Int64) {
        core.value.stretch(from: frame, to: limit)
    }
}
