/// The daemon's counts since its start, and the resources that it uses.
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
    /// The notes that faded out because their samples were not read in time; `nil` from older daemons.
    public var starved: Int?
    /// The resident memory in bytes; `nil` if the system does not tell it.
    public var memory: Int?
    /// The open file descriptors; `nil` if the system does not tell it.
    public var descriptors: Int?

    /// Makes statistics of a daemon that has done nothing.
    public init() {}
}

extension DaemonStatistics: Record {
    package static let fields = Field<DaemonStatistics>.table {
        Field("uptime", \.milliseconds, "seconds since its start")
        Field("clients", \.clients, "clients that are connected")
        Field("connections", \.connections, "clients that have connected")
        Field("requests", \.requests, "requests of all clients")
        Field("events", \.events, "events sent to clients")
        Field("dropped", \.droppedEvents, "events dropped because clients did not take them")
        Field("xruns", \.xruns, "buffer underruns")
        Field("starved", \.starved, "notes that faded out because samples were not read in time")
        Field("memory", \.memory, "resident memory in bytes")
        Field("descriptors", \.descriptors, "open file descriptors")
    }

    /// The uptime to a millisecond.
    private var milliseconds: Double {
        get { (uptime * 1_000).rounded() / 1_000 }
        set { uptime = newValue }
    }
}
