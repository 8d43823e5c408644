import ControlProtocol
import MPDProtocol
import Platform

/// The commands that list files and search among them.
extension MPDPerformer {
    func browse(_ command: MPDCommandName, _ arguments: [String]) throws(MPDFault) -> MPDReply {
        switch command {
        case .lsinfo: try listInformation(arguments.first ?? "")
        case .listfiles: try listFiles(arguments.first ?? "")
        case .listall: try listAll(arguments.first ?? "", withTexts: false)
        case .listallinfo: try listAll(arguments.first ?? "", withTexts: true)
        case .list: try listValues(arguments)
        case .count: try count(arguments)
        default: try search(arguments, isSearch: command == .search)
        }
    }

    /// The path of a file or folder that clients can browse; `nil` for the list of the folders.
    ///
    /// - Throws: 50 for anything else.
    private func path(_ name: String) throws(MPDFault) -> String? {
        guard case .path(let path) = try files.tree.place(of: name) else { return nil }
        guard let resolved = RealPath.of(path), files.tree.contains(resolved) else {
            throw MPDFault(.noExist, "No such directory")
        }
        return path
    }

    private func isFile(_ path: String) -> Bool { FileStatus(path)?.kind == .regular }

    private func write(_ paths: [String], to reply: inout MPDReply) {
        let deadline = readingDeadline
        for path in paths { files.song(path, until: deadline).write(to: &reply, tags) }
    }

    private func listInformation(_ name: String) throws(MPDFault) -> MPDReply {
        var reply = MPDReply()
        let path = try path(name)
        if let path {
            guard !isFile(path) else {
                write([path], to: &reply)
                return reply
            }
            let listing = try files.list(path)
            for folder in listing.folders { reply.add("directory", files.tree.name(of: folder)) }
            write(listing.files, to: &reply)
        } else {
            for folder in files.tree.folders { reply.add("directory", folder.name) }
        }
        // MPD lists them there for older clients.
        let isTop = path.map { files.tree.name(of: $0).isEmpty } ?? true
        // Files can be browsed while the daemon is not there.
        if isTop, let playlists = try? playlists() { reply.add(playlists) }
        return reply
    }

    private func listFiles(_ name: String) throws(MPDFault) -> MPDReply {
        var reply = MPDReply()
        guard let path = try path(name) else {
            for folder in files.tree.folders { reply.add("directory", folder.name) }
            return reply
        }
        let listing = try files.list(path)
        for folder in listing.folders { reply.add("directory", Self.lastPart(of: folder)) }
        for file in listing.files {
            reply.add("file", Self.lastPart(of: file))
            if let status = FileStatus(file) { reply.add("size", status.size) }
        }
        return reply
    }

    private static func lastPart(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private func listAll(_ name: String, withTexts: Bool) throws(MPDFault) -> MPDReply {
        var reply = MPDReply()
        let deadline = readingDeadline
        func write(_ path: String) {
            if withTexts {
                files.song(path, until: deadline).write(to: &reply, tags)
            } else {
                reply.add("file", files.tree.name(of: path))
            }
        }
        let start = try path(name)
        if let start, isFile(start) {
            write(start)
            return reply
        }
        for folder in start.map({ [$0] }) ?? files.tree.folders.map(\.path) {
            let name = files.tree.name(of: folder)
            if !name.isEmpty { reply.add("directory", name) }
            try files.walk(folder) { (path, isFolder) throws(MPDFault) in
                if isFolder {
                    reply.add("directory", files.tree.name(of: path))
                } else {
                    write(path)
                }
            }
        }
        return reply
    }

    // MARK: - Searching

    /// The files that a filter wants, with their paths.
    func found(_ query: MPDQuery) throws(MPDFault) -> [(path: String, song: MPDSong)] {
        var found: [(path: String, song: MPDSong)] = []
        let deadline = readingDeadline
        for folder in files.tree.folders {
            try files.walk(folder.path) { (path, isFolder) throws(MPDFault) in
                guard !isFolder else { return }
                let song = files.song(path, until: deadline)
                if query.filter.matches(song) { found.append((path, song)) }
            }
        }
        return query.sorted(found) { $0.song }
    }

    private func search(_ arguments: [String], isSearch: Bool) throws(MPDFault) -> MPDReply {
        let query = try MPDQuery(arguments, isSearch: isSearch)
        var reply = MPDReply()
        for found in query.window(try found(query)) { found.song.write(to: &reply, tags) }
        return reply
    }

    private func count(_ arguments: [String]) throws(MPDFault) -> MPDReply {
        let query = try MPDQuery(arguments, isSearch: false)
        guard query.groups.isEmpty else { throw MPDFault(.argument, "group is not supported") }
        let songs = try found(query)
        var reply = MPDReply()
        reply.add("songs", songs.count)
        let seconds = songs.reduce(0) { $0 + ($1.song.seconds ?? 0) }
        reply.add("playtime", Int(seconds.rounded()))
        return reply
    }

    private func listValues(_ arguments: [String]) throws(MPDFault) -> MPDReply {
        let query = try MPDQuery(Array(arguments.dropFirst()), isSearch: false)
        let field = try MPDFilter.field(arguments[0])
        let values: Set<String>
        let key: String
        switch field {
        case .file:
            key = "file"
            values = Set(try found(query).map(\.song.file))
        case .tag(let tag):
            key = tag.rawValue
            values = Set(try found(query).compactMap { $0.song.tags[tag] })
        // No song has it.
        case .any, .none: return MPDReply()
        }
        return Self.reply(key, values.sorted())
    }
}
