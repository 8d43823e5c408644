import Foundation
import Voices

/// The difference between both engines in a sequence of random notes: overlapping ones, drums of
/// exclusive classes, keys that go down again, pedals, and more voices than there are.
struct SongTest {
    let font: Font
    let path: String
    var polyphony = 256
    var seed: UInt64 = 1

    /// A message at a block.
    private struct Event {
        enum Kind { case on, off, control }
        let block: Int
        let kind: Kind
        let channel: Int
        let number: Int
        let value: Int
    }

    private static let blocks = 8_000

    /// The random messages: of the kinds that are wanted.
    private func events(pedals: [Int]) -> [Event] {
        var state = seed
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        var events: [Event] = []
        for block in stride(from: 0, to: Self.blocks - 1_500, by: 20) {
            let channel = random(10)
            let key = channel == 9 ? 35 + random(46) : 40 + random(40)
            events.append(
                Event(
                    block: block,
                    kind: .on,
                    channel: channel,
                    number: key,
                    value: 40 + random(80)
                )
            )
            events.append(
                Event(
                    block: block + 10 + random(300),
                    kind: .off,
                    channel: channel,
                    number: key,
                    value: 0
                )
            )
            guard !pedals.isEmpty, random(6) == 0 else { continue }
            let pedal = pedals[random(4) == 0 ? pedals.count - 1 : 0]
            let channel2 = random(9)
            events.append(
                Event(block: block, kind: .control, channel: channel2, number: pedal, value: 127)
            )
            events.append(
                Event(
                    block: block + 50 + random(200),
                    kind: .control,
                    channel: channel2,
                    number: pedal,
                    value: 0
                )
            )
        }
        return events.enumerated()
            .sorted { ($0.element.block, $0.offset) < ($1.element.block, $1.offset) }
            .map(\.element)
    }

    /// Prints the residual.
    func print(pedals: [Int]) {
        guard let reference = Reference(path, polyphony: polyphony) else { return }
        var engine = VoiceEngine(
            polyphony: polyphony,
            rate: Run.rate,
            mode: .reference,
            gain: Run.decibels
        )
        reference.renew()
        let presets = font.bank.presets
        for channel in 0..<10 {
            let wanted = channel == 9 ? (128, 0) : (0, (channel * 13 + Int(seed)) % 128)
            guard
                let index = presets.firstIndex(where: {
                    $0.bank == wanted.0 && $0.program == wanted.1
                })
            else { continue }
            reference.select(bank: wanted.0, program: wanted.1, channel: channel)
            engine.setPreset(font.tables.presets[index], channel: channel)
        }
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 4 * 64)
        defer { memory.deallocate() }
        let events = events(pedals: pedals)
        var next = 0
        var (signal, noise) = (0.0, 0.0)
        var (first, most): (Int?, Int) = (nil, 0)
        for block in 0..<Self.blocks {
            while next < events.count, events[next].block <= block {
                let event = events[next]
                next += 1
                let (channel, number) = (event.channel, UInt8(event.number))
                switch event.kind {
                case .on:
                    reference.noteOn(event.number, event.value, channel: channel)
                    engine.noteOn(channel: channel, key: number, velocity: UInt8(event.value))
                case .off:
                    reference.noteOff(event.number, channel: channel)
                    engine.noteOff(channel: channel, key: number)
                case .control:
                    reference.control(event.number, event.value, channel: channel)
                    engine.control(number, UInt8(event.value), channel: channel)
                }
            }
            var output: [Float] = []
            reference.render(64, to: &output)
            engine.render(
                64,
                left: memory,
                right: memory + 64,
                reverb: memory + 128,
                chorus: memory + 192
            )
            most = max(most, engine.voiceCount)
            var (here, difference) = (0.0, 0.0)
            for frame in 0..<64 {
                for side in 0..<2 {
                    let one = Double(output[2 * frame + side])
                    let other = Double(memory[64 * side + frame])
                    here += one * one
                    difference += (one - other) * (one - other)
                }
            }
            signal += here
            noise += difference
            if first == nil, difference > 1e-8, difference > here * 1e-6 { first = block }
        }
        let decibels = 10 * log10(max(noise, 1e-30) / max(signal, 1e-30))
        Swift.print(
            "seed \(seed): residual \(String(format: "%.1f", decibels)) dB rms,"
                + " first block \(first.map(String.init) ?? "-"), at most \(most) voices"
        )
    }
}
