import Effects
import MIDI

/// The settings that System Exclusive messages have made on an effects bus, on top of the user's.
struct EffectsMessages: BitwiseCopyable {
    /// The settings that the user chose.
    let chosen: EffectsSettings
    /// The strip whose sampler got the last message; −1 for none.
    var strip = -1
    private var reverbKind: ReverbKind?
    private var isGSReverb = false
    private var time: UInt8?
    private var level: UInt8?
    private var lowPass: UInt8?
    private var chorus: ChorusParameters?
    private var chorusLevel: UInt8?

    @_noLocks
    init(_ chosen: EffectsSettings) {
        self.chosen = chosen
        chorus = chosen.chorus
    }

    /// Takes a message.
    @_noLocks
    mutating func take(_ message: EffectsMessage) {
        takeReverb(message)
        takeChorus(message)
    }

    @_noLocks
    private mutating func takeReverb(_ message: EffectsMessage) {
        if let type = message[.reverbType] {
            reverbKind = Self.kind(type)
            time = nil
            level = nil
            lowPass = nil
        }
        if let character = message[.reverbCharacter] { reverbKind = Self.kind(character) }
        if let value = message[.reverbTime] {
            time = value
            isGSReverb = message.isGS
        }
        if let value = message[.reverbLevel] { level = value }
        if let value = message[.reverbPreLowPass] { lowPass = value }
    }

    /// A kind of reverb by its number; General MIDI 2's plate has one of its own.
    @_noLocks
    private static func kind(_ number: UInt8) -> ReverbKind? {
        switch number {
        case 0: .smallRoom
        case 1: .mediumRoom
        case 2: .largeRoom
        case 3: .mediumHall
        case 4: .largeHall
        case 5, 8: .plate
        default: nil
        }
    }

    @_noLocks
    private static func chorusKind(_ number: UInt8) -> ChorusKind? {
        switch number {
        case 0: .chorus1
        case 1: .chorus2
        case 2: .chorus3
        case 3: .chorus4
        case 4: .feedbackChorus
        case 5: .flanger
        case 6: .shortDelay
        case 7: .shortFeedbackDelay
        default: nil
        }
    }

    @_noLocks
    private mutating func takeChorus(_ message: EffectsMessage) {
        guard var parameters = chorus else { return }
        if let type = message[.chorusType], let kind = Self.chorusKind(type) {
            parameters.become(kind)
            chorusLevel = nil
        }
        if let value = message[.chorusRate] { parameters.setRate(value) }
        if let value = message[.chorusDepth] { parameters.setDepth(value) }
        if let value = message[.chorusFeedback] { parameters.setFeedback(value) }
        if let value = message[.chorusDelay] { parameters.setDelay(gs: value) }
        if let value = message[.chorusReverbSend] { parameters.setReverbSend(value) }
        if let value = message[.chorusLevel] { chorusLevel = value }
        chorus = parameters
    }

    /// The settings with what the messages have set.
    ///
    /// An effect that the user switched off stays off.
    var settings: EffectsSettings {
        @_noLocks get {
            var settings = chosen
            settings.reverb = reverb
            settings.chorus = chorus
            if let chorusLevel { settings.chorus?.scaleLevel(gs: chorusLevel) }
            return settings
        }
    }

    private var reverb: ReverbParameters? {
        @_noLocks get {
            guard var parameters = chosen.reverb else { return nil }
            if let reverbKind { parameters.become(reverbKind) }
            if let time, isGSReverb { parameters.scaleTime(gs: time, of: reverbKind) }
            if let time, !isGSReverb { parameters.setTime(gm2: time) }
            if let lowPass { parameters.setLowPass(gs: lowPass, of: reverbKind) }
            if let level { parameters.scaleLevel(gs: level) }
            return parameters
        }
    }
}
