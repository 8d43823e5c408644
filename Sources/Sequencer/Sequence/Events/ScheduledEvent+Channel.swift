import MIDI

extension ScheduledEvent {
    /// The index of the event's channel, 16 channels for each sampler.
    package var channelIndex: Int { Int(port) << 4 | Int(message.channel) }
}
