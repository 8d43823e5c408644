import Effects
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Effects that the controlling thread changes while music plays.
@Suite struct EffectsSettingsTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static let song = SMFBuilder.milliseconds {
        $0.program(at: 0, channel: 0, .wet)
        $0.key(40...900)
        $0.endTick = 1_000
    }

    /// Plays the song; changes the effects when 24,000 frames have been rendered.
    private func play(
        period: Int = 256,
        from first: EffectsSettings = EffectsSettings(),
        to change: EffectsSettings?
    ) throws -> Signal {
        var options = Rendering.Options()
        (options.reverb, options.chorus) = (first.reverb != nil, first.chorus != nil)
        (options.period, options.tail) = (period, .none)
        let (engine, items) = try Rendering.engine(
            for: [Self.song.bytes],
            font: studio.font,
            options
        )
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let sink = MemorySink(periodFrames: period, format: .float)
        var isChanged = false
        try engine.run(into: sink) {
            guard let change, !isChanged, engine.framesRendered >= 24_000 else { return }
            isChanged = true
            engine.setEffects(change)
        }
        return try sink.channels(rate: 48_000).left
    }

    @Test func theyFadeToTheNewOnes() throws {
        let both = try play(to: nil)
        let none = try play(from: .none, to: nil)
        let changed = try play(to: EffectsSettings.none)
        let start = 24_064
        #expect(firstDifference(changed.samples[..<start], both.samples[..<start]) == nil)
        let end = start + 2_048 + 64
        #expect(firstDifference(changed.samples[end...], none.samples[end...]) == nil)
        #expect(firstDifference(both.samples[end...], none.samples[end...]) != nil)
        let back = try play(from: .none, to: EffectsSettings())
        #expect(firstDifference(back.samples[..<start], none.samples[..<start]) == nil)
        #expect(try back.distance(to: none) > -20)
    }

    @Test("The frame of a change does not depend on how the periods divide time")
    func periods() throws {
        var settings = EffectsSettings()
        settings.reverb?.level = 0.2
        settings.reverb?.scale = 0.4
        settings.chorus?.depth = 20
        let one = try play(period: 64, to: settings)
        // 24,000 is a multiple of these, so the command comes before the same frame.
        for period in [96, 320, 480] {
            let other = try play(period: period, to: settings)
            #expect(firstDifference(one.samples, other.samples) == nil, "\(period) frames")
        }
    }

    @Test func theyCanBeSetBeforeTheFirstPeriod() throws {
        let (engine, items) = try Rendering.engine(for: [Self.song.bytes], font: studio.font)
        for item in items { _ = engine.enqueue(item, isLast: true) }
        engine.setEffects(EffectsSettings())
        let sink = MemorySink(periodFrames: 256, format: .float)
        try engine.run(into: sink)
        let left = try sink.channels(rate: 48_000).left
        let dry = try play(from: .none, to: nil)
        #expect(firstDifference(left.samples.prefix(40_000), dry.samples.prefix(40_000)) != nil)
    }
}
