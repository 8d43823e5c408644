import CALSA
import Glibc

/// A device that ALSA's configuration makes: of plugins, or the connection to a sound server.
public struct PluginOutput: Hashable, Sendable {
    /// ALSA's name of it.
    public var name: String
    /// The hint in the configuration; empty if there is none.
    public var summary: String

    package init(name: String, summary: String) { (self.name, self.summary) = (name, summary) }

    /// The card that it is for, where it is one of a card's.
    public var card: String? {
        guard let start = name.firstRange(of: ":CARD=") else { return nil }
        return String(name[start.upperBound...].prefix { $0 != "," })
    }

    /// The name without card and arguments: `dmix` of `dmix:CARD=PCH,DEV=0`.
    public var kind: String { String(name.prefix { $0 != ":" }) }

    /// All that play, but for `default` and the cards' own devices; nothing is opened.
    ///
    /// - Returns: The devices, in the configuration's order.
    public static func all() -> [PluginOutput] {
        seqd_alsa_install_log()
        defer { _ = unsafe seqd_alsa_take_message() }
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard unsafe snd_device_name_hint(-1, "pcm", &hints) == 0, let hints = unsafe hints else {
            return []
        }
        defer { unsafe snd_device_name_free_hint(hints) }
        var found: [PluginOutput] = []
        var next = unsafe hints
        while let hint = unsafe next.pointee {
            unsafe next += 1
            let direction = unsafe text(hint, "IOID")
            guard let name = unsafe text(hint, "NAME"), direction == nil || direction == "Output"
            else {
                continue
            }
            let lines = unsafe text(hint, "DESC")?.split(separator: "\n") ?? []
            // Of a card's device the first line is the card, the second what it is for.
            let plugin = PluginOutput(
                name: name,
                summary: String((name.contains(":") ? lines.last : lines.first) ?? "")
            )
            if !["default", "hw", "plughw"].contains(plugin.kind) { found.append(plugin) }
        }
        return found
    }

    private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
        guard let text = unsafe snd_device_name_get_hint(hint, key) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }
}
