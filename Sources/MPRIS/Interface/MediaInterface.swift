/// The object of a player on the bus: what its methods do and answer.
///
/// A value without a connection: what takes time is left to the caller.
struct MediaInterface {
    /// The way in which a call is answered.
    enum Response: Equatable {
        case values([BusValue])
        /// When the player has done something.
        case afterCommand(MediaCommand)
        /// With the position of playback, alone.
        case position
        /// With all properties of the player, the position among them.
        case playerProperties([String: BusValue])
    }

    var description: MediaDescription
    var state = MediaState()

    /// The path of the object.
    static let path = "/org/mpris/MediaPlayer2"
    static let propertiesInterface = "org.freedesktop.DBus.Properties"
    static let introspectionInterface = "org.freedesktop.DBus.Introspectable"

    /// Answers a call.
    ///
    /// - Parameter call: The call.
    /// - Returns: The way in which it is answered.
    /// - Throws: The error with which it is answered.
    func respond(to call: BusCall) throws(BusFault) -> Response {
        let isIntrospection =
            call.method == "Introspect"
            && call.interface ?? Self.introspectionInterface == Self.introspectionInterface
        guard call.path == Self.path else {
            guard isIntrospection, let child = Self.child(of: call.path) else {
                throw BusFault(.unknownObject, "no object \(call.path)")
            }
            return .values([.text(Introspection.node(with: child))])
        }
        if isIntrospection {
            try check(call, "")
            return .values([.text(Introspection.text)])
        }
        if call.interface == Self.propertiesInterface
            || call.interface == nil && ["Get", "GetAll", "Set"].contains(call.method)
        {
            return try respond(toProperties: call)
        }
        let interface = call.interface.map { MediaProperty.Interface(rawValue: $0) }
        if let interface, interface == nil {
            throw BusFault(.unknownInterface, "no interface \(call.interface ?? "")")
        }
        let method = MediaMethod.all.first {
            $0.name == call.method && $0.interface == interface ?? $0.interface
        }
        guard let method else {
            throw BusFault(.unknownMethod, "no method \(call.method)")
        }
        try check(call, method.signature)
        return try method.command(call.arguments, description, state).map(Response.afterCommand)
            ?? .values([])
    }

    private func check(_ call: BusCall, _ signature: String) throws(BusFault) {
        guard call.signature == signature else {
            throw BusFault(
                .invalidArguments,
                "\(call.method): expected arguments of the types '\(signature)', "
                    + "not '\(call.signature)'"
            )
        }
    }

    /// The name of the object that leads from one above to the player's.
    private static func child(of path: String) -> String? {
        let folder = path == "/" ? "/" : path + "/"
        guard Self.path.hasPrefix(folder) else { return nil }
        return Self.path.dropFirst(folder.count).split(separator: "/").first.map(String.init)
    }

    // MARK: Properties

    private func respond(toProperties call: BusCall) throws(BusFault) -> Response {
        switch call.method {
        case "GetAll":
            try check(call, "s")
            return try all(of: try interface(call.arguments[0]))
        case "Get":
            try check(call, "ss")
            let property = try property(call.arguments)
            guard let value = property.value?(description, state) else { return .position }
            return .values([.variant(value)])
        case "Set":
            try check(call, "ssv")
            return .afterCommand(try command(setting: try property(call.arguments), call))
        default:
            throw BusFault(.unknownMethod, "no method \(call.method)")
        }
    }

    private func command(
        setting property: MediaProperty,
        _ call: BusCall
    ) throws(BusFault) -> MediaCommand {
        guard let command = property.command else {
            throw BusFault(.propertyReadOnly, "\(property.name) is read-only")
        }
        guard call.arguments.count == 3, case .variant(let value) = call.arguments[2],
            value.signature == property.signature
        else {
            throw BusFault(
                .invalidArguments,
                "\(property.name): expected a value of the type '\(property.signature)'"
            )
        }
        return try command(value)
    }

    private func all(of interface: MediaProperty.Interface) throws(BusFault) -> Response {
        var values: [String: BusValue] = [:]
        for property in MediaProperty.all where property.interface == interface {
            values[property.name] = property.value?(description, state)
        }
        return interface == .player ? .playerProperties(values) : .values([.dictionary(values)])
    }

    private func interface(_ value: BusValue) throws(BusFault) -> MediaProperty.Interface {
        guard case .text(let name) = value else {
            throw BusFault(.invalidArguments, "expected the name of an interface")
        }
        guard let interface = MediaProperty.Interface(rawValue: name) else {
            throw BusFault(.unknownInterface, "no interface \(name) with properties")
        }
        return interface
    }

    private func property(_ values: [BusValue]) throws(BusFault) -> MediaProperty {
        let interface = try interface(values[0])
        guard case .text(let name) = values[1],
            let property = MediaProperty.named(name, of: interface)
        else {
            throw BusFault(.unknownProperty, "\(interface.rawValue) has no such property")
        }
        return property
    }
}
