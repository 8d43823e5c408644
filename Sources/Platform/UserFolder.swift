/// The folders of this program's own files, by the XDG Base Directory Specification 0.8.
package enum UserFolder {
    /// The folder of the configuration: `$XDG_CONFIG_HOME/seqd`, else `~/.config/seqd`; `nil` for a user
    /// without a home.
    package static var configuration: String? { path("XDG_CONFIG_HOME", else: ".config") }

    /// The folder of what the daemon keeps from one run to the next: `$XDG_STATE_HOME/seqd`, else
    /// `~/.local/state/seqd`; `nil` for a user without a home.
    package static var state: String? { path("XDG_STATE_HOME", else: ".local/state") }

    /// The folder of what can be made again: `$XDG_CACHE_HOME/seqd`, else `~/.cache/seqd`; `nil` for a
    /// user without a home.
    package static var cache: String? { path("XDG_CACHE_HOME", else: ".cache") }

    /// The folder of the playlists, in ``state``.
    package static var playlists: String? { state.map { "\($0)/playlists" } }

    private static func path(_ variable: String, else fallback: String) -> String? {
        // The specification: a relative path is to be ignored.
        if let folder = Environment[variable], folder.hasPrefix("/") { return "\(folder)/seqd" }
        guard let home = Environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/\(fallback)/seqd"
    }
}
