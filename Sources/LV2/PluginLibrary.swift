import CLV2
import CLinux
public import Platform
import Synchronization

/// The LV2 plugins that are installed.
///
/// The names of their bundles are read once, and the declaration of a plugin when it is asked for; its
/// code is loaded with its first ``Plugin``. Any thread may use it; nothing here is for the audio
/// thread.
@safe
public final class PluginLibrary: Sendable {
    /// The folders that are searched, with colons between them; `nil` for `LV2_PATH` of the
    /// environment, else the usual ones.
    public let path: String?
    /// The world of C, which has a lock.
    @unsafe nonisolated(unsafe) let world: OpaquePointer
    private let summaries = Mutex<[PluginSummary]?>(nil)

    /// The library of the usual folders, and their versions when it was made.
    private struct Shared {
        var library: PluginLibrary
        var versions: [String]
    }

    private static let shared = Mutex<Shared?>(nil)

    /// The plugins of the usual folders, which are read again after bundles were added or removed.
    ///
    /// - Throws: `unavailable` if lilv's library is not installed.
    public static func installed() throws(HostError) -> PluginLibrary {
        try shared.withLock { shared throws(HostError) in
            // A bundle that is replaced in place has another time.
            let versions = usualFolders.flatMap { folder in
                let bundles = FolderListing(folder)?.names.sorted() ?? []
                return ([""] + bundles).map {
                    "\($0) \(FileStatus("\(folder)/\($0)")?.version ?? "")"
                }
            }
            if let shared, shared.versions == versions { return shared.library }
            let library = try PluginLibrary()
            shared = Shared(library: library, versions: versions)
            return library
        }
    }

    /// The folders that lilv searches by default, in Debian's version too.
    private static var usualFolders: [String] {
        if let path = Environment["LV2_PATH"] { return path.split(separator: ":").map(String.init) }
        let libraries = [
            "lib", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "local/lib", "lib64",
        ]
        return ["\(Environment["HOME"] ?? "")/.lv2"] + libraries.map { "/usr/\($0)/lv2" }
    }

    /// Reads the declarations of the plugins in some folders.
    ///
    /// - Parameter path: The folders, with colons between them; `nil` for `LV2_PATH` of the
    ///   environment, else the usual ones.
    /// - Throws: `unavailable` if lilv's library is not installed.
    public init(path: String? = nil) throws(HostError) {
        if let problem = unsafe seqd_lv2_problem() {
            throw HostError(
                .unavailable,
                "lv2",
                "\(unsafe String(cString: problem)); install liblilv-0-0"
            )
        }
        guard let world = unsafe seqd_lv2_world_new(path) else {
            throw HostError(.internal, "lv2", "lilv cannot be initialised")
        }
        self.path = path
        unsafe self.world = world
    }

    deinit { unsafe seqd_lv2_world_free(world) }

    /// All plugins, in the order of their names.
    ///
    /// The first call reads the declarations of all plugins, which can take seconds.
    public var plugins: [PluginSummary] {
        summaries.withLock { summaries in
            if let summaries { return summaries }
            // In a world of its own: what was read of hundreds of plugins takes a lot of memory.
            guard let world = unsafe seqd_lv2_world_new(path) else { return [] }
            let list = unsafe Self.uris(world)
                .compactMap { unsafe Self.declaration($0, details: false, in: world)?.summary }
                .sorted { ($0.typedName, $0.uri) < ($1.typedName, $1.uri) }
            unsafe seqd_lv2_world_free(world)
            seqd_trim_memory()
            summaries = list
            return list
        }
    }

    /// Describes a plugin with its controls and presets.
    ///
    /// - Parameter name: Its URI, its name, or a part of that which no other plugin's name has.
    /// - Returns: The description.
    /// - Throws: `usage` if there is none with this name, or more than one.
    public func plugin(named name: String) throws(HostError) -> PluginDescription {
        guard let declaration = declaration(try uri(of: name), details: true) else {
            throw HostError(.usage, name, "no such plugin")
        }
        readPresets(of: declaration)
        return declaration.description
    }

    /// Reads the presets of a plugin, each from a file of its own.
    func readPresets(of declaration: borrowing PluginDeclaration) {
        unsafe seqd_lv2_plugin_read_presets(world, declaration.pointer)
    }

    /// Reads the declaration of a plugin; `nil` if there is none.
    func declaration(_ uri: String, details: Bool) -> PluginDeclaration? {
        unsafe Self.declaration(uri, details: details, in: world)
    }

    private static func declaration(
        _ uri: String,
        details: Bool,
        in world: OpaquePointer
    ) -> PluginDeclaration? {
        guard let plugin = unsafe seqd_lv2_plugin_new(world, uri, details) else { return nil }
        return unsafe PluginDeclaration(plugin)
    }

    private static func uris(_ world: OpaquePointer) -> [String] {
        let list = unsafe seqd_lv2_world_uris(world)
        defer { unsafe seqd_lv2_uris_free(list) }
        return unsafe (0..<Int(list.count)).compactMap { index in
            unsafe list.uris[index].map { unsafe String(cString: $0) }
        }
    }
}
