import Clips
import Effects
import Mixer
import Racks
import Realtime
import Sequencer

/// Loans of the controlling thread to the audio thread, held until they are returned: items
/// and racks, by number.
///
/// The controlling thread's.
struct EngineLoans {
    private var items = LendingTable<Item>()
    private var racks = LendingTable<LentRack>(capacity: EngineCapacity.racks)
    private var released: [SamplerRack] = []
    var surveys = LendingTable<LentSurvey>()
    /// The clips that are played by command.
    var clips = LendingTable<LentClip>(capacity: EngineCapacity.clips)
    /// The strips that the racks are heard through.
    var strips: StripDirectory
    /// Whether the engine plays in real time.
    let isRealTime: Bool
    /// The MIDI outputs.
    var outputs: LoanTicket<MIDIOutQueue>?
    var effects: EffectsDirectory
    /// The inserts of outputs and effects buses; ``placeInserts()`` gives them to their strips' directory.
    var inserts = OutputInserts()

    /// Makes loans of nothing.
    ///
    /// - Parameters:
    ///   - strips: The engine's strips.
    ///   - effects: The engine's effects buses.
    ///   - isRealTime: Whether the engine plays in real time.
    init(strips: StripDirectory, effects: EffectsDirectory, isRealTime: Bool) {
        self.strips = strips
        self.isRealTime = isRealTime
        self.effects = effects
    }

    /// Has the inserts of outputs and effects buses made that have not been made yet: a bus has its name
    /// from the racks.
    ///
    /// - Parameter frames: The frames over which parameters move that change.
    mutating func placeInserts(over frames: Int = 0) {
        for pair in 0..<strips.pairCount {
            strips.setOutput(pair, inserts[.output(OutputPair(pair))], over: frames)
        }
        for (bus, name) in effects.busNames.enumerated() {
            let wanted = name.map { inserts[.effects($0)] } ?? []
            strips.setEffects(bus, name: name, wanted, over: frames)
        }
    }

    /// The highest vari-speed so far, which may still be on its way down.
    private var highestVariSpeed = 1.0

    /// Makes what clips are resampled with at a vari-speed, and on the way there.
    mutating func setVariSpeed(_ factor: Double) {
        highestVariSpeed = max(highestVariSpeed, factor)
        let paces =
            clips.values.map { $0.cue.value.span.pace }
            + items.values.flatMap { $0.item.clips.compactMap(\.variedPace) }
        for pace in Set(paces) { SincBank.shared.value.prepare(upTo: pace * highestVariSpeed) }
    }

    /// Makes what clips are resampled with that are to play.
    func prepare(_ spans: [ClipSpan]) {
        for span in spans {
            SincBank.shared.value.prepare(span.pace.magnitude)
            if let pace = span.variedPace {
                SincBank.shared.value.prepare(upTo: pace * highestVariSpeed)
            }
        }
    }

    /// An item, with the view of it that the audio thread has.
    private final class Item {
        let item: PlayItem
        let view: Box<PlayItemView>
        let automation: Box<ItemAutomation>
        let routed: RoutedSequence?
        let table: RoutingTable
        /// The number of the rack that it was lent with.
        let rack: Int

        init(
            _ item: PlayItem,
            _ automation: consuming ItemAutomation,
            _ routed: RoutedSequence?,
            _ table: RoutingTable,
            rack: Int
        ) {
            self.item = item
            self.automation = Box(automation)
            self.routed = routed
            self.table = table
            view = unsafe Box(item.view)
            self.rack = rack
        }
    }

    private final class LentRack {
        let rack: SamplerRack
        /// Whether the audio thread has returned it; an item on its way there may still name it, and
        /// is refused.
        var hasReturned = false
        /// Whether it goes there without an item.
        var isPromised: Bool
        /// Whether it is for the live inputs.
        let isLive: Bool
        /// The strips of its samplers and channels.
        let strips: [String]

        init(_ rack: SamplerRack, isPromised: Bool, isLive: Bool, strips: [String]) {
            self.rack = rack
            self.isPromised = isPromised
            self.isLive = isLive
            self.strips = strips
        }
    }

    /// The number that the next item gets.
    var nextItem: Int { items.nextNumber }

    // MARK: Items

    /// Lends an item, to be played on a rack that is lent already.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - routed: The routes of its lanes; `nil` for those to the samplers of their numbers.
    ///   - rack: The rack.
    ///   - isLast: Whether the engine ends after it.
    ///   - crossfade: The frames before the end of what plays at which it begins.
    /// - Returns: The item as the audio thread gets it; the rings to there limit how many there are.
    mutating func lend(
        _ item: PlayItem,
        _ routed: RoutedSequence?,
        on rack: SamplerRack,
        isLast: Bool,
        crossfade: Int64
    ) -> QueuedItem? {
        let table =
            routed?.table(for: rack.names)
            ?? RoutingTable(direct: item.samplerCount, samplers: rack.names.count)
        let automation = ItemAutomation(item.automation) { name in
            switch OutputInserts.Place(name) {
            case nil: .strip(strips.connectOrMake(name))
            // A pair that the engine does not have is heard nowhere; so is a bus that nothing sends to.
            case .output(let pair): pair.index < strips.pairCount ? .pair(pair.index) : nil
            case .effects(let bus): effects.bus(named: bus).map { .effects($0) }
            }
        }
        let lent = Item(item, automation, routed, table, rack: rack.number)
        guard let number = items.lend(lent) else {
            release(item)
            return nil
        }
        return unsafe QueuedItem(
            view: lent.view.ticket,
            rack: rack.ticket,
            routes: table.view,
            automation: lent.automation.ticket,
            number: number,
            isLast: isLast,
            crossfade: crossfade
        )
    }

    /// Gives back the strips that move with an item.
    private mutating func release(_ item: PlayItem) {
        for line in item.automation
        where !line.points.isEmpty && OutputInserts.Place(line.strip) == nil {
            strips.release(line.strip)
        }
    }

    /// Decodes for another rack what the items of one play.
    ///
    /// - Throws: `internal` without memory.
    func decodeItems(of old: SamplerRack, for rack: SamplerRack) throws(HostError) {
        for lent in items.values where lent.rack == old.number {
            try rack.decode(lent.item, lent.routed)
        }
    }

    /// Frees an item that the audio thread has returned, or never had.
    mutating func takeBack(item number: Int) {
        guard let lent = items.takeBack(number) else { return }
        release(lent.item)
        freeIfUnused(rack: lent.rack)
    }

    /// Frees the item that was lent last and could not be queued; its number is used again, for the
    /// numbers of queued items have no gaps.
    mutating func withdraw(item number: Int) {
        guard let lent = items.withdraw(number) else { return }
        release(lent.item)
        freeIfUnused(rack: lent.rack)
    }

    // MARK: Racks

    /// Notes that the audio thread may use a rack.
    ///
    /// - Parameters:
    ///   - rack: The rack; one that is lent already stays so.
    ///   - isPromised: Whether it goes to the audio thread without an item.
    ///   - isLive: Whether it is for the live inputs.
    ///   - tapped: The names of strips with taps.
    /// - Returns: `false` when there is no room for it.
    mutating func lend(
        _ rack: SamplerRack,
        isPromised: Bool = false,
        isLive: Bool = false,
        tapped: () -> Set<String> = { [] }
    ) -> Bool {
        if racks[rack.number] != nil { return true }
        guard missingRoom(for: [rack], tapped: tapped) == nil else { return false }
        let names = rack.names
        let channels = channelStrips(of: rack)
        // All of them before the first is lent: one that is soloed mutes the others from the start.
        for (index, name) in names.enumerated() where !rack.rack.value.samplers[index].isOutput {
            strips.add(name, rack.strips[name] ?? StripSettings())
        }
        rack.rack.value.outputs = unsafe outputs?.loan
        for clip in 0..<rack.rack.value.clips.count {
            rack.rack.value.clips[clip].waits = !isRealTime
        }
        for strip in channels {
            strips.add(strip.name, strip.settings, parent: names[strip.sampler])
        }
        for (index, name) in names.enumerated() where !rack.rack.value.samplers[index].isOutput {
            rack.rack.value.samplers[index].strip = unsafe strips.connect(name)?.loan
        }
        for strip in channels {
            guard let loan = strips.connect(strip.name) else { continue }
            unsafe rack.connect(strip.channel, of: strip.sampler, to: loan.loan)
        }
        for (index, bus) in rack.buses.enumerated() {
            guard let bus, let settings = rack.effects[bus] else { continue }
            rack.rack.value.samplers[index].effectsBus =
                effects.take(bus, settings, for: rack.number)
        }
        let lent = LentRack(
            rack,
            isPromised: isPromised,
            isLive: isLive,
            strips: names + channels.map(\.name)
        )
        return racks.lend(lent, as: rack.number)
    }

    /// The name of the strip of a sampler; `nil` if its rack is not lent.
    func stripName(ofSampler sampler: Int, rack number: Int) -> String? {
        guard let names = racks[number]?.rack.names else { return nil }
        return names.indices.contains(sampler) ? names[sampler] : nil
    }

    private struct ChannelStrip {
        var name: String
        var sampler: Int
        var channel: UInt8
        var settings: StripSettings
    }

    /// The strips of channels of a rack's samplers.
    private func channelStrips(of rack: SamplerRack) -> [ChannelStrip] {
        rack.channelStrips.enumerated().flatMap { sampler, channels in
            channels.sorted { $0.key < $1.key }.map { channel, settings in
                ChannelStrip(
                    name: RackSettings.Sampler.stripName(rack.names[sampler], channel: channel),
                    sampler: sampler,
                    channel: channel,
                    settings: settings
                )
            }
        }
    }

    /// Whether there is room for a number of further racks of two shards.
    func hasRoom(forRacks count: Int) -> Bool { racks.room >= count }

    /// The samplers for which there is no room.
    enum MissingRoom {
        case racks, strips, effectsBuses
    }

    /// The room that is missing for further racks, with all their shards, strips and buses.
    ///
    /// Strips that nothing needs are removed if there is no room otherwise.
    ///
    /// - Parameters:
    ///   - others: The racks.
    ///   - tapped: The names of strips with taps.
    /// - Returns: `nil` if there is room.
    mutating func missingRoom(
        for others: [SamplerRack],
        tapped: () -> Set<String>
    ) -> MissingRoom? {
        var all: [Int: SamplerRack] = [:]
        var names: [String] = []
        var buses: Set<String> = []
        for rack in others {
            all[rack.number] = rack
            names += rack.names.filter { MIDIOutputName.output($0) == nil }
            names += channelStrips(of: rack).map(\.name)
            buses.formUnion(rack.buses.compactMap(\.self))
        }
        let together = racks.values.map(\.rack) + all.values
        guard hasRoom(forRacks: all.count),
            together.reduce(0, { $0 + $1.names.count }) <= EngineCapacity.samplers,
            together.reduce(0, { $0 + $1.shardCount }) <= EngineCapacity.shards
        else { return .racks }
        guard strips.makeRoom(for: names, tapped: tapped) else { return .strips }
        return effects.hasRoom(for: buses) ? nil : .effectsBuses
    }

    /// Notes that the audio thread has returned a rack.
    mutating func takeBack(rack number: Int) {
        racks[number]?.hasReturned = true
        freeIfUnused(rack: number)
    }

    /// Notes that a rack that was to take over at a position has not done so: it is released, unless
    /// an item under way names it.
    mutating func endPromise(ofRack number: Int) {
        racks[number]?.isPromised = false
        freeIfUnused(rack: number)
    }

    /// Releases a rack that was returned, or never came to the audio thread, and that no item under
    /// way names.
    private mutating func freeIfUnused(rack number: Int) {
        guard let lent = racks[number], !items.values.contains(where: { $0.rack == number })
        else { return }
        // Written on the audio thread before the report by which the last item came back.
        let neverCame = !lent.isPromised && !lent.rack.rack.value.hasJoined
        guard lent.hasReturned || neverCame else { return }
        racks.takeBack(number)
        effects.release(rack: number)
        for name in lent.strips { strips.release(name) }
        released.append(lent.rack)
    }

    /// The racks that were released since the last call.
    mutating func takeReleased() -> [SamplerRack] {
        defer { released = [] }
        return released
    }

    // MARK: Live inputs

    /// The missing presets that were selected on live inputs since the last call.
    func takeSubstitutions() -> [PresetSubstitution] {
        racks.values.filter(\.isLive).flatMap { $0.rack.takeSubstitutions() }
    }

    /// The rack of the live inputs; where it was replaced, the newest.
    var liveRack: SamplerRack? {
        racks.values.filter(\.isLive).max { $0.rack.number < $1.rack.number }?.rack
    }

    /// The presets that live inputs have selected and that another rack for them lacks.
    func substitutions(onInputsWith other: SamplerRack) -> [PresetSubstitution] {
        let uses = (liveRack?.chosenPresets ?? []).filter {
            other.presets(ofSampler: $0.sampler) != nil
        }
        return PresetSubstitution.all(for: uses) { other.presets(ofSampler: $0) ?? [] }
            .map { $0.named(in: other.names) }
    }
}

extension ClipSpan {
    /// The pace that is multiplied by the vari-speed; `nil` where the item's speed has that in it.
    fileprivate var variedPace: Double? {
        switch follow {
        case .no: pace
        case .pitch: nil
        case .tempo(let pace): pace
        }
    }
}
