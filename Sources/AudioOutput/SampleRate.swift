/// Sample rates, in frames per second.
package enum SampleRate {
    /// The rates that the engine renders at: those of FluidSynth's `synth.sample-rate`.
    package static let supported = 8_000...96_000
}
