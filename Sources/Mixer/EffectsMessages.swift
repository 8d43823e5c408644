package import Effects
package import MIDI

/// The settings that System Exclusive messages have made on an effects bus, on top of the user's.
package struct EffectsMessages: BitwiseCopyable {
    /// The settings that the user chose.
    package let chosen: EffectsSettings
    /// The strip whose sampler got the last message; −1 for none.
    package var strip = -1
    /// The last type or macro, and the character that was set since.
    private var reverbType: ReverbKind?
    private var character: ReverbKind?
    private var isGSReverb = false
    private var time: UInt8?
    private var level: UInt8?
    private var lowPass: UInt8?
    private var feedback: UInt8?
    private var chorus: ChorusParameters?
    private var chorusLevel: UInt8?

    @_noLocks
    package init(_ chosen: EffectsSettings) {
        self.chosen = chosen
        chorus = chosen.chorus
    }

    /// Takes a message.
    @_noLocks
    package mutating func take(_ message: EffectsMessage) {
        takeReverb(message)
        takeChorus(message)
    }

    @_noLocks
    private mutating func takeReverb(_ message: EffectsMessage) {
        if let type = message[.reverbType] {
            reverbType = Self.kind(type)
            character = nil
            time = nil
            level = nil
            lowPass = nil
            feedback = nil
        }
        if let value = message[.reverbCharacter] { character = Self.kind(value) }
        if let value = message[.reverbTime] {
            time = value
            isGSReverb = message.isGS
        }
        if let value = message[.reverbLevel] { level = value }
        if let value = message[.reverbPreLowPass] { lowPass = value }
        if let value = message[.reverbDelayFeedback] { feedback = value }
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
        case 6: .delay
        case 7: .panningDelay
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
    package var settings: EffectsSettings {
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
            let kind = character ?? reverbType
            if let kind { parameters.become(kind) }
            if parameters.algorithm.isRoom {
                set(room: &parameters, of: kind)
            } else {
                set(delay: &parameters)
            }
            if let level { parameters.scaleLevel(gs: level) }
            return parameters
        }
    }

    /// Sets what messages about a room have set, relative to a kind's usual values.
    @_noLocks
    private func set(room parameters: inout ReverbParameters, of kind: ReverbKind?) {
        if let time, isGSReverb { parameters.setTime(gs: time, of: kind) }
        if let time, !isGSReverb { parameters.setTime(gm2: time) }
        if let lowPass { parameters.setLowPass(gs: lowPass, of: kind) }
    }

    /// Sets what messages about a delay have set.
    ///
    /// A character changes the algorithm alone: the values of the macro before it, or of a reset,
    /// stay.
    @_noLocks
    private func set(delay parameters: inout ReverbParameters) {
        var (time, lowPass, feedback) = (isGSReverb ? time : nil, lowPass, feedback)
        if character != nil {
            let usual = (reverbType ?? .largeHall).usual
            time = time ?? usual.time
            lowPass = lowPass ?? usual.lowPass
            feedback = feedback ?? usual.feedback
        }
        if let time { parameters.setTime(gs: time, of: nil) }
        if let lowPass { parameters.setLowPass(gs: lowPass, of: nil) }
        if let feedback { parameters.setFeedback(gs: feedback) }
    }
}
