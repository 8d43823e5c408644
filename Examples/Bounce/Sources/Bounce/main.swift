import Foundation
import SMF
import SamplerHost
import Sequencer

// Renders a MIDI file to a sound file: Bounce song.mid piano.sf2 song.wav
let arguments = CommandLine.arguments
guard arguments.count == 4 else {
    print("usage: Bounce FILE.mid FONT.sf2 OUTPUT.wav")
    exit(64)
}

// Read the file. A file of format 2 has several sequences, all others have one.
let file = try MIDIFile([UInt8](Data(contentsOf: URL(fileURLWithPath: arguments[1]))))
let sequences = PreparedSequence.sequences(from: file)

// An engine with the samplers and presets that the sequences need.
let sampler = SamplerSettings(fonts: [SoundFontReference(path: arguments[2])])
var settings = EngineSettings(sampler: sampler)
settings.threads = ProcessInfo.processInfo.activeProcessorCount
let engine = try Engine(settings, for: sequences)

// Queue the sequences. The engine ends when the last one has rung out.
for (index, sequence) in sequences.enumerated() {
    let item = PlayItem(sequence: sequence, rate: settings.rate, startsAnew: index == 0)
    _ = engine.enqueue(item, isLast: index == sequences.count - 1)
}

// Render. The same call plays to a device when the sink is an ALSASink.
let sink = try SoundFileSink(
    path: arguments[3],
    type: .wav,
    format: .s16,
    rate: settings.rate,
    periodFrames: settings.maximumPeriod
)
try engine.run(into: sink)

let figures = engine.takeFigures()
let seconds = Double(engine.framesRendered) / Double(settings.rate)
let decibels = 20 * log10(Double(figures.highestPeak))
print(String(format: "%.1f s, peak %.1f dBFS", seconds, decibels))
