/// A map of a controller, as the daemon has it.
public struct MapEntry: Hashable, Sendable {
    /// The number that identifies it, from 1.
    public var number: Int
    /// The map.
    public var map: ControllerMap
    /// The role with which its command is given: that of the client that made it.
    public var role: Permission

    /// Makes an entry.
    public init(_ number: Int, _ map: ControllerMap, role: Permission) {
        (self.number, self.map, self.role) = (number, map, role)
    }
}

extension ControllerMap.Kind: FieldValue {}

extension ControllerMap.Mode: FieldValue {}

/// In JSON, the options that differ from the usual values.
extension MapEntry: ListedRecord {
    package init() { self.init(0, ControllerMap(.cc, 0, ""), role: .observer) }

    package static let fields = Field<MapEntry>.table {
        Field("map", \.number)
        Field("role", \.role)
        Field("kind", \.map.kind)
        Field("number", \.map.number)
        Field("command", \.map.command)
        Field("channel", \.map.channel)
        Field("input", \.map.input)
        Field("mode", \.map.mode)
        Field("min", \.map.minimum)
        Field("max", \.map.maximum)
        Field("step", \.map.step)
        Field("wrap", \.map.wraps)
        Field("turn", \.map.turn)
        Field("perTurn", \.map.perTurn)
    }

    package func words(at index: Int) -> String { "\(number) \(role.name) \(map)" }

    static let list = AnswerList<MapEntry>("maps", line: "map", help(of: "each map"))

    /// The description of a list of maps.
    static func help(of maps: String) -> String {
        "\(maps): its number, its role, and the arguments of `map`; in JSON, objects"
    }
}
