import Effects
import MIDI
import SMF
import Sequencer
import SoundTestSupport
import TestSupport

@testable import SamplerHost

/// An engine with live inputs, played by a script: what is heard of it, as numbers.
///
/// It runs on the test's thread, so everything happens at exact periods of 256 frames: live
/// events and commands take effect on the first frame of the period after them, and the limiter's
/// latency later.
final class Performance {
    let engine: Engine
    let font: String
    let sink = MemorySink(periodFrames: 256, format: .float)
    private var script: [Int: [() throws -> Void]] = [:]
    private(set) var reports: [EngineReport] = []
    private let settings: EngineSettings

    static let rate = 48_000
    /// The frames by which the engine mixes ahead of what is heard.
    static let latency = Limiter.latency(rate: rate)

    init(
        font: String,
        inputs: Int = 1,
        rack: RackSettings? = nil,
        change: (inout EngineSettings) -> Void = { _ in }
    ) throws {
        self.font = font
        let sampler = SamplerSettings(testing: font)
        var settings = EngineSettings(sampler: sampler)
        settings.effects = .none
        settings.rate = Self.rate
        settings.maximumPeriod = 256
        settings.latency = .asap
        change(&settings)
        self.settings = settings
        if let rack {
            let samplers = try SamplerRack(
                live: rack,
                inputs: inputs,
                rate: Self.rate,
                maximumPeriod: 256
            )
            engine = try Engine(settings, live: samplers, inputs: inputs)
        } else {
            engine = try Engine(settings, inputs: inputs)
        }
    }

    /// The frame of a time in milliseconds: that of the period that begins next.
    static func frame(_ milliseconds: Int) -> Int {
        (milliseconds * 48 + 255) / 256 * 256
    }

    /// Does something just before the period that begins at or after a time is rendered.
    func at(_ milliseconds: Int, _ action: @escaping () throws -> Void) {
        script[Self.frame(milliseconds), default: []].append(action)
    }

    /// Sends a live event just before a time's period.
    func at(_ milliseconds: Int, _ event: LiveEvent) {
        at(milliseconds) { _ = self.engine.input.push(event) }
    }

    func opens(_ source: UInt8, at milliseconds: Int, input: Int = 0) {
        at(milliseconds, .open(source: source, input: input, stamp: 0))
    }

    func closes(_ source: UInt8, at milliseconds: Int) {
        at(milliseconds, .close(source: source, stamp: 0))
    }

    func sends(_ bytes: [UInt8], from source: UInt8, at milliseconds: Int) {
        let message = MIDIMessage(
            status: bytes[0],
            data1: bytes.count > 1 ? bytes[1] : 0,
            data2: bytes.count > 2 ? bytes[2] : 0
        )
        at(milliseconds, .message(message, source: source, stamp: 0))
    }

    /// Samplers for a song.
    func rack(for sequence: PreparedSequence, font: String? = nil) throws -> SamplerRack {
        var sampler = settings.sampler
        sampler.fonts = [SoundFontReference(path: font ?? self.font)]
        return try SamplerRack(
            sampler,
            rate: Self.rate,
            maximumPeriod: 256,
            for: [sequence]
        )
    }

    /// Runs until a time in milliseconds and ends.
    func run(until end: Int) throws {
        var failure: (any Error)?
        // Its actions hold this, and the test with its folder.
        defer { script = [:] }
        func perform() {
            do {
                for action in script[sink.frameCount] ?? [] { try action() }
            } catch {
                failure = error
            }
        }
        at(end) { self.engine.stop() }
        perform()
        try engine.run(into: sink) {
            reports += engine.takeReports()
            perform()
        }
        reports += engine.takeReports()
        if let failure { throw failure }
    }

    /// The amplitude of the sine on a key in the 40 ms from a time on, dBFS.
    func level(ofKey key: UInt8, at milliseconds: Int) throws -> Double {
        let left = try sink.channels(rate: Self.rate).left
        let start = milliseconds * 48
        return try left.level(ofPartial: frequency(ofKey: key), in: start..<start + 1_920)
    }

    func isHeard(_ key: UInt8, at milliseconds: Int) throws -> Bool {
        let level = try level(ofKey: key, at: milliseconds)
        // Velocity 100 is 4.2 dB below full.
        if level > MeasuringFont.sinePeakLevel - 9 { return true }
        // A loud neighbour leaks into the partial's measurement.
        if level < -60 { return false }
        throw TestSupportError("key \(key) at \(milliseconds) ms: \(level) dB, neither on nor off")
    }
}

/// A song for an engine that a test plays itself.
func sequence(_ song: SMFBuilder) throws -> PreparedSequence {
    guard let sequence = PreparedSequence.sequences(from: try MIDIFile(song.bytes)).first else {
        throw TestSupportError("the song is empty")
    }
    return sequence
}
