package import Effects
package import Racks
package import Realtime

/// The strips of an engine by name, with their settings.
///
/// The controlling thread's.
package struct StripDirectory {
    /// The names, in the order in which the strips were added.
    package private(set) var names: [String] = []
    private var entries: [String: Entry] = [:]
    private let rate: Int
    private let isRealTime: Bool
    private let tempoOwner: TempoOwner
    private let maximumPeriod: Int
    private let outputs: OutputAssignments

    private final class Entry {
        let strip: Box<Strip>
        /// The name of the strip of its sampler, where it is a channel's.
        let parent: String?
        var settings: StripSettings
        /// Whether nothing needs it, except for a tap or the strip of a channel.
        var isUnused: Bool { users == 0 && !isSet && !isExpected }
        /// The levels that the audio thread has been given.
        var levels: StripLevels
        /// Whether its settings have been set by name.
        var isSet = false
        /// Whether it stays although no rack is connected to it.
        var isExpected = false
        /// Whether a rack that is connected to it has been lent.
        var isLent = false
        /// Whether it was made for a side chain, and has no settings of its own yet.
        var awaitsSettings = false
        /// The longest delay for which it has an alignment line.
        var line = 0
        /// The number of samplers and channels of lent racks that are connected to it.
        var users = 0

        init(
            _ strip: consuming Strip,
            parent: String?,
            _ settings: StripSettings,
            _ levels: StripLevels
        ) {
            self.strip = Box(strip)
            self.parent = parent
            self.settings = settings
            self.levels = levels
        }
    }

    /// The inserts that the audio thread has, or is to get.
    private var inserts = LendingTable<AnyObject>()
    private var insertMoves: [InsertMove] = []
    private var insertChanges: [InsertChangeMove] = []
    /// The inserts of pairs of output channels.
    package private(set) var outputInserts: [Int: [InsertSettings]] = [:]
    /// The inserts behind effects buses.
    package private(set) var effectsInserts: [Int: [InsertSettings]] = [:]
    /// The frames by which all strips delay, and all outputs.
    private var stripAlignment = Alignment()
    private var outputAlignment = Alignment()
    /// The longest delay for which outputs have alignment lines.
    private var outputLine = 0
    private var lineMoves: [LineMove] = []
    private var moves: [StripMove] = []
    /// Strips without a name, until the audio thread has returned them.
    ///
    /// Those with a name are in no such table: the audio thread has them as long as racks, taps and
    /// settings refer to their names.
    private var leaving = LendingTable<Entry>(capacity: capacity)
    private var removals: [Removal] = []

    /// A move to other inserts.
    package struct InsertMove {
        package var place: InsertPlace
        package var inserts: LoanTicket<StripInserts>
        /// The number by which they are returned.
        fileprivate var number: Int
    }

    /// A change of parameters of inserts.
    package struct InsertChangeMove {
        package var place: InsertPlace
        package var change: LoanTicket<InsertChange>
        /// The number by which it is returned.
        fileprivate var number: Int
        /// The index of the insert among those that are not bypassed.
        fileprivate var index: Int
    }

    private final class InsertChangeOwner {
        let change: Box<InsertChange>

        init(_ change: consuming InsertChange) { self.change = Box(change) }
    }

    /// An alignment line for a place.
    package struct LineMove {
        package var place: InsertPlace
        package var line: LoanTicket<AlignmentLine>
        fileprivate var number: Int
    }

    private final class TempoOwner {
        let tempo: Box<MusicTempo>

        init(rate: Int) { tempo = Box(MusicTempo(rate: rate)) }
    }

    private final class LineOwner {
        let line: Box<AlignmentLine>

        init(_ line: consuming AlignmentLine) { self.line = Box(line) }
    }

    private final class InsertsOwner {
        let inserts: Box<StripInserts>
        /// The name of the strip, output or effects bus.
        let strip: String
        let place: InsertPlace
        /// The settings that they have or move to.
        var settings: [InsertSettings]
        /// The names of the strips of their side chains.
        var keys: Set<String> { Set(settings.compactMap(\.sideChain)) }
        /// The numbers of the plugins whose faults have been taken.
        var takenFaults: Set<Int> = []

        init(
            _ inserts: consuming StripInserts,
            _ strip: String,
            _ place: InsertPlace,
            _ settings: [InsertSettings]
        ) {
            self.inserts = Box(inserts)
            self.strip = strip
            self.place = place
            self.settings = settings
        }

        /// The levels of its inserts; `nil` for those that are bypassed.
        var levels: [InsertReading?] {
            var active = 0
            return settings.map { insert in
                guard !insert.isBypassed else { return nil }
                defer { active += 1 }
                let figures = inserts.value.chain.levels(at: active)
                return InsertReading(
                    peak: Double(figures.peak),
                    reduction: Double(figures.reduction)
                )
            }
        }

        /// The readings of its plugins.
        var plugins: [PluginReading] {
            var active = 0
            return settings.enumerated().compactMap { index, insert in
                guard !insert.isBypassed else { return nil }
                defer { active += 1 }
                guard let name = insert.pluginName,
                    let figures = inserts.value.chain.pluginFigures(at: active)
                else { return nil }
                return PluginReading(strip: strip, number: index + 1, name: name, figures)
            }
        }
    }

    /// The frames by which all strips or outputs delay.
    private struct Alignment {
        var frames = 0

        /// FluidSynth's blocks stay whole.
        private static let step = 64

        /// Raises them to a number.
        mutating func raise(to latency: Int) {
            guard latency > frames else { return }
            frames = (latency + Self.step - 1) / Self.step * Self.step
        }
    }

    /// A strip that the audio thread is to return.
    package struct Removal {
        package var strip: LoanTicket<Strip>
        /// The number by which it is returned.
        package var number: Int
    }

    /// The name of the strip of the clicks, which continue to sound while others are soloed.
    package static var metronome: String { SamplerName.metronome }
    /// The most strips of an engine, and of those that are leaving.
    package static let capacity = 256

    /// Makes a directory without strips.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - isRealTime: Whether they play in real time, and not for a file.
    ///   - maximumPeriod: The most frames of a period.
    ///   - outputs: The pairs of output channels that strips are heard on.
    package init(rate: Int, isRealTime: Bool, maximumPeriod: Int, outputs: OutputAssignments) {
        self.outputs = outputs
        self.rate = rate
        self.isRealTime = isRealTime
        tempoOwner = TempoOwner(rate: rate)
        self.maximumPeriod = maximumPeriod
    }

    private func hasRoom(for names: [String]) -> Bool {
        entries.count + Set(names).subtracting(entries.keys).count <= Self.capacity
    }

    /// Makes room for the strips of these names: where there is too little, all strips leave that no
    /// rack is connected to, that nobody has set or expects, and that no tap listens to.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - tapped: The names of strips with taps.
    /// - Returns: Whether there is room.
    package mutating func makeRoom(for names: [String], tapped: () -> Set<String>) -> Bool {
        guard !hasRoom(for: names) else { return true }
        let kept = tapped().union(names)
        let keys = keys
        // Strips of channels first: those of their samplers may follow them.
        for isChannel in [true, false] {
            let parents = Set(entries.values.compactMap(\.parent))
            for (name, entry) in entries
            where (entry.parent != nil) == isChannel && entry.isUnused
                && !kept.contains(name) && !keys.contains(name) && !parents.contains(name)
                && leaving.room > 0
            {
                remove(name, entry)
            }
        }
        moveAll()
        return hasRoom(for: names)
    }

    /// Removes a strip that no rack is connected to, and that nobody has set or expects.
    package mutating func removeIfUnused(_ name: String) {
        guard let entry = entries[name], entry.isUnused, leaving.room > 0, !keys.contains(name),
            !entries.values.contains(where: { $0.parent == name })
        else { return }
        remove(name, entry)
        moveAll()
    }

    private mutating func remove(_ name: String, _ entry: Entry) {
        entries[name] = nil
        names.removeAll { $0 == name }
        guard entry.isLent, let number = leaving.lend(entry) else { return }
        let strip = unsafe entry.strip.ticket
        moves.removeAll { $0.strip == strip }
        dropInsertMove(of: .strip(strip))
        dropInsertChanges(of: .strip(strip))
        for move in lineMoves where move.place.isSame(as: .strip(strip)) {
            inserts.takeBack(move.number)
        }
        lineMoves.removeAll { $0.place.isSame(as: .strip(strip)) }
        removals.append(Removal(strip: strip, number: number))
    }

    /// Frees a strip that the audio thread has returned.
    package mutating func takeBack(_ number: Int) { leaving.takeBack(number) }

    /// Makes a strip where there is none of the name.
    ///
    /// The name of a sampler that is there only to keep the numbers of others is empty, and so is
    /// that of its strip, which is not in ``names``.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - settings: The settings that it begins with.
    ///   - parent: The name of the strip of its sampler, which is there, where it is a channel's.
    package mutating func add(
        _ name: String,
        _ settings: StripSettings = StripSettings(),
        parent: String? = nil
    ) {
        if let entry = entries[name] {
            // A strip that was made before its sampler has no settings of its own yet.
            if !entry.isSet && entry.awaitsSettings {
                _ = set(name, settings)
                entry.isSet = false
            } else if !entry.isSet && !entry.isLent {
                entry.settings = settings
                moveAll()
            }
            entry.awaitsSettings = false
            return
        }
        if !name.isEmpty { names.append(name) }
        let levels = StripLevels()
        entries[name] = Entry(
            makeStrip(levels, name, parent: parent),
            parent: parent,
            settings,
            levels
        )
        moveAll()
    }

    private func makeStrip(_ levels: StripLevels, _ name: String, parent: String?) -> Strip {
        Strip(
            levels,
            parent: parent.flatMap { unsafe entries[$0]?.strip.loan },
            outputs: outputs.strips[name] ?? .main,
            rate: rate,
            maximumPeriod: maximumPeriod
        )
    }

    /// Lends a strip to the audio thread.
    ///
    /// - Returns: The loan; `nil` where there is no strip of the name.
    package mutating func lend(_ name: String) -> LoanTicket<Strip>? {
        guard let entry = entries[name] else { return nil }
        if !entry.isLent { lendFirst(entry, name) }
        return unsafe entry.strip.ticket
    }

    /// Lends a strip to the audio thread for a sampler or a channel of a rack.
    ///
    /// - Returns: The loan, until ``release(_:)``; `nil` where there is no strip of the name.
    package mutating func connect(_ name: String) -> LoanTicket<Strip>? {
        entries[name]?.users += 1
        return lend(name)
    }

    /// Lends a strip to the audio thread until ``release(_:)``; one that is not there is made, and
    /// silent until something is played through it.
    package mutating func connectOrMake(_ name: String) -> LoanTicket<Strip> {
        let strip = lendKey(name)
        entries[name]?.users += 1
        return strip
    }

    /// Ends a connection of ``connect(_:)``: the rack was removed.
    package func release(_ name: String) {
        entries[name]?.users -= 1
    }

    /// Makes a strip stay until it is reset, although no rack is connected to it.
    package func expect(_ name: String) {
        entries[name]?.isExpected = true
    }

    /// The factors of the strip that a channel's strip is added to; of none, 1.
    package func parentFactors(of name: String) -> (left: Float, right: Float) {
        guard let parent = entries[name]?.parent, let levels = entries[parent]?.levels else {
            return (1, 1)
        }
        return (levels.left, levels.right)
    }

    /// The settings of a strip; `nil` where there is none of the name.
    package func settings(of name: String) -> StripSettings? { entries[name]?.settings }

    /// The reason why nothing is heard through a strip; `nil` if something is.
    package func silence(of name: String) -> String? {
        guard let entry = entries[name], entry.levels.left == 0, entry.levels.right == 0 else {
            return nil
        }
        if entry.settings.isMuted { return "muted" }
        return entry.settings.gain == -.infinity ? "gain -inf" : "another strip is soloed"
    }

    /// The reading of a strip's meter; `nil` where there is none of the name.
    package func reading(of name: String) -> MeterReading? {
        entries[name].map { MeterReading($0.strip.value.figures.load()) }
    }

    /// The highest peaks of a strip since they were last taken; `nil` where there is none of the name.
    package func takePeaks(of name: String) -> MeterReading.Sides? {
        entries[name]?.strip.value.peaks.take()
    }

    /// Sets a strip.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - settings: Its settings.
    ///   - frames: The frames over which its levels move.
    /// - Returns: `false` where there is no strip of the name.
    package mutating func set(
        _ name: String,
        _ settings: StripSettings,
        over frames: Int = 0
    ) -> Bool {
        guard let entry = entries[name] else { return false }
        let before = entry.settings.inserts
        entry.settings = settings
        entry.isSet = true
        if entry.isLent, settings.inserts != before {
            align()
            move(.strip(unsafe entry.strip.ticket), name, to: settings.inserts, over: frames)
        }
        moveAll(name, over: frames)
        return true
    }

    // MARK: Inserts

    /// The number of pairs of output channels.
    package var pairCount: Int { outputs.pairCount }

    /// Sets the inserts of a pair of output channels, from 0: the master; their parameters move over a
    /// number of frames.
    package mutating func setOutput(_ pair: Int, _ inserts: [InsertSettings], over frames: Int) {
        guard inserts != outputInserts[pair, default: []] else { return }
        outputInserts[pair] = inserts
        outputAlignment.raise(to: latency(of: inserts))
        if outputAlignment.frames > outputLine {
            // Room for the next raises.
            outputLine = 2 * outputAlignment.frames
            for pair in 0..<pairCount { lendLine(outputLine, to: .pair(pair)) }
        }
        renewSideChains()
        move(
            .pair(pair),
            OutputInserts.Place.output(OutputPair(pair)).name,
            to: inserts,
            over: frames
        )
    }

    /// Sets the inserts behind the effects of a bus.
    ///
    /// Effects that they delay are later than the sound that they belong to, which is not delayed
    /// for them.
    ///
    /// - Parameters:
    ///   - bus: The bus.
    ///   - name: Its name; `nil` if it has none.
    ///   - inserts: The inserts.
    ///   - frames: The frames over which their parameters move.
    package mutating func setEffects(
        _ bus: Int,
        name: String?,
        _ inserts: [InsertSettings],
        over frames: Int
    ) {
        guard inserts != effectsInserts[bus, default: []] else { return }
        effectsInserts[bus] = inserts
        move(.effects(bus), OutputInserts.Place.effects(name ?? "").name, to: inserts, over: frames)
    }

    private func latency(of inserts: [InsertSettings]) -> Int {
        inserts.reduce(0) { $0 + $1.latency(rate: rate) }
    }

    /// The frames by which the inserts of a strip, and those of the strip that it is added to, delay.
    private func latency(of entry: Entry) -> Int {
        let own = latency(of: entry.settings.inserts)
        guard let parent = entry.parent.flatMap({ entries[$0] }) else { return own }
        return own + latency(of: parent.settings.inserts)
    }

    /// The frames by which a strip, or the output of the effects, is later in a tap than without
    /// inserts.
    ///
    /// - Parameters:
    ///   - name: The strip.
    ///   - isInput: Whether it is recorded in front of its inserts.
    /// - Returns: The frames.
    package func latency(ofTap name: String, isInput: Bool) -> Int {
        guard let entry = entries[name] else { return stripAlignment.frames }
        let behind = entry.parent.flatMap { entries[$0] }.map { latency(of: $0.settings.inserts) }
        let own = isInput ? latency(of: entry.settings.inserts) : 0
        return max(0, stripAlignment.frames - (behind ?? 0) - own)
    }

    /// The frames by which all paths through strips delay, and all outputs.
    package var alignment: (strips: Int, outputs: Int) {
        (stripAlignment.frames, outputAlignment.frames)
    }

    /// Delays all strips as far as the one whose inserts delay most.
    ///
    /// The delay never becomes less: removing inserts interrupts nothing. Strips need not
    /// have been lent: a rack's are aligned before the first one is.
    package mutating func align() {
        stripAlignment.raise(to: entries.values.map { latency(of: $0) }.max() ?? 0)
        for entry in entries.values where entry.isLent && entry.line < stripAlignment.frames {
            entry.line = 2 * stripAlignment.frames
            lendLine(entry.line, to: .strip(unsafe entry.strip.ticket))
        }
        renewSideChains()
    }

    /// Whether the place of inserts is no strip that has left.
    private func isThere(_ owner: InsertsOwner) -> Bool {
        guard case .strip(let strip) = owner.place else { return true }
        return entries[owner.strip].map { unsafe $0.strip.ticket == strip } ?? false
    }

    /// The frames by which what comes into inserts may be late.
    private var longestAlignment: Int { stripAlignment.frames + outputAlignment.frames }

    /// Lends inserts anew whose side chains cannot be as late as the sound that they act on.
    private mutating func renewSideChains() {
        for owner in newestInserts
        where !owner.keys.isEmpty && owner.inserts.value.alignment < longestAlignment
            && isThere(owner)
        {
            dropInsertMove(of: owner.place)
            dropInsertChanges(of: owner.place)
            let (ticket, number) = lendInserts(owner.settings, owner.strip, owner.place)
            insertMoves.append(InsertMove(place: owner.place, inserts: ticket, number: number))
        }
    }

    private mutating func lendLine(_ frames: Int, to place: InsertPlace) {
        let number = inserts.nextNumber
        let owner = LineOwner(
            AlignmentLine(delay: frames, maximumPeriod: maximumPeriod, number: number)
        )
        _ = inserts.lend(owner)
        lineMoves.removeAll { move in
            guard move.place.isSame(as: place) else { return false }
            inserts.takeBack(move.number)
            return true
        }
        lineMoves.append(LineMove(place: place, line: unsafe owner.line.ticket, number: number))
    }

    /// Lends what belongs to a strip that is to be lent.
    private mutating func lendFirst(_ entry: Entry, _ name: String) {
        entry.isLent = true
        align()
        if !entry.settings.inserts.isEmpty {
            let place = InsertPlace.strip(unsafe entry.strip.ticket)
            let (ticket, _) = lendInserts(entry.settings.inserts, name, place)
            _ = unsafe entry.strip.value.setInserts(ticket.loan, isHeard: false)
        }
        let place = InsertPlace.strip(unsafe entry.strip.ticket)
        // Nothing but this thread has it.
        guard let index = lineMoves.firstIndex(where: { $0.place.isSame(as: place) }) else {
            return
        }
        _ = unsafe entry.strip.value.setLine(lineMoves.remove(at: index).line.loan)
    }

    /// The names of the strips of all side chains that the audio thread may have.
    private var keys: Set<String> {
        inserts.values.reduce(into: []) { keys, value in
            if let owner = value as? InsertsOwner { keys.formUnion(owner.keys) }
        }
    }

    /// Lends the strip of a side chain; one that is not there is made, and silent until something is
    /// played through it.
    private mutating func lendKey(_ name: String) -> LoanTicket<Strip> {
        if entries[name] == nil {
            let sampler = RackSettings.Sampler.channel(ofStrip: name)?.sampler
            for name in [sampler, name].compactMap(\.self) where entries[name] == nil {
                add(name, parent: name == sampler ? nil : sampler)
                entries[name]?.awaitsSettings = true
            }
        }
        guard let strip = lend(name) else { preconditionFailure("the strip was made") }
        return strip
    }

    private mutating func lendInserts(
        _ settings: [InsertSettings],
        _ name: String,
        _ place: InsertPlace
    ) -> (ticket: LoanTicket<StripInserts>, number: Int) {
        let keys = settings.filter { !$0.isBypassed }.compactMap(\.sideChain).map { lendKey($0) }
        let number = inserts.nextNumber
        let owner = InsertsOwner(
            StripInserts(
                settings,
                number: number,
                rate: rate,
                isRealTime: isRealTime,
                tempo: unsafe tempo.loan,
                alignment: keys.isEmpty ? 0 : 2 * longestAlignment + rate,
                maximumPeriod: maximumPeriod,
                sideChains: keys
            ),
            name,
            place,
            settings
        )
        _ = inserts.lend(owner)
        return unsafe (owner.inserts.ticket, number)
    }

    private mutating func move(
        _ place: InsertPlace,
        _ name: String,
        to settings: [InsertSettings],
        over frames: Int
    ) {
        guard !change(place, to: settings, over: frames) else { return }
        dropInsertMove(of: place)
        dropInsertChanges(of: place)
        let (ticket, number) = lendInserts(settings, name, place)
        insertMoves.append(InsertMove(place: place, inserts: ticket, number: number))
    }

    /// Changes the parameters of the inserts that a place has: each of those that differ on its own, so
    /// that the moves of others continue.
    ///
    /// - Returns: `false` where others have to take their place.
    private mutating func change(
        _ place: InsertPlace,
        to settings: [InsertSettings],
        over frames: Int
    ) -> Bool {
        // Those that are about to get there are not heard yet.
        guard !insertMoves.contains(where: { $0.place.isSame(as: place) }),
            let owner = newestInserts(of: place),
            InsertChange.isPossible(from: owner.settings, to: settings, rate: rate)
        else { return false }
        var (active, latency) = (0, 0)
        var next: [InsertChangeOwner] = []
        for (old, insert) in zip(owner.settings, settings) where !insert.isBypassed {
            defer {
                active += 1
                latency += insert.latency(rate: rate)
            }
            guard insert != old else { continue }
            // A plugin that has failed gets another instance.
            let figures = owner.inserts.value.chain.pluginFigures(at: active)
            guard figures?.fault == nil else { return false }
            let change = InsertChange(
                of: active,
                from: old,
                to: insert,
                over: frames,
                rate: rate,
                number: inserts.nextNumber + next.count,
                target: owner.inserts.value.number,
                latencyBefore: latency
            )
            guard let change else { return false }
            next.append(InsertChangeOwner(change))
        }
        for change in next {
            let number = change.change.value.number
            _ = inserts.lend(change)
            let index = change.change.value.index
            // One that the audio thread has not got yet would be of no use.
            for waiting in insertChanges
            where waiting.index == index && waiting.place.isSame(as: place) {
                dropInsertChange(waiting)
            }
            insertChanges.append(
                InsertChangeMove(
                    place: place,
                    change: unsafe change.change.ticket,
                    number: number,
                    index: index
                )
            )
        }
        owner.settings = settings
        return true
    }

    /// The inserts that were lent last for a place.
    private func newestInserts(of place: InsertPlace) -> InsertsOwner? {
        inserts.values.compactMap { $0 as? InsertsOwner }
            .filter { $0.place.isSame(as: place) }
            .max { $0.inserts.value.number < $1.inserts.value.number }
    }

    private mutating func dropInsertChange(_ move: InsertChangeMove) {
        inserts.takeBack(move.number)
        insertChanges.removeAll { $0.number == move.number }
    }

    private mutating func dropInsertChanges(of place: InsertPlace) {
        for move in insertChanges where move.place.isSame(as: place) { dropInsertChange(move) }
    }

    /// The changes of parameters of inserts that the audio thread has to make, since the last call.
    package mutating func takeInsertChanges() -> [InsertChangeMove] {
        defer { insertChanges = [] }
        return insertChanges
    }

    /// Frees inserts that the audio thread was to get, and others have to take their place.
    private mutating func dropInsertMove(of place: InsertPlace) {
        for move in insertMoves where move.place.isSame(as: place) { inserts.takeBack(move.number) }
        insertMoves.removeAll { $0.place.isSame(as: place) }
    }

    /// The moves to other inserts that the audio thread has to make, since the last call.
    package mutating func takeInsertMoves() -> [InsertMove] {
        defer { insertMoves = [] }
        return insertMoves
    }

    /// The alignment lines that the audio thread has to get, since the last call; before
    /// ``alignment``, and before all inserts.
    package mutating func takeLineMoves() -> [LineMove] {
        defer { lineMoves = [] }
        return lineMoves
    }

    /// The number of inserts, changes of some and alignment lines that the audio thread has.
    package var lentInserts: Int { inserts.values.count }

    /// Frees inserts, or an alignment line, that the audio thread has returned.
    package mutating func takeBack(inserts number: Int) { inserts.takeBack(number) }

    /// The tempo of the music, which the audio thread sets and inserts follow; it lives as long as the
    /// directory.
    package var tempo: LoanTicket<MusicTempo> { unsafe tempoOwner.tempo.ticket }

    // MARK: Plugins

    /// The inserts that were lent last for each strip, output and effects bus, in the order of their
    /// names.
    private var newestInserts: [InsertsOwner] {
        var newest: [String: InsertsOwner] = [:]
        for case let owner as InsertsOwner in inserts.values {
            let other = newest[owner.strip]?.inserts.value.number ?? -1
            if owner.inserts.value.number > other { newest[owner.strip] = owner }
        }
        return newest.values.sorted { $0.strip < $1.strip }
    }

    /// The levels of the inserts of a strip, output or effects bus; `nil` for those that are bypassed.
    package func insertLevels(of name: String) -> [InsertReading?] {
        newestInserts.first { $0.strip == name }?.levels ?? []
    }

    /// The plugins among all inserts.
    package var plugins: [PluginReading] { newestInserts.flatMap(\.plugins) }

    /// The plugins that have been bypassed since the last call.
    package func takePluginFaults() -> [PluginReading] {
        newestInserts.flatMap { owner in
            owner.plugins.filter {
                $0.fault != nil && owner.takenFaults.insert($0.number).inserted
            }
        }
    }

    // MARK: Gains

    /// Sets a strip as a rack does: it may leave when no rack is connected to it any more.
    ///
    /// - Returns: `false` where there is no strip of the name.
    package mutating func reset(_ name: String, to settings: StripSettings) -> Bool {
        guard set(name, settings), let entry = entries[name] else { return false }
        entry.isSet = false
        entry.isExpected = false
        return true
    }

    /// Works out the factors of all strips: where a solo begins or ends, others change too.
    ///
    /// - Parameters:
    ///   - moved: The name of a strip whose levels move over a longer time.
    ///   - frames: The frames of that.
    private mutating func moveAll(_ moved: String? = nil, over frames: Int = 0) {
        let solo = Solo(entries.map { ($0, $1.parent, $1.settings.isSoloed) })
        for (name, entry) in entries {
            let levels = StripLevels(
                entry.settings,
                isHeard: name == Self.metronome || solo.isHeard(name, of: entry.parent),
                isOwnSoundHeard: name == Self.metronome
                    || solo.isOwnSoundHeard(name, of: entry.parent)
            )
            guard levels != entry.levels else { continue }
            let before = entry.levels.values
            entry.levels = levels
            if entry.isLent {
                var move = unsafe StripMove(strip: entry.strip.ticket, levels: levels)
                // A switch is not spread over a time.
                for lane in 0..<8
                where name == moved && levels.values[lane] != before[lane]
                    && !StripLevels.Lane.isSwitch(lane)
                {
                    move.frames[lane] = Int32(clamping: frames)
                }
                add(move)
            } else {
                // Nothing but this thread has it: there is nothing to be heard that could click.
                entry.strip.value = makeStrip(levels, name, parent: entry.parent)
            }
        }
    }

    /// Adds a move; one of a strip takes the place of an earlier one.
    private mutating func add(_ move: StripMove) {
        guard let earlier = moves.firstIndex(where: { $0.strip == move.strip }) else {
            moves.append(move)
            return
        }
        let next = move.replacing(moves.remove(at: earlier))
        moves.append(next)
    }

    /// The moves that the audio thread has to make, since the last call: one of each strip.
    package mutating func takeMoves() -> [StripMove] {
        defer { moves = [] }
        return moves
    }

    /// The strips that the audio thread has to return, since the last call.
    package mutating func takeRemovals() -> [Removal] {
        defer { removals = [] }
        return removals
    }
}
