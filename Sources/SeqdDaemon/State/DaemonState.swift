import ControlProtocol
import Effects
import Playback
import SamplerHost
import Sequencer

/// The state of the daemon that outlasts it: the queue, the position in it, and the settings.
///
/// A field is added here and in ``CodingKeys``, and in the two functions beside them.
struct DaemonState: Hashable, Sendable {
    /// A setting that an option of the daemon has too.
    struct Setting<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
        /// The value in use.
        var value: Value
        /// The value of the option then.
        var option: Value

        /// The value for a daemon with an option: that of the option if it has changed since.
        func value(for option: Value) -> Value {
            option == self.option ? value : option
        }
    }

    /// A recording that was under way.
    struct Recording: Hashable, Sendable, Codable {
        /// The file that is recorded.
        var path: String
        /// The journal that holds it until it is complete, a path.
        var journal: String
        /// Whether the file may replace another one.
        var replaces = false
        /// The starts at which it could not be completed.
        var attempts = 0

        /// The number of starts at which it is attempted to complete it: a disk may be missing, or
        /// full.
        static let largestAttempts = 10

        fileprivate enum CodingKeys: String, CodingKey {
            case path
            case journal
            case replaces
            case attempts
        }
    }

    // MARK: The queue

    var transport = DaemonStatus.State.stopped
    /// The entries of the queue, numbered from 1.
    var entries: [PlayQueue.Entry] = []
    /// The index of the current entry.
    var current: Int?
    /// Whether the last entry was played to its end.
    var hasEnded = false
    /// The order in which the entries are played; a random one begins anew.
    var modes = PlayModes()
    /// The position in the current entry.
    var ticks: Int64 = 0

    // MARK: Settings of playback

    var speed = Speed.normal
    var variSpeed = Speed.normal
    var tempo: Tempo?
    var loop = LoopSetting.off
    var loopCount: Int?
    var transpose = 0
    var chasesNotes = false
    var hasMetronome = false
    /// The time at which another version of a file takes over; `nil` if files are not watched.
    var watch: VersionTime?
    /// The source of time that is followed.
    var follow: Setting<SyncSettings?>?
    /// The maps of controllers.
    var maps: Setting<[SavedMap]>?

    // MARK: Parts of the current entry

    var muted = SelectorSet()
    var soloed = SelectorSet()

    /// The rules by which MIDI ports are connected, as clients write them.
    var connections: Setting<[String]>?

    // MARK: Settings of the sound

    var gain: Setting<Double>?
    /// The level that files are brought to.
    var level: Setting<RenderLevel?>?
    var fonts: Setting<[SoundFontReference]>?
    /// The engine that a client has chosen for them.
    var fontEngine: Setting<SynthesisEngine>?
    /// The strips and the effects that clients have set.
    var mixer = MixerSettings()
    /// The rack and the routes.
    var rack: Setting<RackChoice>?
    /// The effects of the options then.
    var effectsOption: EffectsSettings?

    /// The clips that clients have loaded, as commands in words.
    var clips: [String] = []

    /// The scenes.
    var scenes: [SavedScene] = []

    /// The recording that is under way, which is completed after a crash.
    var recording: Recording?
    /// The recordings of earlier daemons that could not be completed yet.
    var leftRecordings: [Recording] = []
}

extension DaemonState.Recording {
    init(from decoder: any Decoder) throws {
        let values = try StateFields<CodingKeys>(decoder)
        path = try values.required(.path)
        journal = try values.required(.journal)
        replaces = try values.optional(.replaces) ?? false
        attempts = try values.integer(.attempts, 0...Self.largestAttempts) ?? 0
    }
}

extension DaemonState: Codable {
    private enum CodingKeys: String, CodingKey {
        case state
        case entries
        case current
        case ended
        case `repeat`
        case single
        case random
        case consume
        case crossfade
        case ticks
        case speed
        case variSpeed
        case tempo
        case loop
        case loopFrom
        case loopTo
        case loopCount
        case transpose
        case chaseNotes
        case metronome
        case watch
        case follow
        case maps
        case muted
        case soloed
        case connect
        case gain
        case level
        case fonts
        case engine
        case rack
        case strips
        case effects
        case effectsOption
        case clips
        case scenes
        case recording
        case leftRecordings
    }

    init(from decoder: any Decoder) throws {
        let values = try StateFields<CodingKeys>(decoder)
        transport = try values.text(.state) { DaemonStatus.State(rawValue: $0) } ?? .stopped
        entries = try StateEntry.entries(values.optional(.entries) ?? [])
        let range = 1...max(entries.count, 1)
        current = entries.isEmpty ? nil : try values.integer(.current, range).map { $0 - 1 }
        hasEnded = try values.optional(.ended) ?? false
        modes.isRepeating = try values.optional(.repeat) ?? false
        modes.isSingle = try values.optional(.single) ?? false
        modes.isRandom = try values.optional(.random) ?? false
        modes.isConsuming = try values.optional(.consume) ?? false
        modes.crossfade = try values.optional(.crossfade) ?? 0
        if !PlayModes.crossfades.contains(modes.crossfade) {
            throw values.fault(.crossfade, "expected 0 to 60 seconds, not \(modes.crossfade)")
        }
        ticks = try values.integer(.ticks, 0...Int64.max) ?? 0
        speed = try values.text(.speed) { Speed(parsing: $0) } ?? .normal
        variSpeed =
            try values.text(.variSpeed) {
                Speed(parsing: $0).flatMap { $0.isVariSpeed ? $0 : nil }
            } ?? .normal
        tempo = try values.text(.tempo) { Tempo(parsing: $0) }
        loop = try values.text(.loop) { try LoopSetting(parsing: $0) } ?? .off
        if let from = try values.text(.loopFrom, { try Position(parsing: $0) }),
            let to = try values.text(.loopTo, { try Position(parsing: $0) })
        {
            loop = .between(PositionRange(from: from, to: to))
        }
        loopCount = try values.integer(.loopCount, 1...1_000_000)
        transpose = try values.integer(.transpose, -48...48) ?? 0
        chasesNotes = try values.optional(.chaseNotes) ?? false
        hasMetronome = try values.optional(.metronome) ?? false
        watch = try values.text(.watch) { VersionTime(rawValue: $0) }
        follow = try values.optional(.follow)
        maps = try values.optional(.maps)
        muted = try values.selectors(.muted)
        soloed = try values.selectors(.soloed)
        connections = try values.optional(.connect)
        gain = try values.optional(.gain)
        level = try values.optional(.level)
        fonts = try values.optional(.fonts)
        fontEngine = try values.optional(.engine)
        mixer.strips = try values.optional(.strips) ?? [:]
        mixer.effects = try values.optional(.effects) ?? [:]
        rack = try values.optional(.rack)
        effectsOption = try values.optional(.effectsOption)
        clips = try values.optional(.clips) ?? []
        scenes = try values.optional(.scenes) ?? []
        recording = try values.optional(.recording)
        leftRecordings = try values.optional(.leftRecordings) ?? []
        if let gain, !(-60...24).contains(gain.value) {
            throw values.fault(.gain, "expected -60 to 24 dB, not \(gain.value)")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(transport.rawValue, forKey: .state)
        try values.encodeIfPresent(current.map { $0 + 1 }, forKey: .current)
        try values.encode(hasEnded, forKey: .ended)
        try values.encode(modes.isRepeating, forKey: .repeat)
        try values.encode(modes.isSingle, forKey: .single)
        try values.encode(modes.isRandom, forKey: .random)
        try values.encode(modes.isConsuming, forKey: .consume)
        try values.encode(modes.crossfade, forKey: .crossfade)
        try values.encode(ticks, forKey: .ticks)
        try values.encode(speed.description, forKey: .speed)
        if variSpeed != .normal {
            try values.encode(variSpeed.description, forKey: .variSpeed)
        }
        try values.encodeIfPresent(tempo.map { "\($0.beatsPerMinute)" }, forKey: .tempo)
        if case .between(let range) = loop {
            try values.encode(range.from.description, forKey: .loopFrom)
            try values.encode(range.to.description, forKey: .loopTo)
        } else {
            try values.encode(loop.description, forKey: .loop)
        }
        try values.encodeIfPresent(loopCount, forKey: .loopCount)
        try values.encode(transpose, forKey: .transpose)
        try values.encode(chasesNotes, forKey: .chaseNotes)
        try values.encode(hasMetronome, forKey: .metronome)
        try values.encodeIfPresent(watch?.rawValue, forKey: .watch)
        try values.encodeIfPresent(follow, forKey: .follow)
        try values.encodeIfPresent(maps, forKey: .maps)
        try values.encode(muted.selectors.map(\.description), forKey: .muted)
        try values.encode(soloed.selectors.map(\.description), forKey: .soloed)
        try values.encodeIfPresent(connections, forKey: .connect)
        try values.encodeIfPresent(gain, forKey: .gain)
        try values.encodeIfPresent(level, forKey: .level)
        try values.encodeIfPresent(fonts, forKey: .fonts)
        try values.encodeIfPresent(fontEngine, forKey: .engine)
        try values.encode(mixer.strips, forKey: .strips)
        try values.encode(mixer.effects, forKey: .effects)
        try values.encodeIfPresent(rack, forKey: .rack)
        try values.encodeIfPresent(effectsOption, forKey: .effectsOption)
        if !clips.isEmpty { try values.encode(clips, forKey: .clips) }
        if !scenes.isEmpty { try values.encode(scenes, forKey: .scenes) }
        try values.encodeIfPresent(recording, forKey: .recording)
        if !leftRecordings.isEmpty { try values.encode(leftRecordings, forKey: .leftRecordings) }
        try values.encode(entries.map(StateEntry.init), forKey: .entries)
    }
}
