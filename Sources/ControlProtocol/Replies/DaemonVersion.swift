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
