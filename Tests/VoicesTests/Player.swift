import Realtime

@testable import Voices

/// An engine, the tables that it plays, and what it has rendered.
final class Player {
    static let rate = 48_000.0

    var engine: VoiceEngine
    private let tables: RegionTables

    /// An engine that plays regions of one sample on channel 0.
    convenience init(
        _ regions: [Region],
        _ sample: RegionSample,
        mode: VoiceMode = .exact,
        polyphony: Int = 32,
        kernels: KernelSet = .fastest
    ) {
        self.init(
            RegionPreset(regions: regions),
            [sample],
            mode: mode,
            polyphony: polyphony,
            kernels: kernels
        )
    }

    /// An engine that plays a preset on all channels.
    init(
        _ preset: RegionPreset,
        _ samples: [RegionSample],
        mode: VoiceMode = .exact,
        polyphony: Int = 32,
        kernels: KernelSet = .fastest,
        share: KeyShare = .all
    ) {
        var bank = RegionBank()
        bank.samples = samples
        bank.presets = [preset]
        tables = RegionTables(bank)
        engine = VoiceEngine(
            polyphony: polyphony,
            rate: Self.rate,
            mode: mode,
            kernels: kernels,
            isArticulated: tables.areArticulated,
            mostTurns: tables.mostTurns,
            share: share
        )
        for channel in 0..<16 { engine.setPreset(tables.presets[0], channel: channel) }
    }

    /// The frames that follow: left, right, reverb and chorus.
    func render(_ frames: Int) -> [[Float]] {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 4 * frames)
        defer { memory.deallocate() }
        engine.render(
            frames,
            left: memory,
            right: memory + frames,
            reverb: memory + 2 * frames,
            chorus: memory + 3 * frames
        )
        return (0..<4).map { bus in
            Array(UnsafeBufferPointer(start: memory + bus * frames, count: frames))
        }
    }

    /// The left side of the frames that follow.
    func left(_ frames: Int) -> [Float] { render(frames)[0] }

    /// Begins a note on channel 0.
    func noteOn(_ key: UInt8 = 60, velocity: UInt8 = 127, note: NoteSettings = NoteSettings()) {
        engine.noteOn(channel: 0, key: key, velocity: velocity, note: note)
    }

    /// Ends a note on channel 0.
    func noteOff(_ key: UInt8 = 60) { engine.noteOff(channel: 0, key: key) }
}

extension Region {
    /// A region without modulators that loops.
    static func looped(_ change: (inout Region) -> Void = { _ in }) -> Region {
        var region = Region(sample: 0)
        region.modulators = []
        region.values[.sampleMode] = 1
        change(&region)
        return region
    }

    /// An articulated region without connections that loops.
    static func articulated(_ change: (inout Articulation) -> Void = { _ in }) -> Region {
        var region = Region(sample: 0)
        var articulation = Articulation()
        articulation.loopMode = .continuous
        change(&articulation)
        region.articulation = articulation
        return region
    }

    /// A region without modulators that plays to the end.
    static func plain(_ change: (inout Region) -> Void = { _ in }) -> Region {
        var region = Region(sample: 0)
        region.modulators = []
        change(&region)
        return region
    }
}

extension RegionSample {
    /// Frames of one value, looped.
    static let constant = RegionSample(
        SampleFrames([Int16](repeating: 16_384, count: 1_000)),
        loop: 100..<900,
        rate: Player.rate
    )

    /// Frames that rise by one each, from −16,000.
    static let ramp = RegionSample(
        SampleFrames((0..<32_000).map { Int16($0 - 16_000) }),
        rate: Player.rate
    )

    /// A sine of 100 frames, looped.
    static let sine = RegionSample(
        SampleFrames((0..<2_000).map { Float(0.5 * Sine.value(Double($0) / 100)) }),
        loop: 1_000..<1_900,
        rate: Player.rate
    )
}
