/// A method call, as far as it was read.
struct BusCall: Hashable, Sendable {
    /// The object.
    var path: String
    /// The interface; `nil` where the caller leaves it out.
    var interface: String?
    var method: String
    /// The types of the arguments.
    var signature = ""
    var arguments: [BusValue] = []
}
