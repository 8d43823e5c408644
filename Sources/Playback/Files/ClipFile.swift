import JSON
import Platform
public import Racks
import SamplerHost

/// The clips and the automation that belong to a file of music: `song.clips.json` beside `song.mid`.
///
/// `docs/clips.md` describes the form. Sound files with relative paths are next to the file.
public enum ClipFile {
    /// The name of the file for a file of music.
    ///
    /// - Parameter music: The path of the music.
    /// - Returns: The path: the ending of the music's name is replaced by `.clips.json`.
    public static func path(for music: String) -> String {
        let lowercased = music.lowercased()
        let ending = PieceFile.endings.filter { lowercased.hasSuffix($0) }
            .max { $0.count < $1.count }
        return music.dropLast(ending?.count ?? 0) + ".clips.json"
    }

    /// The content of a file.
    public struct Content: Sendable {
        /// The clips, with the paths of their files made relative to the current folder.
        public var clips: [ClipSettings] = []
        /// The values of strips that move with the music.
        public var automation = AutomationSettings()

        /// Makes a content without any.
        public init(clips: [ClipSettings] = [], automation: AutomationSettings? = nil) {
            self.clips = clips
            self.automation = automation ?? AutomationSettings()
        }
    }

    /// Reads the clips and the automation of a file of music.
    ///
    /// - Parameters:
    ///   - music: The path of the music; `-` has none.
    ///   - handle: Another path of the list, at which it is opened; messages do not name it.
    /// - Returns: The content; nothing where there is no such file.
    /// - Throws: `noInput` if the file cannot be read, `data` for a text that is not a list of clips.
    public static func content(
        for music: String,
        openedAt handle: String? = nil
    ) throws(PlaybackError) -> Content {
        let path = path(for: music)
        guard music != "-", FileStatus(path, followsLinks: false) != nil else {
            return Content()
        }
        if handle == nil { try RegularFile.check(path) }
        let list: ClipList = try RackFile.decode(path, "a list of clips", openedAt: handle)
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        return Content(
            clips: list.clips.map { $0.within(folder) },
            automation: list.automation
        )
    }

    private struct ClipList: Decodable {
        var clips: [ClipSettings]
        var automation: AutomationSettings

        init(from decoder: any Decoder) throws {
            let fields = try StrictFields(decoder, keys: ["schema", "clips", "automation"])
            if let schema = try fields.value("schema", Int.self), schema != 1 {
                throw fields.error("schema", "expected 1, not \(schema)")
            }
            clips = try fields.value("clips") ?? []
            automation = try fields.value("automation") ?? AutomationSettings()
            guard fields.has("clips") || fields.has("automation") else {
                throw fields.error("clips", "missing; expected clips or automation")
            }
        }
    }
}

extension ClipSettings {
    /// The clip, with a file whose relative path is one within a folder.
    ///
    /// - Parameter folder: The folder with a slash at its end; empty for the current one.
    /// - Returns: The clip.
    package func within(_ folder: String) -> ClipSettings {
        var clip = self
        if !path.hasPrefix("/") { clip.path = folder + path }
        return clip
    }
}
