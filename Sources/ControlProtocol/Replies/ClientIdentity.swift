package import JSON

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

extension Permission: FieldValue {
    package static var resultType: ResultType { .string }
    package init?(field json: JSONValue) {
        guard case .string(let name) = json else { return nil }
        self.init(named: name)
    }
    package var fieldJSON: JSONValue { .string(name) }
}

extension ClientIdentity: Record {
    package init() { self.init(role: .observer, user: 0, processID: 0) }

    package static let fields = Field<ClientIdentity>.table {
        Field("role", \.role, "`observer`, `transport` or `admin`")
        Field("user", \.user, "user ID of the client")
        Field("pid", \.processID, "process ID of the client")
    }
}
