/// What the daemon has done since its start, and what it takes.
public struct DaemonStatistics: Hashable, Sendable {
    /// The seconds since its start.
    public var uptime = 0.0
    /// The clients that are connected.
    public var clients = 0
    /// The clients that have connected since its start.
    public var connections = 0
    /// The requests that it has carried out or refused.
    public var requests = 0
    /// The events that clients were sent.
    public var events = 0
    /// The events that were dropped because clients did not take them.
    public var droppedEvents = 0
    /// The underruns of the audio device.
    public var xruns = 0
    /// The resident memory in bytes; `nil` if the system does not tell it.
    public var memory: Int?
    /// The open file descriptors; `nil` if the system does not tell it.
    public var descriptors: Int?

    /// Makes statistics of a daemon that has done nothing.
    public init() {}
}
