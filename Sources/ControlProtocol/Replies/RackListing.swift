/// The rack of the daemon: samplers, and the routes that lead parts to them.
public struct RackListing: Hashable, Sendable {
    /// A sampler of the rack.
    public struct Sampler: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Its SoundFonts, the first with the highest priority.
        public var fonts: [String]

        /// Makes a sampler.
        public init(name: String, fonts: [String]) {
            self.name = name
            self.fonts = fonts
        }
    }

    /// The file of the rack; `nil` for none.
    public var file: String?
    /// The routes before its rules, the first with the highest priority.
    public var routes: [String]
    /// The samplers, that of the rest last; none without rack and routes.
    public var samplers: [Sampler] = []

    /// Makes a listing.
    public init(file: String?, routes: [String]) {
        self.file = file
        self.routes = routes
    }
}
