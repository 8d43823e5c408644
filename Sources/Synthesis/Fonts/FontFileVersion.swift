import FontFiles

/// The content that the file of a SoundFont had at some time, by the file's identity: device, inode,
/// size and time of its last change.
///
/// For an instrument of several files, or a folder, it is that of the file or folder that is named.
public struct FontFileVersion: Hashable, Sendable {
    /// The file.
    public let path: String
    private let identity: InputFile.Identity?

    /// Notes the content that a file has now.
    public init(of path: String) {
        self.path = path
        identity = InputFile.identity(of: path)
    }

    /// Whether the file was removed, or has been written or replaced since.
    public var hasChanged: Bool { InputFile.identity(of: path) != identity }
}
