import Effects
import Glibc
import MIDI
import Racks
import Realtime
import SMF
import Sequencer
import TestSupport

@testable import SamplerHost

/// A full rack that is given random commands: seeded, so that what goes wrong does so again.
///
/// Sixteen samplers, two fonts, rules that change, strips of samplers and channels, inserts whose
/// parameters move, clips, taps, effects, live keyboards and fonts that are swapped, while a song of
/// many tracks is repeated.
final class RackSoak {
    let engine: Engine
    private(set) var reports: [EngineReport] = []
    /// The number of each command that was given.
    private(set) var given: [String: Int] = [:]
    private var random: SeededGenerator
    private let fonts: [String]
    private let source: PreparedSequence
    private var settings: RackSettings
    private var rack: SamplerRack
    /// The number of the item that plays, or is to.
    private var itemNumber: Int?
    private var routed: RoutedSequence {
        didSet { recent = recent.suffix(7) + [routed] }
    }
    /// What may still play: rules take over some time after they were given.
    private var recent: [RoutedSequence]
    private var openSources: Set<UInt8> = []
    private let directory: String
    /// Sound files for clips.
    private let sounds: [String]
    /// The numbers of the clips that are there.
    private var clips: [Int] = []
    private var taps: [Tap] = []
    /// Those that the audio thread is to give back.
    private var endingTaps: [Tap] = []

    static let rate = 48_000
    static let period = 256
    private static let samplers = 16
    private static let length = 4_000

    /// Makes a rack and an engine.
    ///
    /// - Parameters:
    ///   - fonts: Two fonts, or copies of one.
    ///   - sounds: Sound files for clips.
    ///   - directory: Where taps are written.
    ///   - seed: What the commands follow from.
    ///   - threads: The threads that render.
    /// - Throws: What keeps the fonts from being loaded.
    init(
        fonts: [String],
        sounds: [String],
        directory: String,
        seed: UInt64,
        threads: Int
    ) throws {
        self.fonts = fonts
        self.sounds = sounds
        self.directory = directory
        random = SeededGenerator(seed: seed)
        source = try sequence(Self.song(seed: seed))
        var settings = RackSettings(
            samplers: (0..<Self.samplers).map { number in
                var sampler = SamplerSettings(testing: fonts[0])
                sampler.shards = 1
                sampler.polyphony = 32
                var named = RackSettings.Sampler(name: "sampler \(number)", settings: sampler)
                if number % 4 == 0 { named.channels = [0: StripSettings(), 2: StripSettings()] }
                return named
            }
        )
        settings.fallback = RackSettings.Sampler(
            name: "other",
            settings: SamplerSettings(testing: fonts[0])
        )
        self.settings = settings
        routed = try settings.routing(of: source)
        recent = [routed]
        rack = try SamplerRack(
            settings,
            rate: Self.rate,
            maximumPeriod: Self.period,
            for: [routed]
        )
        var engineSettings = EngineSettings(
            sampler: SamplerSettings(testing: fonts[0])
        )
        engineSettings.rate = Self.rate
        engineSettings.maximumPeriod = Self.period
        engineSettings.latency = .asap
        engineSettings.threads = threads
        engine = try Engine(engineSettings, inputs: 2)
    }

    /// A song of ten tracks on five channels of two ports, with all that lasts: pedals, programs,
    /// bends, parameters.
    private static func song(seed: UInt64) -> SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 500)
        for number: UInt8 in 0..<10 {
            var random = SeededGenerator(seed: seed ^ UInt64(number) << 32)
            let channel = number % 5
            song.track("Part \(number)") { track in
                if number >= 5 { track.port(at: 0, 1) }
                for step: UInt32 in 0..<40 {
                    let tick = step * 100
                    let key = UInt8.random(in: 40...80, using: &random)
                    track.note(
                        at: tick,
                        length: .random(in: 20...300, using: &random),
                        channel: channel,
                        key: key,
                        velocity: .random(in: 1...127, using: &random)
                    )
                    switch Int.random(in: 0...9, using: &random) {
                    case 0: track.pedal(at: tick + 5, channel: channel, down: true)
                    case 1: track.pedal(at: tick + 5, channel: channel, down: false)
                    case 2:
                        track.bend(
                            at: tick,
                            channel: channel,
                            .random(in: 0...16_383, using: &random)
                        )
                    case 3:
                        track.control(
                            at: tick,
                            channel: channel,
                            7,
                            .random(in: 0...127, using: &random)
                        )
                    case 4: track.control(at: tick, channel: channel, 121, 0)
                    case 5:
                        track.control(
                            at: tick,
                            channel: channel,
                            91,
                            .random(in: 0...127, using: &random)
                        )
                    case 6:
                        track.program(
                            at: tick,
                            channel: channel,
                            .random(in: 0...3, using: &random)
                        )
                    default: break
                    }
                }
                track.endTick = UInt32(length)
            }
        }
        return song
    }

    // MARK: Commands

    /// Begins the song, repeated for ever.
    func begin() throws { try start(from: 0) }

    /// Gives a random command.
    func step() throws {
        reports += engine.takeReports()
        _ = engine.takeReleasedRacks()
        _ = engine.takeSubstitutions()
        switch Int.random(in: 0..<33, using: &random) {
        case 23..<26: try note("inserts", changeInserts)
        case 26: try note("inserts of outputs", changeOutputs)
        case 27: try note("together", changeTogether)
        case 28: try note("at a position", changeLater)
        case 29..<33: try note("clip", changeClips)
        case 22: try note("fonts later", swapFontsLater)
        case 0..<4: try changeRules()
        case 4: try note("seek") { try start(from: .random(in: 0..<Self.length, using: &random)) }
        case 5: try note("fonts", swapFonts)
        case 6..<9: try note("strip", changeStrip)
        case 9, 10: note("effects", changeEffects)
        case 11, 12: try note("play differently", playDifferently)
        case 13: note("gain") { engine.setGain(.random(in: -60...12, using: &random)) }
        case 14:
            try note("stop and start") {
                engine.halt()
                try start(from: 0)
            }
        case 15: try note("tap", addTap)
        case 16: note("tap's end", endTap)
        case 17: note("channel", changeChannels)
        default: note("live", playLive)
        }
    }

    private func note(_ name: String, _ command: () throws -> Void) rethrows {
        try command()
        given[name, default: 0] += 1
    }

    private func item(_ routed: RoutedSequence, from: Int, isUntouched: Bool = true) throws
        -> PlayItem
    {
        func selection() throws -> Selection {
            guard Int.random(in: 0..<4, using: &random) == 0 else { return .none }
            let selectors = ["ch:1", "ch:2/3", "track:4", "track:Part 7"]
            let text = selectors.randomElement(using: &random) ?? "ch:1"
            return try SelectorSet(parsing: text).resolve(in: source)
        }
        return PlayItem(
            sequence: routed.sequence,
            rate: Self.rate,
            from: Int64(from) * 48,
            loop: 0..<Int64(Self.length) * 48,
            muted: try selection(),
            soloed: try selection(),
            transpose: .random(in: -3...3, using: &random),
            chaseNotes: .random(using: &random),
            startsAnew: isUntouched
        )
    }

    private func start(from: Int) throws {
        itemNumber = engine.start(try item(routed, from: from), on: rack, routed: routed)
        guard itemNumber != nil else {
            throw TestSupportError("the item was refused")
        }
    }

    private func playDifferently() throws {
        let item = try item(routed, from: position, isUntouched: false)
        itemNumber = engine.updateItem(item, on: rack, routed: routed)
        guard itemNumber != nil else {
            throw TestSupportError("the change was refused")
        }
    }

    /// The position in milliseconds.
    private var position: Int {
        min(Self.length - 1, Int(engine.position.frame / 48))
    }

    private func changeRules() throws {
        settings.rules = (0..<Int.random(in: 0...6, using: &random)).map { _ in rule() }
        let routed = try settings.routing(of: source, after: self.routed)
        if !rack.plays(routed) {
            guard try replaceRack(for: routed) else { return }
        }
        let due = min(Self.length - 1, position + .random(in: 0...200, using: &random))
        let item = try item(routed, from: due, isUntouched: false)
        self.routed = routed
        itemNumber = engine.scheduleReplacement(item, on: rack, routed: routed)
        if itemNumber == nil { throw TestSupportError("the rules were refused") }
        given["rules", default: 0] += 1
    }

    private func rule() -> RoutingRule {
        let sources: [RoutingSource] = [
            .all, .track(.random(in: 1...10, using: &random)), .trackName("Part *"),
            .port(.random(in: 1...2, using: &random)),
        ]
        var rule = RoutingRule(
            source: sources.randomElement(using: &random) ?? .all,
            destinations: (0..<Int.random(in: 0...3, using: &random)).map { _ in destination() }
        )
        if .random(using: &random) { rule.channels = .random(in: 1...0x1F, using: &random) }
        if .random(using: &random) {
            let split = UInt8.random(in: 41...79, using: &random)
            rule.keys = .random(using: &random) ? 0...split : split...127
        }
        if Int.random(in: 0..<4, using: &random) == 0 { rule.velocities = 1...64 }
        return rule
    }

    private func destination() -> RoutingDestination {
        let number = Int.random(in: 0..<Self.samplers, using: &random)
        var destination = RoutingDestination(sampler: "sampler \(number)")
        if .random(using: &random) { destination.channel = .random(in: 0...2, using: &random) }
        destination.transpose = .random(in: -12...12, using: &random)
        return destination
    }

    /// - Returns: `false` where too many racks still sound.
    private func replaceRack(for routed: RoutedSequence, at frame: Int64? = nil) throws -> Bool {
        guard engine.hasRoom(forRacks: 16) else { return false }
        let new = try SamplerRack(
            settings,
            rate: Self.rate,
            maximumPeriod: Self.period,
            for: recent + [routed],
            after: rack
        )
        if let frame, let itemNumber {
            guard engine.scheduleRack(rack, with: new, at: frame, ofItem: itemNumber) else {
                return false
            }
        } else {
            guard engine.replaceRack(rack, with: new) else { return false }
        }
        rack = new
        return true
    }

    private func swapFonts() throws {
        let number = Int.random(in: 0..<Self.samplers, using: &random)
        let font = fonts.randomElement(using: &random) ?? fonts[0]
        settings.samplers[number].settings.fonts = [SoundFontReference(path: font)]
        _ = try replaceRack(for: routed)
    }

    private func swapFontsLater() throws {
        let number = Int.random(in: 0..<Self.samplers, using: &random)
        settings.samplers[number].settings.fonts = [SoundFontReference(path: fonts[0])]
        let due = min(Self.length - 1, position + .random(in: 0...200, using: &random))
        _ = try replaceRack(for: routed, at: Int64(due) * 48 + .random(in: 0...47, using: &random))
    }

    private func changeStrip() throws {
        guard let name = engine.strips.randomElement(using: &random) else { return }
        var strip = StripSettings()
        strip.gain = .random(in: -60...12, using: &random)
        strip.pan = .random(in: -100...100, using: &random)
        strip.isMuted = Int.random(in: 0..<4, using: &random) == 0
        strip.isSoloed = Int.random(in: 0..<8, using: &random) == 0
        strip.reverbSend = .random(in: -20...6, using: &random)
        strip.chorusSend = .random(in: -20...6, using: &random)
        strip.transpose = .random(in: -2...2, using: &random)
        strip.inserts = try engine.stripSettings(name).inserts
        try engine.setStrip(name, strip, over: length)
    }

    /// The frames that a move takes: none, few or many.
    private var length: Int {
        .random(using: &random) ? 0 : .random(in: 1...48_000, using: &random)
    }

    /// A random insert of any kind of ours.
    private func insert() throws -> InsertSettings {
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        let kinds = [
            "filter,frequency=\(number(50...10_000)),q=\(number(0.2...8))",
            "eq,peak=\(number(50...9_000)):\(number(-20...12)):\(number(0.2...6)),low-cut=40:24",
            "compressor,threshold=\(number(-50...0)),ratio=\(number(1...20))",
            "compressor,threshold=-30,sidechain=\(engine.strips.randomElement(using: &random) ?? "none")",
            "compressor,look-ahead=\(Int.random(in: 0...8, using: &random)),makeup=3",
            "gate,threshold=\(number(-60...(-10)))", "limiter,gain=\(number(0...12))",
            "drive,drive=\(number(0...30))", "delay,time=\(number(1...900)),feedback=0.6",
            "delay,time=1/\(Int.random(in: 4...16, using: &random)),feedback=0.4",
            "reverb,room-size=\(number(0...1))", "chorus,depth=\(number(0...9))",
            "width,width=\(number(0...2)),mix=\(number(0...1))",
        ]
        return try InsertSettings(parsing: kinds.randomElement(using: &random) ?? kinds[0])
    }

    /// Adds, removes, bypasses or changes an insert.
    private func changed(_ inserts: [InsertSettings]) throws -> [InsertSettings] {
        var inserts = inserts
        let index = inserts.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<6, using: &random), index) {
        case (0, let index?): inserts.remove(at: index)
        case (1, let index?): inserts[index].isBypassed.toggle()
        case (2...4, let index?):
            inserts[index].mix = .random(in: 0...1, using: &random)
            let other = try insert()
            if other.effect.kind == inserts[index].effect.kind { inserts[index] = other }
        default: if inserts.count < 4 { inserts.append(try insert()) }
        }
        return inserts
    }

    private func changeInserts() throws {
        guard let name = engine.strips.randomElement(using: &random) else { return }
        var strip = try engine.stripSettings(name)
        strip.inserts = try changed(strip.inserts)
        try engine.setStrip(name, strip, over: length)
    }

    private func changeOutputs() throws {
        let place: OutputInserts.Place =
            .random(using: &random) ? .output(.main) : .effects(RackSettings.mainEffects)
        try engine.setInserts(try changed(engine.inserts[place]), of: place, over: length)
        engine.setGain(.random(in: -20...0, using: &random), over: length)
    }

    private func changeTogether() throws {
        var failure: (any Error)?
        try engine.together {
            do {
                for _ in 0..<3 {
                    try changeStrip()
                    try changeInserts()
                }
            } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func changeLater() throws {
        guard let itemNumber else { return }
        let due = min(Self.length - 1, position + .random(in: 0...600, using: &random))
        try engine.scheduling(at: Int64(due) * 48, ofItem: itemNumber) {
            try changeInserts()
            try changeStrip()
        }
    }

    private func changeClips() throws {
        switch (Int.random(in: 0..<6, using: &random), clips.randomElement(using: &random)) {
        case (0, let clip?):
            engine.removeClip(clip)
            clips.removeAll { $0 == clip }
        case (1, let clip?): engine.stopClip(clip)
        case (2...4, let clip?): engine.playClip(clip, isQueued: .random(using: &random))
        default:
            guard clips.count < 8, let path = sounds.randomElement(using: &random) else { return }
            let player = "player \(Int.random(in: 0..<3, using: &random))"
            let loop = Bool.random(using: &random) ? ",loop=yes" : ""
            var clip = try ClipSettings(parsing: "\(path)@0\(loop),gain=-12")
            clip.name = player
            clip.inserts = [try insert()]
            do throws(HostError) {
                clips.append(try engine.add(PlayableClip(clip)))
            } catch {
                // Some of those that were removed fade out.
                guard error.code == .busy else { throw error }
            }
        }
    }

    private func addTap() throws {
        guard taps.count < 8, let name = engine.strips.randomElement(using: &random) else { return }
        let number = given["tap", default: 0]
        let isFile = Int.random(in: 0..<4, using: &random) == 0
        let path = isFile ? "\(directory)/tap \(number).wav" : "/dev/null"
        let strip = Int.random(in: 0..<4, using: &random) == 0 ? Engine.masterTap : name
        taps.append(try engine.addTap(strip, to: TapDestination(path: path, type: .wav)))
    }

    /// Asks for one tap, and completes those that the audio thread has given back; their files go.
    private func endTap() {
        if let index = taps.indices.randomElement(using: &random) {
            let tap = taps.remove(at: index)
            engine.releaseTap(tap)
            endingTaps.append(tap)
        }
        for tap in endingTaps where tap.isReleased {
            complete(tap.finish(), of: tap)
        }
        endingTaps.removeAll { $0.isReleased }
    }

    private func complete(_ outcome: Tap.Outcome, of tap: Tap) {
        if let failure = outcome.failure { tapFailures.append("\(tap.path): \(failure)") }
        if tap.path != "/dev/null" { unlink(tap.path) }
    }

    /// Gives strips to other channels, from the next rack on.
    private func changeChannels() {
        let number = Int.random(in: 0..<Self.samplers, using: &random)
        let channel = UInt8.random(in: 0..<5, using: &random)
        if settings.samplers[number].channels.removeValue(forKey: channel) == nil {
            settings.samplers[number].channels[channel] = StripSettings()
        }
    }

    private func changeEffects() {
        var effects = EffectsSettings()
        if Int.random(in: 0..<4, using: &random) == 0 { effects.reverb = nil }
        effects.reverb?.roomSize = .random(in: 0...1, using: &random)
        effects.reverb?.level = .random(in: 0...1, using: &random)
        if Int.random(in: 0..<4, using: &random) == 0 { effects.chorus = nil }
        effects.chorus?.speed = .random(in: 0.1...5, using: &random)
        engine.setEffects(effects)
    }

    private func playLive() {
        let source = UInt8.random(in: 0..<4, using: &random)
        if openSources.insert(source).inserted {
            push(.open(source: source, input: Int(source & 1), stamp: 0))
        }
        let channel = UInt8.random(in: 0...3, using: &random)
        let key = UInt8.random(in: 40...80, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            push(.close(source: source, stamp: 0))
            openSources.remove(source)
        case 1: push(message(0xB0 | channel, 64, .random(using: &random) ? 127 : 0, source))
        case 2: push(message(0x80 | channel, key, 64, source))
        default: push(message(0x90 | channel, key, 100, source))
        }
    }

    private func message(_ status: UInt8, _ first: UInt8, _ second: UInt8, _ source: UInt8)
        -> LiveEvent
    {
        .message(
            MIDIMessage(status: status, data1: first, data2: second),
            source: source,
            stamp: 0
        )
    }

    private func push(_ event: LiveEvent) { _ = engine.control.push(event) }

    // MARK: The end

    /// What kept taps from being written.
    private(set) var tapFailures: [String] = []

    /// Completes the taps, when the engine has ended.
    func endTaps() {
        for tap in taps + endingTaps { complete(tap.finish(), of: tap) }
    }

    /// Ends the music and takes the hands from the keyboards.
    func end() {
        engine.halt()
        for source in openSources.sorted() { push(.close(source: source, stamp: 0)) }
        openSources = []
    }

    /// The number of keys and pedals that are held somewhere, by the books of the sources and of all
    /// racks.
    ///
    /// Only while no thread renders.
    var heldCount: Int {
        var held = engine.core.value.deck.links.count
        for index in 0..<engine.core.value.racks.count {
            held += engine.core.value.racks[index].value.holds.heldCount
        }
        return held
    }

    /// The racks that the engine has not returned.
    var rackCount: Int { engine.core.value.racks.count }
}
