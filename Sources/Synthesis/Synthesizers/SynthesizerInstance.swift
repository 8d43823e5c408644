import FontFiles
package import Platform
public import Racks
package import Sequencer
package import Voices

/// An engine with the fonts of a sampler, or of some of its channels, as controlling threads have it.
///
/// Made, prepared and freed off the audio thread. From the moment its ``Synthesizer`` is given to the
/// engine until the engine has released it, only the audio thread (or its worker) plays it.
package protocol SynthesizerInstance: AnyObject {
    /// The fonts.
    var fonts: OpenFonts { get }
    /// The most voices that sound at a time.
    var polyphony: Int { get }

    /// Makes the voices for the audio thread, which the instance must outlive.
    ///
    /// Allocates.
    func makeSynthesizer() -> Synthesizer

    /// Brings the samples of presets into memory, so that playing them waits for nothing, and makes
    /// all others playable too that need not be decoded.
    ///
    /// Reads and decodes: before the first note that plays them. After ``makeSynthesizer()`` only for
    /// further notes of the same presets.
    ///
    /// - Parameters:
    ///   - isUsed: Tells whether a bank's program may be selected.
    ///   - notes: Tells for which notes of a bank's program samples are decoded, or read from files of
    ///     their own; the others may stay silent until ``decode(_:)``.
    ///   - isRealtime: Whether it plays in real time; else pages of the file come as they are played.
    ///   - takesHeads: Whether of instruments that are no SoundFonts only the beginnings of samples may
    ///     be read now.
    /// - Throws: `internal` without memory.
    func prepare(
        where isUsed: (_ bank: Int, _ program: Int) -> Bool,
        decoding notes: (_ bank: Int, _ program: Int) -> NoteSet,
        isRealtime: Bool,
        takesHeads: Bool
    ) throws(HostError)

    /// The samples of its presets that are silent, but for their beginning, until they are decoded, in
    /// the order of the fonts.
    var undecodedSamples: [OpenFonts.Sample] { get }

    /// Those that a selected preset plays, or its substitute where no font has it.
    func undecodedSamples(for choice: PresetSubstitution.Choice) -> [OpenFonts.Sample]

    /// Decodes a sample; from then on notes play it, unless it cannot be decoded or there is no memory
    /// for it.
    ///
    /// One thread at a time, also while another plays.
    func decode(_ sample: OpenFonts.Sample)

    /// The selections of presets that no font has, from an index on: each once.
    ///
    /// Any thread.
    func missingPresets(from index: Int) -> [(bank: Int, program: Int, channel: Int)]
}

extension SynthesizerInstance {
    /// Prepares presets for any of their notes, or for some.
    package func prepare(
        where isUsed: (_ bank: Int, _ program: Int) -> Bool,
        decoding notes: (_ bank: Int, _ program: Int) -> NoteSet = { _, _ in .all },
        isRealtime: Bool = true
    ) throws(HostError) {
        try prepare(where: isUsed, decoding: notes, isRealtime: isRealtime, takesHeads: false)
    }
}

extension SamplerSettings {
    /// Makes an instance of the sampler's engine with the sampler's fonts.
    ///
    /// Reads files that are not in use: loader's thread only.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - polyphony: The most voices that sound at a time.
    ///   - hasExactPitch: Whether the pitch of voices is not rounded to a cent, which takes FluidSynth a
    ///     tenth more time.
    ///   - share: The keys that it plays, where several share channels: our own voices only.
    /// - Returns: The instance.
    /// - Throws: As `SoundFontFile.check(_:)`; `usage` for what the engine does not have; `internal`
    ///   without memory.
    package func instance(
        rate: Int,
        polyphony: Int,
        hasExactPitch: Bool = false,
        share: KeyShare = .all
    ) throws(HostError) -> any SynthesizerInstance {
        switch playingEngine {
        case .auto, .fluidSynth:
            precondition(share == .all, "FluidSynth's voices cannot share a channel")
            return try FluidSynthInstance(
                self,
                rate: rate,
                polyphony: polyphony,
                hasExactPitch: hasExactPitch
            )
        case .seqd:
            return try SeqdInstance(self, rate: rate, polyphony: polyphony, share: share)
        }
    }

    /// The engine that plays its notes, which is never automatic.
    ///
    /// Looks at the fonts' files where ``engine`` is. Our own also has the interpolation that
    /// FluidSynth's has not.
    public var playingEngine: SynthesisEngine {
        guard engine == .auto else { return engine }
        let isOurs = interpolation == .sinc || fonts.contains { InstrumentKind($0.path) != nil }
        return isOurs ? .seqd : .fluidSynth
    }
}
