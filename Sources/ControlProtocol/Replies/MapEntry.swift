import JSON

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

extension MapEntry {
    /// The line in words.
    var words: String { "\(number) \(role.name) \(map)" }

    /// The object in JSON; it has the options that differ from the usual values.
    var object: JSONObject {
        var object = JSONObject()
        object.set("map", number)
        object.set("role", role.name)
        object.set("kind", map.kind.rawValue)
        object.set("number", map.number)
        object.set("command", map.command)
        object.set("channel", map.channel)
        object.set("input", map.input)
        object.set("mode", map.mode.rawValue)
        object.set("min", map.minimum)
        object.set("max", map.maximum)
        object.set("step", map.step)
        object.set("wrap", map.wraps)
        object.set("turn", map.turn)
        object.set("perTurn", map.perTurn)
        return object
    }

    init(_ fields: JSONFields) throws(RequestError) {
        var map = ControllerMap(
            try fields.word("kind"),
            try fields.integer("number"),
            try fields.string("command")
        )
        map.channel = try fields.optionalInteger("channel")
        map.input = try fields.optionalInteger("input")
        map.mode = try fields.word("mode")
        map.minimum = try fields.number("min")
        map.maximum = try fields.number("max")
        map.step = try fields.optionalNumber("step")
        map.wraps = try fields.flag("wrap")
        map.turn = try fields.optionalInteger("turn")
        map.perTurn = try fields.number("perTurn")
        guard let role = Permission(named: try fields.string("role")) else {
            throw .internal("role: unknown")
        }
        self.init(try fields.integer("map"), map, role: role)
    }
}
