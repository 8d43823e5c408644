import Realtime

/// Notes of presets whose regions are articulated.
extension VoiceEngine {
    private typealias P = ArticulationParameter

    /// An event that starts regions.
    private struct Strike: BitwiseCopyable {
        var trigger: RegionConditions.Trigger
        var channel: Int
        var key: UInt8
        var velocity: UInt8
        var random: Float
        var otherRandom: Float
        /// The seconds for which the note has sounded, of a release.
        var seconds: Float = 0
    }

    /// Begins a note.
    ///
    /// - Returns: The number of voices that have begun.
    @_noLocks
    mutating func strike(
        _ channel: Int,
        _ key: UInt8,
        _ velocity: UInt8,
        _ note: NoteSettings,
        _ preset: PresetRecord
    ) -> Int {
        guard articulated.count > 0, let controls = preset.controls else { return 0 }
        if note.cutsKey { releaseKey(channel, key, cuts: true) }
        let isSwitch = key >= controls[0].switchKeys.low && key <= controls[0].switchKeys.high
        if isSwitch { keys[channel].lastSwitch = key }
        keys[channel].press(key, velocity: velocity, at: time, isSwitch: isSwitch)
        let strike = Strike(
            trigger: .attack,
            channel: channel,
            key: key,
            velocity: velocity,
            random: keys[channel].chance(),
            otherRandom: keys[channel].chance()
        )
        var begun = 0
        let (first, end) = (preset.starts[Int(key)], preset.starts[Int(key) &+ 1])
        for index in Int(first)..<Int(end) {
            let region = preset.regions[Int(preset.order[index])]
            if begin(region, strike, note, preset) { begun &+= 1 }
        }
        return begun
    }

    /// Starts the regions that a key starts that goes up.
    @_noLocks
    mutating func lift(_ channel: Int, _ key: UInt8) {
        guard keys[channel].lift(key), let preset = channels[channel].preset?.record[0] else {
            return
        }
        guard let controls = preset.controls, controls[0].releases.count > 0 else { return }
        startReleases(channel, key, .releaseKey, preset)
        if channels[channel].isDown(64) {
            keys[channel].deferRelease(of: key)
        } else {
            startReleases(channel, key, .release, preset)
        }
    }

    /// Starts the release regions of a key.
    @_noLocks
    private mutating func startReleases(
        _ channel: Int,
        _ key: UInt8,
        _ trigger: RegionConditions.Trigger,
        _ preset: PresetRecord
    ) {
        let strike = Strike(
            trigger: trigger,
            channel: channel,
            key: key,
            velocity: keys[channel].velocity(of: key),
            random: keys[channel].chance(),
            otherRandom: keys[channel].chance(),
            seconds: Float(Double(time &- keys[channel].time(of: key)) / conversions.rate)
        )
        let (first, end) = (preset.starts[Int(key)], preset.starts[Int(key) &+ 1])
        for index in Int(first)..<Int(end) {
            let region = preset.regions[Int(preset.order[index])]
            _ = begin(region, strike, NoteSettings(), preset)
        }
    }

    /// The value of a MIDI controller as articulated regions see it; 0 for presets without any.
    @_noLocks
    func controllerValue(_ number: Int, channel: Int) -> Float {
        guard number < 128, let controls = channels[channel].preset?.record[0].controls else {
            return 0
        }
        return channels[channel].normalized(number, controls)
    }

    /// Starts what a controller starts, and the releases that have waited for the sustain pedal.
    ///
    /// - Parameters:
    ///   - number: The controller.
    ///   - before: Its value before; one that stays starts nothing.
    ///   - channel: The channel.
    @_noLocks
    mutating func followController(_ number: Int, from before: Float, channel: Int) {
        guard let preset = channels[channel].preset?.record[0], let controls = preset.controls,
            articulated.count > 0
        else { return }
        if number == 64, !channels[channel].isDown(64), controls[0].releases.count > 0 {
            for key: UInt8 in 0..<128 where keys[channel].takeDeferred(key) {
                startReleases(channel, key, .release, preset)
            }
        }
        let value = channels[channel].normalized(number, controls)
        guard value != before else { return }
        for index in 0..<controls[0].starts.count {
            let region = preset.regions[Int(controls[0].starts[index])]
            guard let articulation = region.articulation else { continue }
            let starts = articulation[0].conditions.starts
            for place in 0..<starts.count {
                let range = starts[place]
                guard Int(range.controller) == number, value >= range.low, value <= range.high
                else { continue }
                noteCount &+= 1
                let strike = Strike(
                    trigger: .controller,
                    channel: channel,
                    // The recording's own pitch.
                    key: UInt8(max(0, min(articulation[0].values[P.pitchKeycenter], 127))),
                    velocity: 127,
                    random: keys[channel].chance(),
                    otherRandom: keys[channel].chance()
                )
                _ = begin(region, strike, NoteSettings(), preset)
                break
            }
        }
    }

    /// Whether the sustain pedal holds a voice whose key goes up.
    @_noLocks
    func isSustained(_ slot: Int) -> Bool {
        let channel = voices[slot].channel
        guard voices[slot].isArticulated, let conditions = articulated[slot].conditions else {
            return channels[channel].isDown(64)
        }
        guard conditions.followsSustain else { return false }
        let value = Float(channels[channel].controllers[Int(conditions.sustainController & 127)])
        return value / 127 >= conditions.sustainThreshold
    }

    // MARK: Regions

    /// Begins a region if all its conditions hold.
    @_noLocks
    private mutating func begin(
        _ region: RegionRecord,
        _ strike: Strike,
        _ settings: NoteSettings,
        _ preset: PresetRecord
    ) -> Bool {
        guard let articulation = region.articulation else { return false }
        let conditions = articulation[0].conditions
        // Each note of its keys counts as a turn, whatever else must hold.
        let isItsTurn = takesTurn(conditions, strike)
        guard isItsTurn, isStarted(conditions, strike),
            share.includes(
                key: strike.key,
                channel: strike.channel,
                isLinked: preset.linksKeys
            )
        else { return false }
        var strike = strike
        if conditions.takesPreviousVelocity {
            strike.velocity = keys[strike.channel].previousVelocity
        }
        guard strike.velocity >= region.lowVelocity, strike.velocity <= region.highVelocity,
            strike.random >= conditions.random.x,
            strike.random < conditions.random.y || conditions.random.y >= 1,
            meetsSwitches(conditions, strike), meetsControllers(conditions, strike, preset)
        else { return false }
        if case .release = conditions.trigger, !conditions.playsWhenSilent,
            !isAttackSounding(strike.channel, strike.key)
        {
            return false
        }
        guard region.sample.count > 1 else { return false }
        endGroups(conditions, strike)
        limitPolyphony(conditions, strike)
        guard let slot = freeSlot() else { return false }
        return start(slot, region, articulation, strike, settings, preset)
    }

    @_noLocks
    private mutating func start(
        _ slot: Int,
        _ region: RegionRecord,
        _ articulation: LentElements<ArticulationRecord>,
        _ strike: Strike,
        _ settings: NoteSettings,
        _ preset: PresetRecord
    ) -> Bool {
        voices[slot] = Voice(articulated: region.sample)
        voices[slot].note = noteCount
        voices[slot].channel = strike.channel
        (voices[slot].key, voices[slot].velocity) = (strike.key, strike.velocity)
        voices[slot].playedKey = Double(strike.key)
        var note = ArticulatedNote()
        (note.key, note.velocity) = (strike.key, strike.velocity)
        note.rate = Float(conversions.rate)
        (note.random, note.otherRandom) = (strike.random, strike.otherRandom)
        note.isAlternate = keys[strike.channel].isAlternate
        let previous = keys[strike.channel].previous
        note.keyDelta = previous < 128 ? Int(strike.key) &- Int(previous) : 0
        note.seconds = strike.seconds
        articulated[slot].take(articulation, preset.controls, note)
        let channel = channel(strike.channel)
        let sounds = articulated[slot].begin(
            &voices[slot],
            channel,
            at: position,
            settings,
            conversions,
            self.settings
        )
        // No key holds a release region: it plays to its end.
        if articulation[0].conditions.isRelease { voices[slot].holds = Holds(rawValue: 0) }
        list.add(slot, voices)
        if !sounds { list.finish(slot) }
        return sounds
    }

    @_noLocks
    private func isStarted(_ conditions: ConditionsRecord, _ strike: Strike) -> Bool {
        switch (conditions.trigger, strike.trigger) {
        case (.attack, .attack), (.release, .release), (.releaseKey, .releaseKey),
            (.controller, .controller):
            true
        case (.first, .attack): !keys[strike.channel].isAnyDown(besides: strike.key)
        case (.legato, .attack): keys[strike.channel].isAnyDown(besides: strike.key)
        default: false
        }
    }

    /// Whether it is a region's turn; a note-on, or a controller, moves on to the next.
    @_noLocks
    private mutating func takesTurn(_ conditions: ConditionsRecord, _ strike: Strike) -> Bool {
        guard conditions.turnCount > 1 else { return true }
        let perChannel = turns.count / 16
        guard conditions.turns < perChannel else { return conditions.turn == 0 }
        let index = strike.channel &* perChannel &+ conditions.turns
        let (turn, count) = (turns[index], conditions.turnCount)
        switch strike.trigger {
        case .release, .releaseKey:
            // That of the note that ends.
            return (turn > 0 ? turn : count) &- 1 == conditions.turn
        case .attack, .first, .legato, .controller:
            turns[index] = turn &+ 1 < count ? turn &+ 1 : 0
            return turn == conditions.turn
        }
    }

    @_noLocks
    private func meetsSwitches(_ conditions: ConditionsRecord, _ strike: Strike) -> Bool {
        let channel = strike.channel
        if conditions.switchLast.low <= conditions.switchLast.high {
            let last = keys[channel].lastSwitch
            guard last >= conditions.switchLast.low, last <= conditions.switchLast.high else {
                return false
            }
        }
        if conditions.switchDown < 128, !keys[channel].isDown(conditions.switchDown) {
            return false
        }
        if conditions.switchUp < 128, keys[channel].isDown(conditions.switchUp) { return false }
        return conditions.switchPrevious >= 128
            || conditions.switchPrevious == keys[channel].previous
    }

    @_noLocks
    private mutating func meetsControllers(
        _ conditions: ConditionsRecord,
        _ strike: Strike,
        _ preset: PresetRecord
    ) -> Bool {
        for index in 0..<conditions.controllers.count {
            let range = conditions.controllers[index]
            let value = value(Int(range.controller), strike, preset)
            // Half a step of the controller's values to both sides.
            let half: Float =
                Int(range.controller) == ControllerNumber.wheel ? 0.000_06 : 0.003
            guard value >= range.low - half, value <= range.high + half else { return false }
        }
        return true
    }

    /// The value of a controller before a voice begins.
    @_noLocks
    private mutating func value(
        _ number: Int,
        _ strike: Strike,
        _ preset: PresetRecord
    ) -> Float {
        let channel = strike.channel
        if number < 128 { return channels[channel].normalized(number, preset.controls) }
        switch number {
        case ControllerNumber.wheel: return Float(channels[channel].wheel &- 8_192) / 8_192
        case ControllerNumber.channelPressure: return Float(channels[channel].pressure) / 127
        case ControllerNumber.keyPressure:
            return Float(channels[channel].keyPressures[Int(strike.key)]) / 127
        case ControllerNumber.velocity: return Float(strike.velocity) / 127
        case ControllerNumber.key: return Float(strike.key) / 127
        case ControllerNumber.random: return strike.random
        case ControllerNumber.bipolarRandom: return strike.otherRandom * 2 - 1
        case ControllerNumber.alternate: return keys[channel].isAlternate ? 1 : 0
        default:
            guard let controls = preset.controls, number < ControlsRecord.controllerCount else {
                return 0
            }
            return controls[0].initialValues[number]
        }
    }

    @_noLocks
    private mutating func isAttackSounding(_ channel: Int, _ key: UInt8) -> Bool {
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard list.isOf(channel: channel, key: key, slot), !list.hasFinished(slot),
                voices[slot].isArticulated
            else { continue }
            switch articulated[slot].record[0].conditions.trigger {
            case .attack, .first, .legato: return true
            default: continue
            }
        }
        return false
    }

    /// Ends the voices that a new one of a group ends.
    @_noLocks
    private mutating func endGroups(_ conditions: ConditionsRecord, _ strike: Strike) {
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard list.isOf(channel: strike.channel, slot), !list.hasFinished(slot),
                voices[slot].isArticulated, !voices[slot].isOff
            else { continue }
            let other = articulated[slot].record[0].conditions
            guard let offBy = other.offBy, offBy == conditions.group else { continue }
            // A release does not end the release of another key of its own group.
            guard !other.isRelease else { continue }
            guard other.group != conditions.group || voices[slot].key != strike.key else {
                continue
            }
            cut(slot)
        }
    }

    /// Ends the oldest voices beyond the limits of the group and of the note.
    @_noLocks
    private mutating func limitPolyphony(_ conditions: ConditionsRecord, _ strike: Strike) {
        if conditions.notePolyphony > 0 {
            limit(Int(conditions.notePolyphony), conditions, strike, ofKey: true)
        }
        if conditions.polyphony > 0 {
            limit(Int(conditions.polyphony), conditions, strike, ofKey: false)
        }
    }

    @_noLocks
    private mutating func limit(
        _ limit: Int,
        _ conditions: ConditionsRecord,
        _ strike: Strike,
        ofKey: Bool
    ) {
        var count = 0
        var (oldest, softest) = (-1, -1)
        for index in 0..<list.count {
            let slot = list.slot(index)
            guard list.isOf(channel: strike.channel, slot), !list.hasFinished(slot),
                voices[slot].isArticulated, !voices[slot].isOff, voices[slot].fade == nil
            else { continue }
            let other = articulated[slot].record[0].conditions
            guard other.group == conditions.group, other.isRelease == conditions.isRelease,
                !ofKey || voices[slot].key == strike.key && voices[slot].note != noteCount
            else { continue }
            count &+= 1
            if oldest < 0 || voices[slot].note < voices[oldest].note { oldest = slot }
            // A louder one is not masked.
            guard voices[slot].velocity <= strike.velocity else { continue }
            if softest < 0 || voices[slot].velocity < voices[softest].velocity { softest = slot }
        }
        guard count >= limit else { return }
        let ended = ofKey && conditions.masksSofter ? softest : oldest
        if ended >= 0 { cut(ended) }
    }
}
