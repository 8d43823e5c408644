/// The repetition of a track's end, like Core Audio's `MusicTrackLoopInfo`.
///
/// A track plays from its start to its end, and then repeats the last ``length`` ticks before its
/// end. Where that is all of it, it loops as a whole; with ``MusicTrack/length`` set to the loop's
/// end, any stretch loops.
public struct TrackLoop: Hashable, Sendable {
    /// The ticks before the track's end that are repeated, 1 or more.
    ///
    /// Not more than ``MusicTrack/length``; a track without that which is shorter has silence at
    /// its end, so that a bar stays a bar whose last note ends early.
    public var length: Int64
    /// The total number of passes, 1 or more; `nil` means for ever.
    public var count: Int?

    /// Makes a loop.
    ///
    /// - Parameters:
    ///   - length: The ticks before the track's end that are repeated.
    ///   - count: The total number of passes; `nil` means for ever.
    public init(length: Int64, count: Int? = nil) {
        self.length = length
        self.count = count
    }
}
