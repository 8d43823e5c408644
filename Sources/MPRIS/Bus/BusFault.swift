/// The error with which a method call is answered.
struct BusFault: Error, Hashable {
    /// The errors that D-Bus names, without the part that all share.
    enum Name: String {
        case failed = "Failed"
        case accessDenied = "AccessDenied"
        case fileNotFound = "FileNotFound"
        case invalidArguments = "InvalidArgs"
        case notSupported = "NotSupported"
        case propertyReadOnly = "PropertyReadOnly"
        case unknownInterface = "UnknownInterface"
        case unknownMethod = "UnknownMethod"
        case unknownObject = "UnknownObject"
        case unknownProperty = "UnknownProperty"
    }

    var name: Name
    /// The message for people.
    var text: String

    init(_ name: Name, _ text: String) {
        (self.name, self.text) = (name, text)
    }

    /// The whole name on the bus.
    var busName: String { "org.freedesktop.DBus.Error.\(name.rawValue)" }
}
