public import Racks

/// The rack of the daemon: samplers, and the routes that lead parts to them.
public struct RackListing: Hashable, Sendable {
    /// A sampler of the rack.
    public struct Sampler: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Its SoundFonts, the first with the highest priority.
        public var fonts: [String]
        /// The engine whose voices play them; older daemons have only the default one.
        public var engine: SynthesisEngine

        /// Makes a sampler.
        public init(name: String, fonts: [String], engine: SynthesisEngine = .usual) {
            self.name = name
            self.fonts = fonts
            self.engine = engine
        }
    }

    /// The file of the rack; `nil` for none.
    public var file: String?
    /// The routes before its rules, the first with the highest priority.
    public var routes: [String]
    /// The presets of parts as `PART=PRESET`, the first with the highest priority.
    public var programs: [String] = []
    /// The changes of controllers in everything that plays.
    public var changes: [String] = []
    /// The samplers, that of the rest last; none without rack and routes.
    public var samplers: [Sampler] = []

    /// Makes a listing.
    public init(file: String?, routes: [String]) {
        self.file = file
        self.routes = routes
    }
}

extension RackListing: Record {
    package init() { self.init(file: nil, routes: []) }

    package static let fields = Field<RackListing>.table {
        Field("file", \.file, "file of the rack, if there is one")
        Field(
            "routes",
            line: "route",
            \.routes,
            "each route, the first with the highest priority"
        )
        Field(
            "programs",
            line: "program",
            \.programs,
            "each preset of a part, the first with the highest priority"
        )
        Field("changes", line: "change", \.changes, "each change of controllers in everything")
            .ifPresent
        Field(
            "samplers",
            line: "sampler",
            \.samplers,
            "each sampler, `=`, its SoundFonts and, unless it is "
                + "`\(SynthesisEngine.usual.rawValue)`, `engine=ENGINE`; the fallback last; in "
                + "JSON, objects with `name`, `fonts` and `engine`"
        )
    }
}

extension RackListing.Sampler: ListedRecord {
    package init() { self.init(name: "", fonts: []) }

    package static let fields = Field<Self>.table {
        Field("name", \.name)
        Field("fonts", \.fonts)
        Field("engine", \.engine).ifPresent
    }

    package func words(at index: Int) -> String {
        let option = engine == .usual ? [] : ["engine=\(engine.rawValue)"]
        return "\(name) = \((fonts.map(Words.word) + option).joined(separator: " "))"
    }
}
