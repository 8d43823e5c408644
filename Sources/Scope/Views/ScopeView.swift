/// A view of a stereo sound: takes its frames, and shows them as a drawing.
///
/// One thread at a time.
package protocol ScopeView {
    /// Adds frames.
    ///
    /// - Parameter samples: The interleaved samples of whole stereo frames, all finite; 1 is full
    ///   scale.
    mutating func add(_ samples: Span<Float>)

    /// The drawing of the frames so far.
    ///
    /// - Parameters:
    ///   - width: The width in dots or pixels: curves have no more points than are seen.
    ///   - height: The height in dots or pixels.
    ///   - start: The time of the first frame in its file, in seconds; live it means nothing.
    /// - Returns: The drawing.
    func plot(width: Int, height: Int, start: Double) -> Plot

    /// Shows a shorter or longer time, or a smaller or larger range.
    ///
    /// - Parameter steps: The number of steps; above 0 to see more detail.
    mutating func zoom(by steps: Int)

    /// Forgets all frames, held values and measurements.
    mutating func reset()
}

/// The views of `seqd scope`; the raw values are the words of its option.
package enum ScopeViewKind: String, Hashable, Sendable, CaseIterable {
    /// Samples over time.
    case oscilloscope
    /// The left channel against the right one.
    case lissajous
    /// Levels of frequencies.
    case spectrum
    /// Levels of frequencies over time.
    case spectrogram
    /// The likeness of the channels over time.
    case correlation
    /// Loudness over time.
    case loudness
}

/// The sound that a view shows.
package enum ScopeExtent: Hashable, Sendable {
    /// The sound that plays now, up to the last frame.
    case live
    /// All frames of a sound.
    case whole

    /// Whether it is ``live``.
    package var isLive: Bool { self == .live }
}

extension ScopeView {
    /// The drawing of frames that are the first of their file.
    ///
    /// - Parameters:
    ///   - width: The width in dots or pixels.
    ///   - height: The height in dots or pixels.
    /// - Returns: The drawing.
    package func plot(width: Int, height: Int) -> Plot {
        plot(width: width, height: height, start: 0)
    }
}
