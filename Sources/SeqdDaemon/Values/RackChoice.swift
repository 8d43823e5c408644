package import Racks

/// The rack and the routes that parts are played with, as options and clients name them.
package struct RackChoice: Hashable, Sendable, Codable {
    /// The file of the rack, an absolute path; `nil` for none.
    package var file: String?
    /// The routes before its rules, the first with the highest priority.
    package var routes: [String] = []
    /// The presets of parts as `PART=PRESET`, the first with the highest priority.
    package var programs: [String] = []
    /// The changes of the messages of all sources.
    package var changes: [String] = []
    /// The inserts of strips as `STRIP=INSERT`, in order.
    package var inserts: [String] = []
    /// The clips beside all music.
    package var clips: [ClipSettings] = []
    /// The only channels that play drums, bit n for channel n (0 … 15); `nil` for those of the rack.
    package var drums: UInt16?

    /// Whether SoundFonts that a client has loaded since replace those of the rack's own fallback.
    var replacesFallback = false

    /// Makes the choice of no rack: a sampler for each port.
    package init() {}

    /// Whether no rack is chosen.
    var isEmpty: Bool { self == RackChoice() }

    /// Decodes a choice; what the state of an older daemon lacks has its default.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        file = try values.decodeIfPresent(String.self, forKey: .file)
        routes = try values.decodeIfPresent([String].self, forKey: .routes) ?? []
        programs = try values.decodeIfPresent([String].self, forKey: .programs) ?? []
        changes = try values.decodeIfPresent([String].self, forKey: .changes) ?? []
        inserts = try values.decodeIfPresent([String].self, forKey: .inserts) ?? []
        clips = try values.decodeIfPresent([ClipSettings].self, forKey: .clips) ?? []
        drums = try values.decodeIfPresent(UInt16.self, forKey: .drums)
        replacesFallback =
            try values.decodeIfPresent(Bool.self, forKey: .replacesFallback) ?? false
    }
}
