/// A SoundFont whose waveforms are known, so that what is heard can be computed.
///
/// Every sample peaks at −6.02 dBFS (``peak``), asks for no filter, vibrato or attack, and sustains at
/// full level. Velocity and controllers act as SoundFont 2.04 says by default. Every key of
/// the drums (128:0) is the click.
public struct MeasuringFont: Sendable {
    /// The presets of bank 0.
    public enum Program: UInt8, Sendable, CaseIterable {
        /// 440 Hz at key 69, looped.
        case sine = 0
        /// One frame of ``MeasuringFont/peak``, not looped; the same at every key. See
        /// ``MeasuringFont/clickDelay(rate:)``.
        case click = 1
        /// Harmonics of 440 Hz at key 69, the nth with amplitude 1/n, looped; see
        /// ``MeasuringFont/sawHarmonics(rate:)``.
        case saw = 2
        /// White noise from a fixed generator, looped after 16,384 frames; pitch follows the key.
        case noise = 3
        /// The sine with a release of 1 s for 100 dB.
        case longRelease = 4
        /// The sine, hard left: the right channel is silent.
        case left = 5
        /// The sine, hard right: the left channel is silent.
        case right = 6
        /// The sine, sent to reverb and chorus fully: it peaks at −5.2 dBFS with both on. The other
        /// programs send nothing until CC91 or CC93 do. (With them on, FluidSynth's silence is
        /// not zeros: after a click that sends nothing, −160 dBFS were measured.)
        case wet = 7
    }

    /// The largest magnitude in each sample, of 1.
    public static let peak = 0.5
    /// The frame of ``Program/click``'s sample that is not zero.
    ///
    /// FluidSynth fades a voice in over its first 64 frames, and at 96 kHz its shortest attack
    /// takes 128.
    static let clickOffset = 128
    /// The key at which the sine and the saw sound at 440 Hz.
    public static let rootKey: UInt8 = 69

    /// The frame rate of the samples.
    ///
    /// Choose the sampler's: the root key then plays the frames without interpolation, and a
    /// click's onset is exact.
    public let rate: Int
    /// The file, less than 60 kB.
    public let bytes: [UInt8]

    /// Makes the font with samples at `rate` frames a second: one of the usual rates from 8,000
    /// to 192,000. (440 Hz has to fit a short loop: a rate such as 47,999 makes a large file.)
    public init(rate: Int = 48_000) {
        self.rate = rate
        bytes = Self.font(rate: rate).bytes
    }

    /// Writes the font into a directory and returns its absolute path.
    public func write(
        in directory: TemporaryDirectory,
        name: String = "measuring.sf2"
    ) throws -> String {
        try directory.write(bytes, to: name)
    }
}
