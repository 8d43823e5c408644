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
        let program = (0..<5).map { _ in programChange }.sorted()[2]
        Swift.print("a program change beside 250 voices: \(Int(program)) ns")
        for voices in [1_000, 5_000, 8_000] { printPeriods(voices) }
    }

    /// The ns of a program change.
    private var programChange: Double {
        var engine = VoiceEngine(polyphony: 1_024, rate: Run.rate)
        let presets = font.tables.presets
        engine.setPreset(presets[0], channel: 0)
        for note in notes(250) {
            engine.noteOn(channel: note.channel, key: UInt8(note.key), velocity: 90)
        }
        let start = Self.processorTime
        for index in 0..<1_000 { engine.setPreset(presets[index % presets.count], channel: 1) }
        return (Self.processorTime - start) / 1_000
    }

    /// Prints how long periods of 128 frames take with so many voices, 10 seconds of them.
    private func printPeriods(_ voices: Int) {
        let frames = 128
        var engine = VoiceEngine(polyphony: voices, rate: Run.rate)
        // Strings and organs, which sound as long as a key is down.
        let sustained = [16, 18, 19, 48, 49, 50, 51, 80, 81, 90]
        let programs = font.bank.presets.indices.filter {
            font.bank.presets[$0].bank == 0 && sustained.contains(font.bank.presets[$0].program)
        }
        guard !programs.isEmpty else { return }
        for round in 0..<80 where engine.voiceCount < voices {
            for channel in 0..<16 {
                let preset = font.tables.presets[programs[(round / 8 + channel) % programs.count]]
                engine.setPreset(preset, channel: channel)
                // The pedal holds what a second note on a key would end.
                engine.control(64, 127, channel: channel)
                for key: UInt8 in 24..<104 where engine.voiceCount < voices && key % 8 == round % 8
                {
                    engine.noteOn(channel: channel, key: key, velocity: 100)
                }
            }
        }
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 4 * frames)
        defer { memory.deallocate() }
        var times: [Double] = []
        for _ in 0..<Int(10 * Run.rate) / frames {
            let start = Self.processorTime
            engine.render(
                frames,
                left: memory,
                right: memory + frames,
                reverb: memory + 2 * frames,
                chorus: memory + 3 * frames
            )
            times.append((Self.processorTime - start) / 1e6)
        }
        let length = Double(frames) / Run.rate * 1_000
        let mean = times.reduce(0, +) / Double(times.count)
        Swift.print(
            "\(engine.voiceCount) voices, periods of 128 frames (\(String(format: "%.2f", length)) ms): "
                + "mean \(String(format: "%.2f", mean)) ms, "
                + "longest \(String(format: "%.2f", times.max() ?? 0)) ms, "
                + "late \(times.count { $0 > length }) of \(times.count)"
        )
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
