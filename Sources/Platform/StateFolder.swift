/// The folder for data that the daemon keeps from one run to the next.
package enum StateFolder {
    /// `$XDG_STATE_HOME/seqd`, else `~/.local/state/seqd`; `nil` for a user without a home.
    package static var path: String? {
        // XDG Base Directory Specification 0.8: a relative path is to be ignored.
        if let folder = Environment["XDG_STATE_HOME"], folder.hasPrefix("/") {
            return "\(folder)/seqd"
        }
        guard let home = Environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state/seqd"
    }

    /// The folder of the playlists, in ``path``.
    package static var playlists: String? { path.map { "\($0)/playlists" } }
}
