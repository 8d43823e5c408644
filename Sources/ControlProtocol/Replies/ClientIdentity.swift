/// A client as the daemon sees it.
public struct ClientIdentity: Hashable, Sendable {
    /// The role, which the socket gives to all its clients.
    public var role: Permission
    /// The user ID of the client's process.
    public var user: Int
    /// The process ID of the client.
    public var processID: Int

    /// Makes an identity.
    public init(role: Permission, user: Int, processID: Int) {
        self.role = role
        self.user = user
        self.processID = processID
    }
}
