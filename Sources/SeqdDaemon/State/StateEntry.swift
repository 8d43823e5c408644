import ControlProtocol
import Playback

/// An entry of the queue in the document of the daemon's state.
struct StateEntry: Codable {
    var path: String
    var pattern: Int?
    var encoding: String?
    var embeddedFont: Bool
    var length: PieceLength
    var priority: Int?

    init(_ entry: PlayQueue.Entry) {
        path = entry.path
        pattern = entry.pattern
        encoding = entry.settings.encoding
        embeddedFont = entry.settings.usesEmbeddedFont
        length = entry.length
        priority = entry.priority == 0 ? nil : entry.priority
    }

    /// The entries of a queue, numbered from 1.
    ///
    /// - Parameter entries: The entries of a document.
    /// - Returns: The queue's.
    /// - Throws: `DecodingError` for an entry that no queue has.
    static func entries(_ entries: [StateEntry]) throws -> [PlayQueue.Entry] {
        func fault(_ problem: String) -> DecodingError {
            .dataCorrupted(.init(codingPath: [], debugDescription: "entries: \(problem)"))
        }
        guard entries.count <= PlayQueue.capacity else {
            throw fault("expected at most \(PlayQueue.capacity), not \(entries.count)")
        }
        return try entries.enumerated().map { index, entry in
            guard entry.path.hasPrefix("/"), !entry.path.utf8.contains(0) else {
                throw fault("expected an absolute path, not \"\(entry.path)\"")
            }
            if let pattern = entry.pattern, pattern < 1 {
                throw fault("expected a pattern from 1 on, not \(pattern)")
            }
            if let priority = entry.priority, !PlayQueue.priorities.contains(priority) {
                throw fault("expected a priority of 0 to 255, not \(priority)")
            }
            var settings = PlaySettings()
            settings.encoding = entry.encoding
            settings.usesEmbeddedFont = entry.embeddedFont
            return PlayQueue.Entry(
                number: index + 1,
                path: entry.path,
                pattern: entry.pattern,
                length: entry.length,
                settings: settings,
                priority: entry.priority ?? 0
            )
        }
    }
}

/// A map of a controller that outlasts the daemon.
struct SavedMap: Hashable, Sendable, Codable {
    var map: ControllerMap
    /// The name of the role with which its command is given.
    private var roleName: String

    private enum CodingKeys: String, CodingKey {
        case map
        case roleName = "role"
    }

    init(_ map: ControllerMap, role: Permission) {
        (self.map, roleName) = (map, role.name)
    }

    /// The role; the lowest if the name is unknown.
    var role: Permission { Permission(named: roleName) ?? .observer }
}
