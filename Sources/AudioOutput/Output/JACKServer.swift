import CJACK
public import Platform

/// The JACK server that a client finds, and the library through which it does.
public struct JACKServer: Hashable, Sendable {
    /// The path of the library.
    public private(set) var library = ""
    /// The version that the library tells; `nil` if it tells none.
    public private(set) var version: String?
    /// Frames per second.
    public private(set) var rate = 0
    /// Frames of a period.
    public private(set) var period = 0

    /// Whether the library is PipeWire's, which speaks to PipeWire and not to a server of JACK's own.
    public var isPipeWire: Bool {
        version?.contains("PipeWire") == true || library.contains("pipewire")
    }

    /// Whether the library can be loaded.
    public static var hasLibrary: Bool { unsafe seqd_jack_problem() == nil }

    /// Whether a device's name is one of JACK's.
    public static func isMeant(by device: String) -> Bool { JACKAddress.isMeant(by: device) }

    /// Asks the server with a client that has no ports.
    ///
    /// - Parameter device: The name of the device, for the error.
    /// - Throws: `unavailable` without the library or a server.
    public init(probing device: String = "jack") throws(HostError) {
        let client = try JACKClient("seqd-probe", device: device)
        defer { client.close() }
        if let path = unsafe seqd_jack_path() { library = unsafe String(cString: path) }
        if let version = unsafe seqd_jack_version() {
            self.version = unsafe String(cString: version)
        }
        rate = client.rate
        period = client.period
    }
}
