import Foundation
import SMF
import SamplerHost
import Sequencer

// Takes frames out of an engine: Frames song.mid piano.sf2 prints the peak of each second.
final class Frames: PeriodSink {
    let (layout, periodFrames) = (SampleLayout.float32, 1_024)
    var peaks: [Float] = []
    private var count = 0

    /// Gets each period: left and right in turn.
    func write(_ samples: RawSpan, frames: Int) -> Int {
        for index in 0..<frames * 2 {
            let sample = samples.unsafeLoadUnaligned(fromByteOffset: index * 4, as: Float.self)
            let second = (count + index / 2) / 48_000
            if second == peaks.count { peaks.append(0) }
            peaks[second] = max(peaks[second], abs(sample))
        }
        count += frames
        return 0
    }

    func finish() {}
    func abandon() {}
}

let file = try MIDIFile([UInt8](Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))))
let sequence = PreparedSequence.sequences(from: file)[0]
let font = SoundFontReference(path: CommandLine.arguments[2])
let engine = try Engine(EngineSettings(sampler: SamplerSettings(fonts: [font])), for: [sequence])
_ = engine.enqueue(PlayItem(sequence: sequence, rate: 48_000), isLast: true)
let frames = Frames()
try engine.run(into: frames)
for (second, peak) in frames.peaks.enumerated() { print(second, peak) }
