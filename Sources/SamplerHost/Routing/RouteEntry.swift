import MIDI

/// A ``Route`` as the audio thread reads it.
struct RouteEntry: BitwiseCopyable, Sendable {
    /// The rack's sampler; ``none`` where events on the route are dropped.
    let sampler: UInt8
    let channel: UInt8
    let lowKey: UInt8
    let highKey: UInt8
    let lowVelocity: UInt8
    let highVelocity: UInt8
    /// The bits of `MessageKinds`.
    let kinds: UInt8
    let transpose: Int8
    /// The rule; routes of one rule are adjacent and take notes together.
    let rule: UInt16
    /// The number of its velocity curve.
    let curve: UInt16
    /// Program << 16 | bank, as in `ShardEvent.Kind.program`; ``noPreset`` for none.
    let preset: UInt32
    /// 1 where the channel plays melodies whatever messages say, 2 where it plays drums, else 0.
    let drums: UInt8
    /// The bit of the name of the live sources that take it; 0 for all.
    let sourceName: UInt32
    /// The number of its list of changes, in which the first is empty.
    let changes: UInt16

    static var none: UInt8 { @_noLocks get { 0xFF } }
    static var noPreset: UInt32 { @_noLocks get { .max } }

    /// Packs a route.
    init(_ route: Route, sampler: Int?, curve: UInt16, changes: UInt16) {
        self.changes = changes
        self.sampler = sampler.map { UInt8(truncatingIfNeeded: $0) } ?? 0xFF
        channel = route.channel & 15
        (lowKey, highKey) = (route.keys.lowerBound, route.keys.upperBound)
        (lowVelocity, highVelocity) = (route.velocities.lowerBound, route.velocities.upperBound)
        kinds = route.kinds.rawValue
        transpose = Int8(clamping: route.transpose)
        rule = route.rule.map { UInt16(truncatingIfNeeded: $0) } ?? .max
        self.curve = curve
        preset =
            route.preset.map { UInt32($0.program & 127) << 16 | UInt32($0.bank & 0x3FFF) } ?? .max
        drums = route.isDrums.map { $0 ? 2 : 1 } ?? 0
        sourceName = route.sourceName.map { 1 << UInt32($0) } ?? 0
    }

    /// Whether a source takes it.
    ///
    /// - Parameter names: The names of the source, a bit each.
    /// - Returns: Whether it is for all, or for one of the names.
    @_noLocks
    func isFor(_ names: UInt32) -> Bool { sourceName == 0 || sourceName & names != 0 }

    /// Whether it takes every note of the sources that take it.
    var isComplete: Bool {
        @_noLocks get {
            lowKey == 0 && highKey == 127 && lowVelocity <= 1 && highVelocity == 127
        }
    }

    /// Whether what takes it is dropped.
    var drops: Bool { @_noLocks get { sampler == Self.none } }

    /// Whether a preset is given, or at least which kind of channel it is.
    var fixesProgram: Bool { @_noLocks get { preset != Self.noPreset || drums != 0 } }

    /// Whether a preset is given.
    var hasPreset: Bool { @_noLocks get { preset != Self.noPreset } }

    /// Whether a program change or bank select of the source is carried out.
    ///
    /// If a preset is given, none is. If the kind of channel is given, bank selects that could
    /// change it (those of XG) are not, and no bank select has a meaning on a drum channel.
    @_noLocks
    func accepts(_ message: MIDIMessage) -> Bool {
        if hasPreset { return false }
        guard message.status & 0xF0 == 0xB0, drums != 0 else { return true }
        return drums == 1 && (message.data1 != 0 || message.data2 < 120)
    }

    /// Whether messages of a kind pass.
    @_noLocks
    func passes(_ kind: UInt8) -> Bool { kinds & kind != 0 && !drops }

    /// Whether it takes a note, as far as key and velocity go.
    @_noLocks
    func takes(key: UInt8, velocity: UInt8) -> Bool {
        key >= lowKey && key <= highKey && velocity >= lowVelocity && velocity <= highVelocity
    }

    /// Whether it leads to the same channel of the same sampler.
    @_noLocks
    func leads(to other: RouteEntry) -> Bool {
        sampler == other.sampler && channel == other.channel
    }

    /// Whether all that lasts at the destination is the same by both routes; notes may differ.
    @_noLocks
    func hasSameState(as other: RouteEntry) -> Bool {
        leads(to: other) && kinds == other.kinds && preset == other.preset && drums == other.drums
    }

    /// A key as it is sent.
    @_noLocks
    func transposed(_ key: UInt8) -> UInt8 {
        MIDIKey.transposed(key, by: Int(transpose))
    }
}

/// A channel of a sampler whose preset, or kind, is given by rules.
struct FixedChannel: BitwiseCopyable, Sendable {
    let sampler: UInt8
    let channel: UInt8
    let preset: UInt32
    let drums: UInt8

    init(_ entry: RouteEntry) {
        sampler = entry.sampler
        channel = entry.channel
        preset = entry.preset
        drums = entry.drums
    }

    /// Whether another means the same.
    @_noLocks
    func isSame(as other: FixedChannel) -> Bool {
        sampler == other.sampler && channel == other.channel && preset == other.preset
            && drums == other.drums
    }
}
