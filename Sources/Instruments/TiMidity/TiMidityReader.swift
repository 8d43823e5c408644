/// Reads configurations of TiMidity (.cfg): banks and drum sets of patches.
///
/// Source: timidity.cfg(5).
public struct TiMidityReader {
    /// The kind of a file that a configuration names.
    public enum Kind: Sendable {
        /// Another configuration.
        case configuration
        case patch
    }

    /// A file that a configuration names.
    public struct File: Sendable {
        /// The path at which it is read again.
        public let path: String
        /// Its content.
        public let bytes: [UInt8]

        /// Makes a file.
        public init(path: String, bytes: [UInt8]) {
            (self.path, self.bytes) = (path, bytes)
        }
    }

    /// The reason why a file that is there cannot be read.
    public struct Unreadable: Error {
        let reason: String

        /// Notes a reason in a few words.
        public init(reason: String) { self.reason = reason }
    }

    /// The most configurations within others.
    private static let depthLimit = 10
    /// The most lines of all configurations, each `source` counted as one; patches; folders.
    private static let lineLimit = 100_000
    private static let patchLimit = 8_192
    private static let folderLimit = 100

    private let find: (String, Kind) -> Result<File, Unreadable>?
    private var log = InstrumentLog()
    private var maker = GUSRegions()
    private var folders: [String] = []
    private var programs: [TiMidityEntry.Place: InstrumentDescription.Program] = [:]
    private var entries: [TiMidityEntry.Key: TiMidityEntry] = [:]
    private var lineCount = 0
    /// The patches of entries by their names; `nil` for one that cannot be read.
    private var patches: [String: (path: String, patch: GUSPatch, bytes: InstrumentBytes)?] = [:]
    /// Where lines of patches belong; `nil` before the first bank.
    private var place: TiMidityEntry.Place?

    /// Reads a configuration.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: Its name, for messages.
    ///   - find: Looks for a file by its name and reads it; `nil` if there is none.
    /// - Returns: The banks as programs, and drum sets as programs of bank 128.
    /// - Throws: A configuration without a patch that can be played.
    public static func read(
        _ bytes: [UInt8],
        path: String,
        find: (String, Kind) -> Result<File, Unreadable>?
    ) throws(InstrumentError) -> InstrumentDescription {
        try withoutActuallyEscaping(find) { (find) throws(InstrumentError) in
            var reader = TiMidityReader(find: find)
            return try reader.description(bytes, path: path)
        }
    }

    private init(find: @escaping (String, Kind) -> Result<File, Unreadable>?) {
        self.find = find
    }

    private mutating func description(
        _ bytes: [UInt8],
        path: String
    ) throws(InstrumentError) -> InstrumentDescription {
        read(bytes, path: path, depth: 0)
        for entry in entries.values.sorted(by: { $0.key < $1.key }) { load(entry) }
        let found = programs.sorted { $0.key < $1.key }.map(\.value)
        let name = FilePath.stem(of: path)
        guard !found.isEmpty else {
            let reason = InstrumentDiagnostic.silence(log.diagnostics)
            throw InstrumentError(
                .empty,
                InstrumentPosition(file: path),
                log.diagnostics.isEmpty ? "a configuration without patches" : reason
            )
        }
        return InstrumentDescription(
            name: name,
            programs: found,
            sources: maker.sources,
            diagnostics: log.diagnostics
        )
    }

    // MARK: Lines

    private mutating func read(_ bytes: [UInt8], path: String, depth: Int) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let position = InstrumentPosition(file: path, place: .line(index + 1))
            guard countLine(position) else { return }
            let words = Self.words(line)
            guard let first = words.first else { continue }
            take(first, Array(words.dropFirst()), position, depth)
        }
    }

    /// Counts a line; `false` beyond the limit, which is reported.
    private mutating func countLine(_ position: InstrumentPosition) -> Bool {
        lineCount += 1
        if lineCount > Self.lineLimit {
            log.addOnce(
                .error,
                position,
                "lines",
                "more than \(Self.lineLimit); the rest is left out"
            )
        }
        return lineCount <= Self.lineLimit
    }

    /// The words of a line without its comment.
    private static func words(_ line: ArraySlice<UInt8>) -> [String] {
        let text = String(decoding: line, as: UTF8.self)
        var words: [String] = []
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" }) {
            // The commands of TiMidity++ that begin with # count as comments.
            guard !word.hasPrefix("#") else { break }
            words.append(word.filter { $0 != "\"" })
        }
        return words
    }

    private mutating func take(
        _ command: String,
        _ arguments: [String],
        _ position: InstrumentPosition,
        _ depth: Int
    ) {
        switch command {
        case "dir":
            folders += arguments
            if folders.count > Self.folderLimit {
                folders.removeLast(folders.count - Self.folderLimit)
                log.addOnce(.error, position, command, "more than \(Self.folderLimit) folders")
            }
        case "source":
            for name in arguments where countLine(position) { include(name, position, depth) }
        case "bank", "drumset":
            guard let number = arguments.first.flatMap({ Int($0) }), (0...127).contains(number)
            else {
                let other = arguments.first.map { ", not \($0)" } ?? ""
                log.add(.error, position, command, "expected a number from 0 to 127\(other)")
                place = nil
                return
            }
            place = TiMidityEntry.Place(isDrumSet: command == "drumset", number: UInt16(number))
        default:
            guard let number = Int(command), (0...127).contains(number) else {
                log.addOnce(.warning, position, command, "not supported; left out")
                return
            }
            takePatch(number, arguments, position)
        }
    }

    private mutating func include(_ name: String, _ position: InstrumentPosition, _ depth: Int) {
        guard depth < Self.depthLimit else {
            log.addOnce(
                .error,
                position,
                "source",
                "nested more than \(Self.depthLimit) deep; left out"
            )
            return
        }
        guard let file = file(name, .configuration, position) else { return }
        read(file.bytes, path: file.path, depth: depth + 1)
    }

    private mutating func takePatch(
        _ number: Int,
        _ arguments: [String],
        _ position: InstrumentPosition
    ) {
        guard let place else {
            log.addOnce(.error, position, "\(number)", "no bank or drumset before it; left out")
            return
        }
        guard let name = arguments.first else {
            log.add(.error, position, "\(number)", "expected the name of a patch")
            return
        }
        guard !name.hasPrefix("%") else {
            log.addOnce(.warning, position, name, "not a patch, not supported; left out")
            return
        }
        let key = TiMidityEntry.Key(place: place, number: number)
        guard entries.count < Self.patchLimit || entries[key] != nil else {
            log.addOnce(
                .error,
                position,
                "\(number)",
                "more than \(Self.patchLimit) patches; left out"
            )
            return
        }
        // Of two with one number the last counts.
        var entry = TiMidityEntry(key: key, name: name, position: position)
        for option in arguments.dropFirst() { entry.take(option, &log) }
        entries[key] = entry
    }

    // MARK: Patches

    /// Finds a file; `nil` for one that cannot be read, which is reported.
    private mutating func file(
        _ name: String,
        _ kind: Kind,
        _ position: InstrumentPosition
    ) -> File? {
        // The last folder is looked into first.
        var names = [name] + folders.reversed().map { $0 + "/" + name }
        if case .patch = kind { names += names.map { $0 + ".pat" } }
        for candidate in names {
            switch find(candidate, kind) {
            case .success(let file)?: return file
            case .failure(let failure)?:
                log.add(.error, position, name, failure.reason)
                return nil
            case nil: break
            }
        }
        log.add(.error, position, name, "no such file")
        return nil
    }

    /// Reads the patch of an entry; `nil` for one that cannot be read, which is reported.
    private mutating func patch(
        of entry: TiMidityEntry
    ) -> (path: String, patch: GUSPatch, bytes: InstrumentBytes)? {
        if let known = patches[entry.name] { return known }
        patches[entry.name] = .some(nil)
        guard let file = file(entry.name, .patch, entry.position) else { return nil }
        let bytes = InstrumentBytes(bytes: file.bytes)
        do throws(InstrumentError) {
            let patch = (path: file.path, try GUSPatch(bytes, path: file.path, &log), bytes)
            patches[entry.name] = patch
            return patch
        } catch {
            log.add(.error, entry.position, entry.name, error.detail)
            return nil
        }
    }

    private mutating func load(_ entry: TiMidityEntry) {
        guard let (path, patch, bytes) = patch(of: entry) else { return }
        let regions = maker.regions(
            of: patch,
            bytes,
            path: path,
            isOwn: false,
            entry.options,
            &log
        )
        let place = entry.key.place
        if place.isDrumSet {
            let kit = InstrumentDescription.Program(
                name: "Drum set \(place.number)",
                bank: 128,
                number: place.number
            )
            programs[place, default: kit].regions += regions
        } else {
            // A program has a place of its own behind its bank's.
            var own = place
            own.program = UInt16(entry.key.number)
            programs[own] = InstrumentDescription.Program(
                name: FilePath.stem(of: entry.name),
                bank: place.number,
                number: UInt16(entry.key.number),
                regions: regions
            )
        }
    }
}
