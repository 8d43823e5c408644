import MIDI

/// The channels, parameters, messages and polyphony that a sequence uses, known before it is
/// played.
///
/// One pass over the schedule; takes time in proportion to its events, and memory in proportion to
/// their variety.
public struct SequenceAnalysis: Sendable {
    /// The channels that have events, by sampler and number.
    public let channels: [ChannelUse]
    /// The registered and non-registered parameters that are set, by channel, then in order of
    /// appearance.
    public let parameters: [ParameterUse]
    /// The System Exclusive messages by name, in order of appearance.
    public let systemExclusives: [SystemExclusiveUse]
    /// The number of notes that sound at once.
    public let polyphony: Polyphony

    /// Analyses a sequence.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - mostStretches: The largest number of stretches in the curve of the polyphony, 1 or more.
    public init(_ sequence: PreparedSequence, mostStretches: Int = 4096) {
        let stretches = Polyphony.stretches(of: sequence, most: max(mostStretches, 1))
        var sounding = SoundingNotes(samplers: sequence.ports.count, stretches: stretches)
        var channels = ChannelSurvey(samplers: sequence.ports.count)
        var parameters = ParameterSurvey(samplers: sequence.ports.count)
        var messages = SystemExclusiveSurvey()
        for event in sequence.schedule {
            switch event.kind {
            case .channel:
                sounding.take(event)
                channels.take(event)
                parameters.take(event)
            case .systemExclusive:
                let bytes = sequence.schedule.systemExclusive(Int(event.bits))
                messages.take(bytes, at: event.tick)
                if Self.isReset(bytes) {
                    sounding.clear(port: event.port, at: event.tick)
                    parameters.clear(port: event.port)
                }
            }
        }
        self.parameters = parameters.uses
        self.channels = channels.uses(of: sequence, parameters: parameters.uses)
        systemExclusives = messages.uses
        polyphony = sounding.polyphony
    }

    private static func isReset(_ bytes: [UInt8]) -> Bool {
        if case .reset = SystemExclusive.meaning(of: bytes.span) { return true }
        return false
    }
}
