import ControlProtocol
import Platform
import Playback
import SamplerHost

/// The sound file of a render job, and the folder of its stems.
struct RenderTarget: Sendable {
    /// The path that the client has named.
    let path: String
    /// The kind of file.
    let type: SoundFileType
    /// The samples' format.
    let format: SampleFormat
    private let hasStems: Bool
    private let mayReplace: Bool
    private let policy: PathPolicy

    /// Checks the arguments of a request that are about its target, and that it can be written.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - rate: Frames per second.
    ///   - policy: The folders below which it may be.
    /// - Throws: −32602 for a type, format or rate that do not fit, 64, 73 or 77 for a path that
    ///   cannot be written.
    init(_ request: Command.Render, rate: Int, _ policy: PathPolicy) throws(RequestError) {
        path = request.target
        let choice = try SoundFileChoice(request.type, request.format, target: request.target)
        type = choice.type
        format = choice.format
        hasStems = request.stems != nil
        mayReplace = request.replaces
        self.policy = policy
        try choice.check(rate: rate, as: "rate")
        if let identity = RegularFile.identity(of: path),
            identity == RegularFile.identity(of: request.source)
        {
            throw RequestError(.usage, "target: \(path): is also the source")
        }
        _ = try resolved()
    }

    /// The path to be written, which is checked again each time.
    ///
    /// - Returns: The path without links.
    /// - Throws: 64, 73 or 77 for one that cannot be written.
    func resolved() throws(RequestError) -> String {
        do throws(RequestError) {
            let resolved = try policy.resolvedForWriting(path)
            try check(resolved)
            if hasStems { try checkFolder(RenderStems.folder(of: resolved)) }
            return resolved
        } catch {
            throw RequestError(number: error.number, "target: \(error.message)")
        }
    }

    private func check(_ resolved: String) throws(RequestError) {
        guard let status = FileStatus(resolved, followsLinks: false) else { return }
        guard status.kind != .folder else {
            throw RequestError(.cannotCreate, "\(path): is a directory")
        }
        guard FileStatus(resolved).map({ $0.kind == .regular }) ?? true else {
            throw RequestError(.cannotCreate, "\(path): not a regular file")
        }
        guard mayReplace else {
            throw RequestError(.cannotCreate, "\(path): already exists; replace=on replaces it")
        }
    }

    /// Refuses a folder of stems that is a link or has links, which could lead outside.
    private func checkFolder(_ folder: String) throws(RequestError) {
        let name = String(folder.dropLast())
        guard let status = FileStatus(name, followsLinks: false) else { return }
        guard status.kind == .folder, let listing = FolderListing(name) else {
            throw RequestError(.cannotCreate, "\(name): not a directory, for stems")
        }
        guard mayReplace || listing.names.isEmpty else {
            throw RequestError(
                .cannotCreate,
                "\(name): already exists, for stems; replace=on replaces files in it"
            )
        }
        for file in listing.names
        where FileStatus("\(folder)\(file)", followsLinks: false)?.kind == .other {
            throw RequestError(
                .cannotCreate,
                "\(folder)\(file): is a link or no file, in the folder for stems"
            )
        }
    }
}
