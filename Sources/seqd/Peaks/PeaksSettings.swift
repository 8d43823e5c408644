import Sequencer
import Waveform

/// The settings that all files of `seqd peaks` share.
struct PeaksSettings: Sendable {
    /// The frames per pixel of each resolution; empty to fit the sound into ``width``.
    var samplesPerPixel: [Int]
    /// The most pixels of the data without ``samplesPerPixel``, and the width of the picture; `nil` for
    /// the usual width of a picture.
    var width: Int?
    /// Whether the sound is drawn too.
    var hasPicture: Bool
    /// Whether channels stay apart; otherwise they are mixed to one.
    var isSplit: Bool
    /// The bits of a value, 8 or 16.
    var bits: Int
    /// Whether JSON also has the RMS.
    var hasRMS: Bool
    /// The beginning; `nil` for that of the file.
    var start: Position?
    /// The end; `nil` for that of the file.
    var end: Position?

    /// The width that a sound is fitted into; `nil` if it is not.
    var fittedWidth: Int? {
        samplesPerPixel.isEmpty || hasPicture ? width ?? WaveformPicture.usualWidth : nil
    }
}
