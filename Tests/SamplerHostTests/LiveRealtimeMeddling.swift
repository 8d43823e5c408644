import Effects
import Foundation
import MIDI
import Sequencer
import SoundTestSupport
import TestSupport

@testable import SamplerHost

/// Everything that can be asked of a running engine, asked while live sources play on it.
///
/// The test's thread controls; a second one has the live sources; the engine runs on a third.
final class LiveRealtimeMeddling {
    let engine: Engine
    let sink: MemorySink
    private let settings: EngineSettings
    private let song: PreparedSequence
    private var stage: SamplerRack
    private(set) var reports: [EngineReport] = []
    private(set) var voices = 0
    private(set) var liveEvents = 0
    /// Items that the engine took.
    private(set) var itemsGiven = 0

    init(font: String, threads: Int) throws {
        var sampler = SamplerSettings(testing: font)
        // Few voices, so that hundreds are stolen.
        sampler.polyphony = 48
        var settings = EngineSettings(sampler: sampler)
        settings.maximumPeriod = 256
        settings.threads = threads
        settings.sleepsAfter = 480
        self.settings = settings
        song = try sequence(Self.everything)
        engine = try Engine(settings, inputs: 2)
        stage = try SamplerRack(sampler, rate: 48_000, maximumPeriod: 256, for: [song])
        sink = MemorySink(periodFrames: 256, format: .s16)
        sink.pacer = Pacer(rate: 48_000, ahead: 1_024)
    }

    /// Meddles for some rounds and ends.
    func run(rounds: Int) throws {
        let presets = engine.liveRack?.presets ?? []
        let thread = try AudioThread(running: engine, into: sink, realTime: true)
        // Harmless where it has ended; where the test fails it does not run on.
        defer { engine.cancel() }
        let input = LiveRealtimeInput(playing: engine, seed: 1)
        for index in 0..<engine.inputs {
            push(.open(source: UInt8(index), input: index, stamp: LiveQueue.now))
        }
        for round in 0..<rounds {
            try meddle(round)
            choosePresets(presets, round)
            for _ in 0..<4 {
                reports += engine.takeReports()
                voices = max(voices, engine.takeFigures().voices)
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
        liveEvents = input.end()
        push(.panic(stamp: LiveQueue.now))
        engine.halt()
        // Everybody is silent soon: it falls asleep, is woken, and is ended.
        try wait(for: "sleep") { engine.isAsleep }
        let rendered = engine.framesRendered
        push(note(on: true, 60))
        // It may be asleep again before anybody looks, so what counts is that it has rendered.
        try wait(for: "waking") { engine.framesRendered > rendered }
        push(note(on: false, 60))
        engine.stop()
        try thread.join()
        reports += engine.takeReports()
    }

    /// One thing after the other: starting, adopting, queueing, halting, other samplers.
    private func meddle(_ round: Int) throws {
        engine.setGain(round % 2 == 0 ? 0 : -6)
        engine.setEffects(Self.effects[round % Self.effects.count])
        switch round % 10 {
        case 0: given(engine.start(item(), on: stage))
        case 1: given(engine.updateItem(item(speed: "2"), on: stage))
        case 2:
            given(engine.updateItem(item(muted: Selection(tracks: [], channels: [1])), on: stage))
        case 3: given(engine.enqueue(item(), on: stage))
        case 4:
            let other = try SamplerRack(
                settings.sampler,
                rate: 48_000,
                maximumPeriod: 256,
                for: [song]
            )
            if engine.replaceRack(stage, with: other) { stage = other }
        case 5:
            let rack = try SamplerRack(
                live: settings.sampler,
                inputs: engine.inputs,
                rate: 48_000,
                maximumPeriod: 256,
                after: engine.liveRack
            )
            _ = engine.install(rack)
        case 6: push(.panic(stamp: LiveQueue.now))
        case 7: engine.dropQueued()
        case 8: engine.halt()
        default:
            push(note(on: true, 50))
            engine.pause()?.resume()
            push(note(on: false, 50))
        }
    }

    /// Effects of which each differs from the one before in what has to fade.
    private static let effects: [EffectsSettings] = {
        var small = EffectsSettings()
        small.reverb?.scale = 0.25
        small.chorus?.feedback = 0.9
        small.chorus?.reverbSend = 1
        var many = EffectsSettings()
        many.reverb?.roomSize = 1
        many.chorus?.voices = 9
        var echoes = EffectsSettings()
        echoes.reverb?.become(.panningDelay)
        return [small, .none, many, echoes]
    }()

    /// Each preset of the fonts, some in every round.
    private func choosePresets(_ presets: [Preset], _ round: Int) {
        let count = 40
        for index in round * count..<(round + 1) * count where !presets.isEmpty {
            let preset = presets[index % presets.count]
            push(
                .program(
                    bank: UInt16(clamping: preset.bank),
                    program: UInt8(clamping: preset.program),
                    channel: UInt8(index % 16),
                    source: UInt8(index % engine.inputs),
                    stamp: LiveQueue.now
                )
            )
        }
    }

    private func wait(for what: String, _ isThere: () -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while !isThere() {
            reports += engine.takeReports()
            guard .now < deadline else {
                throw TestSupportError("waited in vain for \(what): \(engine.takeFigures())")
            }
            Thread.sleep(forTimeInterval: 0.001)
        }
    }

    private func item(speed: String = "1", muted: Selection = .none) -> PlayItem {
        PlayItem(
            sequence: song,
            rate: 48_000,
            speed: Speed(parsing: speed) ?? .normal,
            muted: muted,
            startsAnew: false
        )
    }

    private func given(_ number: Int?) {
        if number != nil { itemsGiven += 1 }
    }

    private func note(on: Bool, _ key: UInt8) -> LiveEvent {
        let message = MIDIMessage(status: on ? 0x90 : 0x80, data1: key, data2: 100)
        return .message(message, source: 0, stamp: LiveQueue.now)
    }

    private func push(_ event: LiveEvent) {
        while !engine.control.push(event) { Thread.sleep(forTimeInterval: 0.001) }
    }

    /// Half a second on two ports with all kinds of message on all channels.
    private static let everything = SMFBuilder.milliseconds(
        { fill(&$0, seed: 0) },
        { track in
            track.port(at: 0, 1)
            fill(&track, seed: 5)
        }
    )

    private static func fill(_ track: inout SMFBuilder.Track, seed: UInt8) {
        for time: UInt32 in 0..<500 {
            let channel = UInt8(time % 16)
            let value = UInt8(truncatingIfNeeded: time &* 37 &+ UInt32(seed)) & 127
            track.message(at: time, .programChange(channel: channel, program: value))
            track.control(at: time, channel: channel, UInt8(time % 128), value)
            track.bend(at: time, channel: channel, UInt16(value) << 7)
            track.pressure(at: time, channel: channel, value)
            track.pressure(at: time, channel: channel, key: 60, value)
            track.note(at: time, length: 40, channel: channel, key: value)
            if time % 100 == 0 { track.reset(at: time, ["GM", "GS", "XG"][Int(time / 100) % 3]) }
        }
        track.endTick = 600
    }
}
