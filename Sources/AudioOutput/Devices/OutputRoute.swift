import CALSA
import Glibc

/// The route of a device in ALSA's configuration: its plugins and their final device.
public struct OutputRoute: Hashable, Sendable {
    /// The device behind the plugins.
    public enum End: Hashable, Sendable {
        /// A device of a sound card.
        case hardware(HardwareAddress)
        /// A plugin of this type that has no device of ALSA's behind it: a sound server, `null`.
        case plugin(String)
        /// A name that the configuration does not define, or defines in an unknown way.
        case unknown(String)
    }

    /// The types of the plugins on the route, such as `plug` and `dmix`.
    public private(set) var plugins: [String] = []
    /// The device behind them.
    public private(set) var end: End

    /// No configuration is deeper, unless it leads in a circle.
    private static let longest = 16

    /// Follows a device through the configuration; nothing is opened.
    ///
    /// - Parameter name: ALSA's name of the device, such as `default`.
    public init(of name: String) {
        seqd_alsa_install_log()
        defer { _ = unsafe seqd_alsa_take_message() }
        end = .unknown(name)
        var read: OpaquePointer?
        guard unsafe snd_config_update_ref(&read) >= 0, let configuration = unsafe read else {
            return
        }
        defer { unsafe snd_config_unref(configuration) }
        unsafe follow(name, "pcm", in: configuration)
    }

    /// The route as one line: `plug → dmix → hw:CARD=PCH,DEV=0`.
    public var description: String { (plugins + [end.description]).joined(separator: " → ") }

    /// Follows a name of a section: `pcm` or `pcm_slave`.
    private mutating func follow(
        _ name: String,
        _ section: String,
        in configuration: OpaquePointer
    ) {
        end = .unknown(name)
        guard plugins.count < Self.longest else { return }
        var found: OpaquePointer?
        guard unsafe snd_config_search_definition(configuration, section, name, &found) >= 0,
            let definition = unsafe found
        else { return }
        defer { unsafe snd_config_delete(definition) }
        if section == "pcm" {
            unsafe followDevice(definition, in: configuration)
        } else {
            unsafe followSlave(definition, in: configuration)
        }
    }

    private mutating func followDevice(
        _ definition: OpaquePointer,
        in configuration: OpaquePointer
    ) {
        if let name = unsafe Self.text(definition) {
            return unsafe follow(name, "pcm", in: configuration)
        }
        guard let type = unsafe Self.text(definition, "type") else { return }
        if type == "hw" {
            end = unsafe Self.hardware(definition)
            return
        }
        // `asym` has a device for each direction.
        guard let slave = unsafe Self.child(definition, type == "asym" ? "playback" : "slave")
        else {
            end = .plugin(type)
            return
        }
        if !["asym", "empty"].contains(type) { plugins.append(type) }
        unsafe followSlave(slave, in: configuration)
    }

    private mutating func followSlave(
        _ definition: OpaquePointer,
        in configuration: OpaquePointer
    ) {
        guard plugins.count < Self.longest else { return }
        if let name = unsafe Self.text(definition) {
            unsafe follow(name, "pcm_slave", in: configuration)
        } else if let device = unsafe Self.child(definition, "pcm") {
            unsafe followDevice(device, in: configuration)
        }
    }

    private static func hardware(_ definition: OpaquePointer) -> End {
        guard let card = unsafe text(definition, "card") else { return .unknown("hw") }
        let device = unsafe text(definition, "device").flatMap { Int($0) } ?? 0
        let index = unsafe snd_card_get_index(card)
        guard index >= 0 else { return .unknown("hw:CARD=\(card),DEV=\(device)") }
        let id = HardwareOutput.id(ofCard: index) ?? card
        return .hardware(HardwareAddress(card: id, device: device))
    }

    private static func child(_ node: OpaquePointer, _ key: String) -> OpaquePointer? {
        var found: OpaquePointer?
        return unsafe snd_config_search(node, key, &found) == 0 ? found : nil
    }

    /// A value as text, numbers too; `nil` for a compound.
    private static func text(_ node: OpaquePointer) -> String? {
        guard unsafe snd_config_get_type(node) != SND_CONFIG_TYPE_COMPOUND else { return nil }
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe snd_config_get_ascii(node, &text) == 0, let text = unsafe text else {
            return nil
        }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    private static func text(_ node: OpaquePointer, _ key: String) -> String? {
        unsafe child(node, key).flatMap { unsafe text($0) }
    }
}

extension OutputRoute: CustomStringConvertible {}

extension OutputRoute.End: CustomStringConvertible {
    /// The device's name, or the plugin's type.
    public var description: String {
        switch self {
        case .hardware(let address): address.direct
        case .plugin(let type): type
        case .unknown(let name): name
        }
    }
}
