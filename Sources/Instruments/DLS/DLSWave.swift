/// A wave of the wave pool.
struct DLSWave {
    /// The index of its source in the description.
    let source: Int
    let sample: DLSWaveSample?
}
