import Playback

extension Playlist {
    /// The name of a step in the view and in messages: the file's, and the pattern's number.
    func name(of step: Step) -> String {
        let file = files[step.file]
        let name =
            file.path == "-"
            ? "standard input" : file.path.split(separator: "/").last.map(String.init) ?? file.path
        return file.sequenceCount ?? 1 > 1 ? "\(name) (pattern \(step.sequence + 1))" : name
    }
}
