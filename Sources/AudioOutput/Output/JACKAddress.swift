package import Platform

/// The name of a device that is a client of JACK: `jack`, `jack:NAME` or `jack:NAME,connect=no`.
package struct JACKAddress: Hashable, Sendable {
    /// The client's name; the server changes it if another client has it.
    package private(set) var client = "seqd"
    /// Whether ports that were never connected by hand are connected to the hardware.
    package private(set) var connectsPorts = true

    /// Whether a device's name is one of JACK's.
    ///
    /// ALSA's plugin of this name is still there as `plug:jack`.
    package static func isMeant(by device: String) -> Bool {
        device == "jack" || device.hasPrefix("jack:")
    }

    /// Reads the name of a device.
    ///
    /// - Parameter device: The name.
    /// - Throws: `usage`, with the names that are expected.
    package init(_ device: String) throws(HostError) {
        guard device != "jack" else { return }
        var parts = device.dropFirst("jack:".count).split(
            separator: ",",
            omittingEmptySubsequences: false
        )
        let name = String(parts.removeFirst())
        if !name.isEmpty { client = name }
        switch parts {
        case []: break
        case ["connect=no"]: connectsPorts = false
        case ["connect=yes"]: break
        default:
            throw HostError(
                .usage,
                "device \(device)",
                "expected jack, jack:NAME or jack:NAME,connect=no"
            )
        }
        // jack_client_name_size is 64 with the 0 at the end in JACK 2.
        guard client.utf8.count < 64, !client.contains(":") else {
            throw HostError(
                .usage,
                "device \(device)",
                "not the name of a JACK client; expected at most 63 bytes without a colon"
            )
        }
    }
}
