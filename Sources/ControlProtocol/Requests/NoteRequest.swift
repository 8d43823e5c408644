/// A note for a live input.
public struct NoteRequest: Hashable, Sendable {
    /// The input and its channel.
    public var channel: ChannelAddress
    /// The key, 0 to 127; 60 is middle C.
    public var key: Int
    /// The velocity, 0 to 127; 0 releases the note.
    public var velocity: Int
    /// The duration, 0.001 to 3600 s; `nil` until the note is released.
    public var seconds: Double?

    /// Makes a note.
    public init(channel: ChannelAddress, key: Int, velocity: Int, seconds: Double? = nil) {
        self.channel = channel
        self.key = key
        self.velocity = velocity
        self.seconds = seconds
    }
}

/// A control change for a live input.
public struct ControlChangeRequest: Hashable, Sendable {
    /// The input and its channel.
    public var channel: ChannelAddress
    /// The controller's number, 0 to 127.
    public var number: Int
    /// The controller's value, 0 to 127.
    public var value: Int

    /// Makes a control change.
    public init(channel: ChannelAddress, number: Int, value: Int) {
        self.channel = channel
        self.number = number
        self.value = value
    }
}
