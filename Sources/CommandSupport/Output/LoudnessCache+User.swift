package import Playback

extension LoudnessCache {
    /// The user's measurements; `nil` for a user without a home.
    package static var users: LoudnessCache? {
        usualFolder.map { folder in LoudnessCache(folder: folder) { Console.report($0) } }
    }
}
