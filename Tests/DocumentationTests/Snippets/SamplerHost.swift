import SMF
import SamplerHost
import Sequencer

/// The example of SamplerHost's page.
func startWithSamplerHost(_ bytes: [UInt8]) throws {
    // begin
    let sequence = PreparedSequence.sequences(from: try MIDIFile(bytes))[0]
    let sampler = SamplerSettings(fonts: [SoundFontReference(path: "piano.sf2")])
    let engine = try Engine(EngineSettings(sampler: sampler), for: [sequence])
    let item = PlayItem(sequence: sequence, rate: engine.settings.rate)
    _ = engine.enqueue(item, isLast: true)

    // With an ALSASink it plays to a device.
    let sink = try SoundFileSink(
        path: "song.wav",
        type: .wav,
        format: .s16,
        rate: engine.settings.rate,
        periodFrames: engine.settings.maximumPeriod
    )
    try engine.run(into: sink)
    // end
}
