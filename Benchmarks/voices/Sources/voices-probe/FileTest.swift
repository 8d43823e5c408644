import Foundation
import Voices

/// The difference between both engines in a song, whose messages come from `events.py`.
struct FileTest {
    let font: Font
    let path: String
    let events: String

    private var reference: Reference?
    private var parameters = [[Int]](repeating: [127, 127], count: 16)

    init(font: Font, path: String, events: String) {
        (self.font, self.path, self.events) = (font, path, events)
        reference = Reference(path)
        reference?.renew()
    }

    /// Chooses a preset in both, or the bank's first one.
    private func select(_ program: Int, _ channel: Int, _ engine: inout VoiceEngine) {
        let presets = font.bank.presets
        let bank = channel == 9 ? 128 : 0
        let index =
            presets.firstIndex { $0.bank == bank && $0.program == program }
            ?? presets.firstIndex { $0.bank == bank }
        guard let index else { return }
        reference?.select(bank: bank, program: presets[index].program, channel: channel)
        engine.setPreset(font.tables.presets[index], channel: channel)
    }

    private mutating func send(_ message: [Int], _ engine: inout VoiceEngine) {
        guard let reference else { return }
        let (channel, first, second) = (message[0] & 15, message[1], message[2])
        switch message[0] >> 4 {
        case 8:
            reference.noteOff(first, channel: channel)
            engine.noteOff(channel: channel, key: UInt8(first))
        case 9:
            if second == 0 {
                reference.noteOff(first, channel: channel)
            } else {
                reference.noteOn(first, second, channel: channel)
            }
            engine.noteOn(channel: channel, key: UInt8(first), velocity: UInt8(second))
        case 11:
            if first == 0 || first == 32 { return }
            reference.control(first, second, channel: channel)
            engine.control(UInt8(first), UInt8(second), channel: channel)
            if first == 100 || first == 101 { parameters[channel][first - 100] = second }
            if first == 6, parameters[channel] == [0, 0] {
                engine.setWheelRange(Double(second), channel: channel)
            }
        case 12: select(first, channel, &engine)
        case 13:
            reference.press(first, channel: channel)
            engine.setPressure(UInt8(first), channel: channel)
        case 14:
            reference.bend(second << 7 | first, channel: channel)
            engine.setWheel(second << 7 | first, channel: channel)
        default: break
        }
    }

    /// Prints the residual.
    mutating func print() throws {
        let lines = try String(contentsOfFile: events, encoding: .utf8).split(separator: "\n")
        let events = lines.map { $0.split(separator: " ").compactMap { Int($0) } }
        var engine = VoiceEngine(
            polyphony: 256,
            rate: Run.rate,
            mode: .reference,
            gain: Run.decibels
        )
        for channel in 0..<16 { select(0, channel, &engine) }
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 4 * 64)
        defer { memory.deallocate() }
        var next = 0
        var (signal, noise) = (0.0, 0.0)
        var (first, most): (Int?, Int) = (nil, 0)
        for block in 0..<((events.last?[0] ?? 0) + 700) {
            while next < events.count, events[next][0] <= block {
                send(Array(events[next].dropFirst()), &engine)
                next += 1
            }
            var output: [Float] = []
            reference?.render(64, to: &output)
            engine.render(
                64,
                left: memory,
                right: memory + 64,
                reverb: memory + 128,
                chorus: memory + 192
            )
            most = max(most, engine.voiceCount)
            for frame in 0..<128 {
                let one = Double(output[frame])
                let other = Double(memory[64 * (frame & 1) + frame / 2])
                signal += one * one
                noise += (one - other) * (one - other)
            }
            if first == nil, noise > 1e-6 * signal, noise > 1e-9 { first = block }
        }
        let decibels = 10 * log10(max(noise, 1e-30) / max(signal, 1e-30))
        Swift.print(
            "\(self.events): residual \(String(format: "%.1f", decibels)) dB rms,"
                + " -60 dB from block \(first.map(String.init) ?? "-"), at most \(most) voices"
        )
    }
}
