import Foundation
import MIDI
import SamplerHost
import Synchronization
import TestSupport

/// Four keyboards on a thread of their own that send everything that a live input takes.
final class LiveRealtimeInput: Sendable {
    private let engine: Engine
    private let isOver = Atomic<Bool>(false)
    private let sent = Atomic<Int>(0)
    private let ended = DispatchSemaphore(value: 0)

    private static let sources: Range<UInt8> = 0..<4

    /// Begins to play; the same messages for the same seed.
    init(playing engine: Engine, seed: UInt64) {
        self.engine = engine
        let thread = Thread { [self] in
            var random = SeededGenerator(seed: seed)
            play(&random)
            ended.signal()
        }
        thread.start()
    }

    /// Ends the thread.
    ///
    /// - Returns: The events that it sent.
    func end() -> Int {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
        return sent.load(ordering: .relaxed)
    }

    private func play(_ random: inout SeededGenerator) {
        for source in Self.sources { open(source) }
        var round = 0
        while !isOver.load(ordering: .relaxed) {
            let source = UInt8(round % Self.sources.count)
            for _ in 0..<8 { sendMessage(from: source, &random) }
            if round % 16 == 0 { sendExclusive(from: source, round / 16, &random) }
            if round % 64 == 0 {
                push(.close(source: source, stamp: LiveQueue.now))
                open(source)
            }
            round += 1
            Thread.sleep(forTimeInterval: 0.001)
        }
        for source in Self.sources { push(.close(source: source, stamp: LiveQueue.now)) }
    }

    private func open(_ source: UInt8) {
        push(.open(source: source, input: Int(source) % engine.inputs, stamp: LiveQueue.now))
    }

    /// A channel message of any kind with any data, more of them notes than chance would have.
    private func sendMessage(from source: UInt8, _ random: inout SeededGenerator) {
        let kinds: [UInt8] = [0x80, 0x90, 0x90, 0x90, 0xA0, 0xB0, 0xB0, 0xC0, 0xD0, 0xE0]
        let kind = kinds.randomElement(using: &random) ?? 0x90
        let message = MIDIMessage(
            status: kind | UInt8.random(in: 0...15, using: &random),
            data1: UInt8.random(in: 0...127, using: &random),
            data2: UInt8.random(in: 0...127, using: &random)
        )
        push(.message(message, source: source, stamp: LiveQueue.now))
    }

    /// In turn: 4 KB that mean nothing, a reset, a tuning and a master volume.
    private func sendExclusive(
        from source: UInt8,
        _ turn: Int,
        _ random: inout SeededGenerator
    ) {
        let noise = (0..<4_096).map { _ in UInt8.random(in: 0...127, using: &random) }
        let exclusives: [[UInt8]] = [
            noise,
            [0x7E, 0x7F, 0x09, 0x01],
            [0x7F, 0x7F, 0x08, 0x02, 0, 1, 60, 61, 0, 0],
            [0x7E, 0x7F, 0x08, 0x08, 0x03, 0x7F, 0x7F] + [UInt8](repeating: 70, count: 12),
            [0x7F, 0x7F, 0x04, 0x01, 0x10, 0x60],
            [0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, 0x41],
            [0x43, 0x10, 0x4C, 0x00, 0x00, 0x7E, 0x00],
            [],
        ]
        push(
            .systemExclusive(
                exclusives[turn % exclusives.count],
                source: source,
                stamp: LiveQueue.now
            )
        )
    }

    /// Waits while the queue is full, as the input thread of the program does.
    private func push(_ event: LiveEvent) {
        while !engine.input.push(event) { Thread.sleep(forTimeInterval: 0.001) }
        sent.wrappingAdd(1, ordering: .relaxed)
    }
}
