import CommandSupport
import Playback

extension PlaylistSource {
    /// The files that a path stands for, each once, with the names of their outputs.
    ///
    /// - Parameters:
    ///   - path: A file, folder or playlist.
    ///   - note: Called with each failure, as by ``files(_:regularOnly:note:)``.
    /// - Returns: The files; those of a folder are named with the folders below it.
    static func inputs(
        _ path: String,
        note: (CommandFailure) -> Void
    ) -> [OutputPaths.Input] {
        let files = files(path) { note(CommandFailure($0)) }
        if files == [path] { return [OutputPaths.Input(path)] }
        let folder = path.hasSuffix("/") ? path : path + "/"
        var known: Set<String> = []
        return files.filter { known.insert($0).inserted }.map { file in
            file.hasPrefix(folder)
                ? OutputPaths.Input(file, name: String(file.dropFirst(folder.count)))
                : OutputPaths.Input(file)
        }
    }
}
