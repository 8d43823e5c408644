import CFluidSynth

// Measured with FluidSynth 2.3.1 at gain 0.2, its reverb and chorus off, float output: velocity 127,
// CC7 100, CC11 127, CC10 64 (its state after a reset), 44.1, 48 and 96 kHz.
extension MeasuringFont {
    /// The peak of one sine note in each channel, dBFS: −26.01 (the same at all rates and keys).
    ///
    /// That is the sample's −6.02, the gain's −13.98, −3.01 for the centre, −4.10 for CC7 100, and
    /// +1.1 that FluidSynth adds. CC7 127 gives −21.91, CC7 64 −33.81,
    /// velocity 100 −30.21, velocity 64 −37.91 (FluidSynth rounds attenuations to 0.1 dB).
    public static let sinePeakLevel = -26.012
    /// The root mean square of one sine note in each channel, dBFS.
    public static let sineLevel = -29.022
    /// The peak of one sine note that is panned hard, in its channel, dBFS; the other has zeros.
    public static let pannedPeakLevel = -22.995
    /// The root mean square of one saw note in each channel, dBFS, at 48 kHz; its peak is −25.66.
    public static let sawLevel = -32.098
    /// The root mean square of one noise note in each channel, dBFS, at 48 kHz; its peak is −22.69.
    public static let noiseLevel = -31.588
    /// The time in seconds from the note-off to exact zeros for the sustained programs but
    /// ``Program/longRelease``.
    ///
    /// The font asks for 0.98 ms; FluidSynth makes no release shorter than 15 ms for 96 dB. 60 dB
    /// below the sustained level is reached after 9.9 ms.
    public static let releaseSeconds = 0.0154
    /// The time in seconds from the note-off to exact zeros for ``Program/longRelease``; 60 dB
    /// below the sustained level is reached after 0.626 s.
    public static let longReleaseSeconds = 1.0

    /// The peak of one click in each channel, dBFS, or `nil` for a rate that was not measured.
    ///
    /// It is below ``sinePeakLevel`` because FluidSynth's lowpass (19.9 kHz, at most 0.45 · rate)
    /// spreads the one frame over about 20; the first of them is the onset.
    public static func clickPeakLevel(rate: Int) -> Double? {
        [44_100: -27.944, 48_000: -29.316, 96_000: -31.927][rate]
    }

    /// How many frames after the start of its voice a click stands, at a sampler's rate: 128 at
    /// 44.1 and 48 kHz; at 96 kHz 192 with FluidSynth before 2.4.3, 128 from that version on.
    ///
    /// A voice starts at the first multiple of 64 frames, counted from the sampler's first frame,
    /// that is not before its note-on. FluidSynth allows no delay shorter than 2⁻¹⁰ s
    /// (−12000 timecents), in whole blocks of 64 frames rounded down: one from 65,536 Hz on. The
    /// sample waits for that in older versions; from 2.4.3 on it runs silently meanwhile.
    public static func clickDelay(rate: Int) -> Int {
        clickOffset + (isSampleDelayed ? 64 * (rate / 65_536) : 0)
    }

    private static let isSampleDelayed: Bool = {
        var version: (major: Int32, minor: Int32, micro: Int32) = (0, 0, 0)
        fluid_version(&version.major, &version.minor, &version.micro)
        return version < (2, 4, 3)
    }()

    /// The frame at which the click of a note-on at `frame` stands, both counted from the first
    /// frame of the sampler.
    public static func clickOnset(ofFrame frame: Int, rate: Int) -> Int {
        (frame + 63) / 64 * 64 + clickDelay(rate: rate)
    }
}
