import Foundation
import Voices

/// The time of a voice and a frame.
struct SpeedTest {
    let font: Font
    let reference: Reference
    let path: String

    /// The notes of a measurement: strings, held.
    private static let program = 48
    private static let blocks = 600

    /// Prints a table in Markdown.
    func print() {
        Swift.print("| voices | FluidSynth | baseline | AVX2 | FluidSynth / best |")
        Swift.print("|---:|---:|---:|---:|---:|")
        for voices in [64, 256, 512] {
            var times: [[Double]] = [[], [], []]
            for _ in 0..<5 {
                times[0].append(fluidSynth(voices))
                times[1].append(own(voices, .baseline))
                times[2].append(own(voices, .fastest))
            }
            let medians = times.map { $0.sorted()[$0.count / 2] }
            let numbers = medians.map { String(format: "%.2f", $0) }
            let ratio = String(format: "%.2f", medians[0] / medians[2])
            Swift.print("| \(voices) | \(numbers.joined(separator: " | ")) | \(ratio) |")
        }
        let short = (0..<5).map { _ in own(256, .fastest, Self.shortLoops) }.sorted()[2]
        Swift.print("loops of 50 frames: \(String(format: "%.2f", short)) ns")
        let noteOn = (0..<5).map { _ in Self.noteOn }.sorted()[2]
        Swift.print("a note-on of four regions beside 250 voices: \(Int(noteOn)) ns")
    }

    /// A preset of one region with a loop of 50 frames.
    private static let shortLoops = tables(regions: 1)

    private static func tables(regions: Int) -> RegionTables {
        let frames = (0..<2_000).map { Int16(8_000 * sin(Double($0) * 2 * .pi / 50)) }
        var bank = RegionBank()
        bank.samples = [RegionSample(SampleFrames(frames), loop: 1_000..<1_050, rate: Run.rate)]
        var region = Region(sample: 0)
        region.values[.sampleMode] = 1
        bank.presets = [
            RegionPreset(regions: Array(repeating: region, count: regions))
        ]
        return RegionTables(bank)
    }

    /// The ns of a note-on.
    private static var noteOn: Double {
        let tables = tables(regions: 4)
        var engine = VoiceEngine(polyphony: 1_024, rate: Run.rate)
        for channel in 0..<16 { engine.setPreset(tables.presets[0], channel: channel) }
        for key: UInt8 in 0..<62 { engine.noteOn(channel: 1, key: key, velocity: 90) }
        let start = processorTime
        for key: UInt8 in 0..<100 { engine.noteOn(channel: 2, key: key, velocity: 90) }
        return (processorTime - start) / 100
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// The keys of voices: of each channel's the same ones.
    private func notes(_ count: Int) -> [(channel: Int, key: Int)] {
        (0..<count).map { ($0 / 40 % 16, 36 + $0 % 40) }
    }

    private func fluidSynth(_ voices: Int) -> Double {
        guard let synth = Reference(path, polyphony: 1_024) else { return .nan }
        for channel in 0..<16 { synth.select(bank: 0, program: Self.program, channel: channel) }
        for note in notes(voices * 2) where synth.voiceCount < voices {
            synth.noteOn(note.key, 100, channel: note.channel)
        }
        var output: [Float] = []
        output.reserveCapacity(64 * 2 * 1_000)
        synth.render(64 * 100, to: &output)
        let count = synth.voiceCount
        let start = Self.processorTime
        synth.render(64 * Self.blocks, to: &output)
        return (Self.processorTime - start) / Double(64 * Self.blocks * count)
    }

    private func own(
        _ voices: Int,
        _ kernels: KernelSet,
        _ tables: RegionTables? = nil
    ) -> Double {
        guard
            let index = font.bank.presets.firstIndex(where: {
                $0.bank == 0 && $0.program == Self.program
            })
        else { return .nan }
        var engine = VoiceEngine(
            polyphony: 1_024,
            rate: Run.rate,
            gain: Run.decibels,
            kernels: kernels
        )
        for channel in 0..<16 {
            engine.setPreset(tables?.presets[0] ?? font.tables.presets[index], channel: channel)
        }
        for note in notes(voices * 2) where engine.voiceCount < voices {
            engine.noteOn(channel: note.channel, key: UInt8(note.key), velocity: 100)
        }
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 4 * 512)
        defer { memory.deallocate() }
        func render(_ blocks: Int) {
            for _ in 0..<(blocks / 4) {
                engine.render(
                    256,
                    left: memory,
                    right: memory + 512,
                    reverb: memory + 1_024,
                    chorus: memory + 1_536
                )
            }
        }
        render(100)
        let count = engine.voiceCount
        let start = Self.processorTime
        render(Self.blocks)
        return (Self.processorTime - start) / Double(64 * Self.blocks * count)
    }
}
