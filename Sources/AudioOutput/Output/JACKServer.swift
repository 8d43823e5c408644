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
    public var isPipeWire: Bool { Self.isPipeWire(library: library, version: version) }

    /// Whether the library that is loaded is PipeWire's.
    public static var usesPipeWire: Bool { isPipeWire(library: loadedPath, version: loadedVersion) }

    private static func isPipeWire(library: String, version: String?) -> Bool {
        version?.contains("PipeWire") == true || library.contains("pipewire")
    }

    /// The path of the library that is loaded; empty for none.
    private static var loadedPath: String {
        guard let path = unsafe seqd_jack_path() else { return "" }
        return unsafe String(cString: path)
    }

    /// The version that the library tells; `nil` if it tells none.
    private static var loadedVersion: String? {
        guard let version = unsafe seqd_jack_version() else { return nil }
        return unsafe String(cString: version)
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
        library = Self.loadedPath
        version = Self.loadedVersion
        rate = client.rate
        period = client.period
    }
}
