/// The versions of a daemon.
public struct DaemonVersion: Hashable, Sendable {
    /// The version of seqd.
    public var version: String
    /// The version of the protocol; see ``ProtocolVersion``.
    public var protocolVersion: Int
    /// The process ID of the daemon.
    public var processID: Int

    /// Makes a version.
    public init(version: String, protocolVersion: Int, processID: Int) {
        self.version = version
        self.protocolVersion = protocolVersion
        self.processID = processID
    }
}

extension DaemonVersion: Record {
    package init() { self.init(version: "", protocolVersion: 0, processID: 0) }

    package static let fields = Field<DaemonVersion>.table {
        Field("version", \.version, "version of seqd")
        Field("protocol", \.protocolVersion, "version of the protocol")
        Field("pid", \.processID, "process ID of the daemon")
    }
}
