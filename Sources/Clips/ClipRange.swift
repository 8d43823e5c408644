package import Platform
package import Racks
import Wording

/// The frames of a sound file that a clip plays one after another, with the repeats of its loop.
package struct ClipRange: BitwiseCopyable, Sendable {
    /// The first frame of the file that is played.
    private let offset: Int
    private let loopStart: Int
    private let loopEnd: Int
    /// The frames before the file continues behind the loop; those before its end without one.
    private let looped: Int64
    /// The number of frames that are played; ``endless`` for a loop without an end.
    package let frames: Int64

    /// More frames than any clip plays.
    package static var endless: Int64 { @_noLocks get { 1 << 50 } }

    /// Works out what a clip plays.
    ///
    /// - Parameters:
    ///   - clip: The clip.
    ///   - sound: Its file.
    /// - Throws: `usage` for a place behind the end of the file.
    package init(_ clip: ClipSettings, of sound: ClipSound) throws(HostError) {
        let (frameCount, rate) = (sound.frameCount, sound.rate)
        func frame(_ seconds: Double) -> Int {
            seconds.isFinite ? Int((seconds * Double(rate)).rounded()) : .max
        }
        func check(_ frame: Int, _ name: String) throws(HostError) {
            guard frame >= frameCount else { return }
            let length = NumberText.decimal(Double(frameCount) / Double(rate))
            throw HostError(
                .usage,
                clip.path,
                "\(name) is behind the end; the file is \(length) s long"
            )
        }
        offset = frame(clip.offset)
        try check(offset, "offset")
        let end: Int64
        if clip.plays > 1 {
            loopStart = max(frame(clip.loopStart), offset)
            try check(loopStart, "loop-start")
            if clip.loopEnd.isFinite { try check(frame(clip.loopEnd) - 1, "loop-end") }
            loopEnd = min(frame(clip.loopEnd), frameCount)
            guard loopEnd > loopStart else {
                throw HostError(.usage, clip.path, "the loop has no frames")
            }
            let length = Int64(loopEnd - loopStart)
            if clip.plays.isFinite {
                looped = Int64(loopEnd - offset) + (Int64(clip.plays) - 1) * length
                end = looped + Int64(frameCount - loopEnd)
            } else {
                looped = Self.endless
                end = Self.endless
            }
        } else {
            (loopStart, loopEnd) = (offset, frameCount)
            looped = Int64(frameCount - offset)
            end = looped
        }
        let length = clip.length.isFinite ? Int64(max(1, frame(clip.length))) : Self.endless
        frames = min(end, length)
    }

    /// The frames of the first pass of its loop, from its beginning, and of each other one.
    package var passes: (first: Int, other: Int) { (loopEnd - offset, loopEnd - loopStart) }

    /// The frame of the file that is played at a place, and how many follow it before the file is
    /// played from elsewhere.
    ///
    /// - Parameter place: The frames from the clip's beginning, 0 ..< ``frames``.
    /// - Returns: Both.
    @_noLocks
    package func source(of place: Int64) -> (frame: Int, count: Int64) {
        let first = Int64(loopEnd &- offset)
        if place < first { return (offset &+ Int(place), first &- place) }
        if place < looped {
            let within = (place &- first) % Int64(loopEnd &- loopStart)
            return (loopStart &+ Int(within), Int64(loopEnd &- loopStart) &- within)
        }
        return (loopEnd &+ Int(place &- looped), frames &- place)
    }
}
