package import Instruments

/// A sample that its font has as a sound file with compression: a stream of an SF3 file, or a file
/// that an instrument plays from its first frame to its last.
package struct EncodedSample: Sendable {
    /// The position of the sound file.
    package enum Location: Hashable, Sendable {
        /// Some bytes of the font.
        case part(Range<Int>)
        /// A file.
        case file(String)
    }

    /// The position of the sound file.
    package let location: Location
    /// The name of the sample without side and extension.
    package let name: String
    /// The extension of the sound file.
    package let fileExtension: String
    /// The compression.
    package let compression: SoundCompression
    /// The facts that the sound file has about itself.
    package let recording: Recording
}
