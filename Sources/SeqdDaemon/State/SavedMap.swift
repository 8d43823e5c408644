import ControlProtocol

/// A map of a controller that outlasts the daemon.
struct SavedMap: Hashable, Sendable, Codable {
    var map: ControllerMap
    /// The name of the role with which its command is given.
    private var roleName: String

    private enum CodingKeys: String, CodingKey {
        case map
        case roleName = "role"
    }

    init(_ map: ControllerMap, role: Permission) {
        (self.map, roleName) = (map, role.name)
    }

    /// The role; the lowest if the name is unknown.
    var role: Permission { Permission(named: roleName) ?? .observer }
}
