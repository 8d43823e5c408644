import Effects
import MIDI
import Realtime
import SMF
import Sequencer
import SoundTestSupport
import TestSupport

@testable import SamplerHost

/// A song on a rack with rules, played on the test's thread: what is heard of it, as numbers.
final class RoutedStage {
    let engine: Engine
    let rack: SamplerRack
    /// The way that the song takes at first.
    let routed: RoutedSequence
    let sink: MemorySink
    private(set) var reports: [EngineReport] = []
    private var script: [Int: [() throws -> Void]] = [:]

    static let rate = 48_000

    /// A rack of samplers with the measuring font and without effects.
    static func settings(
        font: String,
        samplers: [String] = ["one", "two", "three"],
        _ rules: RoutingRule...
    ) -> RackSettings {
        let sampler = SamplerSettings(testing: font)
        var rack = RackSettings(
            samplers: samplers.map { RackSettings.Sampler(name: $0, settings: sampler) }
        )
        rack.fallback = RackSettings.Sampler(name: "other", settings: sampler)
        rack.rules = rules
        return rack
    }

    init(
        _ song: SMFBuilder,
        _ settings: RackSettings,
        period: Int = 256,
        outputs: Int = 0,
        sync: SyncOutputs = SyncOutputs(),
        tail: TailPolicy = .auto,
        change: (inout EngineSettings) -> Void = { _ in }
    ) throws {
        routed = try settings.routing(of: sequence(song))
        rack = try SamplerRack(
            settings,
            rate: Self.rate,
            maximumPeriod: period,
            for: [routed]
        )
        var engineSettings = EngineSettings(sampler: SamplerSettings(fonts: []))
        engineSettings.effects = .none
        engineSettings.rate = Self.rate
        engineSettings.maximumPeriod = period
        engineSettings.tail = tail
        engineSettings.midiOutputs = outputs
        engineSettings.sync = sync
        change(&engineSettings)
        engine = Engine(engineSettings)
        sink = MemorySink(periodFrames: period, format: .float)
        sink.clockRate = Self.rate
    }

    /// An item of a version of the song; times are milliseconds.
    func item(
        _ routed: RoutedSequence? = nil,
        from: Int = 0,
        loop: Range<Int64>? = nil,
        loopCount: Int? = nil,
        mute: String = "",
        solo: String = "",
        transpose: Int = 0,
        chaseNotes: Bool = false,
        isUntouched: Bool = true
    ) throws -> PlayItem {
        let routed = routed ?? self.routed
        func selection(_ text: String) throws -> Selection {
            text.isEmpty ? .none : try SelectorSet(parsing: text).resolve(in: routed.source)
        }
        return PlayItem(
            sequence: routed.sequence,
            rate: Self.rate,
            from: Int64(from) * 48,
            loop: loop.map { $0.lowerBound * 48..<$0.upperBound * 48 },
            loopCount: loopCount,
            muted: try selection(mute),
            soloed: try selection(solo),
            transpose: transpose,
            chaseNotes: chaseNotes,
            startsAnew: isUntouched
        )
    }

    /// Starts the song with the first period.
    func start(_ item: PlayItem, isLast: Bool = true) throws {
        let number = engine.start(item, on: rack, routed: routed, isLast: isLast)
        if number == nil { throw TestSupportError("the item was refused") }
    }

    /// Does something just before the period that begins at or after a time is rendered.
    func at(_ milliseconds: Int, _ action: @escaping () throws -> Void) {
        let period = sink.periodFrames
        let frame = (milliseconds * 48 + period - 1) / period * period
        script[frame, default: []].append(action)
    }

    /// Runs until it has ended.
    func run() throws {
        var failure: (any Error)?
        defer { script = [:] }
        func perform() {
            do {
                for action in script[sink.frameCount] ?? [] { try action() }
            } catch {
                failure = error
            }
        }
        perform()
        try engine.run(into: sink) {
            reports += engine.takeReports()
            perform()
        }
        reports += engine.takeReports()
        if let failure { throw failure }
    }

    /// Plays the song as it is.
    func play() throws {
        try start(item())
        try run()
    }

    /// The number of keys and pedals that are held somewhere, by the sources' and the samplers'
    /// books.
    var heldCount: Int { engine.core.value.deck.links.count + rack.rack.value.holds.heldCount }

    var left: Signal { get throws { try sink.channels(rate: Self.rate).left } }
    var right: Signal { get throws { try sink.channels(rate: Self.rate).right } }

    /// The amplitude of the sine on a key in the 30 ms from a time on, dBFS.
    func level(ofKey key: UInt8, at milliseconds: Int) throws -> Double {
        let start = milliseconds * 48
        return try left.level(ofPartial: frequency(ofKey: key), in: start..<start + 1_440)
    }

    /// Whether the sine on a key sounds at velocity 100, or not at all.
    func isHeard(_ key: UInt8, at milliseconds: Int) throws -> Bool {
        let level = try level(ofKey: key, at: milliseconds)
        if level > MeasuringFont.sinePeakLevel - 9 { return true }
        if level < -55 { return false }
        throw TestSupportError("key \(key) at \(milliseconds) ms: \(level) dB, neither on nor off")
    }
}

extension RoutingRule {
    /// A rule for all of a source, with changes.
    static func rule(
        _ source: RoutingSource,
        to samplers: String...,
        change: (inout RoutingRule) -> Void = { _ in }
    ) -> RoutingRule {
        var rule = RoutingRule(
            source: source,
            destinations: samplers.map { RoutingDestination(sampler: $0) }
        )
        change(&rule)
        return rule
    }
}
