import Instruments
import Platform
import Wording

/// Finds the files that the description of an instrument names.
///
/// Names are relative to the folder of the description. Libraries come from systems that do not
/// distinguish cases, and from folders that are elsewhere now.
package struct InstrumentFolder {
    /// The files that were looked for, and what was found: a change of any makes another instrument.
    package private(set) var dependencies: [String: InputFile.Identity?] = [:]
    private let folder: String
    /// The folders, without links, below which files must be; empty for anywhere.
    package let allowed: [String]
    /// The names in folders by their lower-case form.
    private var listings: [String: [String: String]] = [:]

    /// Makes a finder.
    ///
    /// - Parameters:
    ///   - path: The description.
    ///   - allowed: The folders, without links, below which files must be; empty for anywhere.
    package init(of path: String, in allowed: [String]) {
        folder = FilePath.folder(of: path)
        self.allowed = allowed
    }

    /// The path of a file; `nil` if there is none, or none that is allowed.
    ///
    /// It is looked for beside the description, also if its name begins with a slash; then as it
    /// stands, then by its last parts beside the description. Upper and lower case need not agree.
    ///
    /// A name that is not UTF-8 may match a file byte by byte, or be Latin-1 for a file named in
    /// UTF-8.
    package mutating func find(_ name: String) -> String? {
        if let found = search(name) { return found }
        return name.hasUndecodedBytes ? search(name.latin) : nil
    }

    private mutating func search(_ name: String) -> String? {
        if name.hasPrefix("/") {
            let beside = folder + name.drop { $0 == "/" }
            for candidate in [beside, findIgnoringCase(beside)].compactMap({ $0 })
            where isFile(candidate) {
                if let file = note(candidate) { return file }
            }
        }
        let path = name.hasPrefix("/") ? name : folder + name
        if let file = note(path) { return file }
        if let found = findIgnoringCase(path), let file = note(found) { return file }
        // Absolute names, of this or another system, lose their first parts.
        var parts = name.split(separator: "/").map(String.init)[...]
        let isAbsolute = name.hasPrefix("/") || parts.first?.hasSuffix(":") == true
        while isAbsolute, parts.count > 1 {
            parts.removeFirst()
            let path = folder + parts.joined(separator: "/")
            if isFile(path) || findIgnoringCase(path) != nil {
                let found = isFile(path) ? path : findIgnoringCase(path) ?? path
                if let file = note(found) { return file }
            }
        }
        return nil
    }

    /// Remembers a file that the instrument is made of.
    ///
    /// - Returns: The path to open, without links if only some folders are allowed; `nil` if there is
    ///   no such file, or it is not allowed.
    @discardableResult
    package mutating func note(_ path: String) -> String? {
        guard let file = resolved(path) else { return nil }
        let identity = InputFile.identity(of: file)
        dependencies[path] = .some(identity)
        return identity != nil && isFile(file) ? file : nil
    }

    /// The path of a file to open; `nil` if there is no such file, or it is not allowed.
    package func file(_ path: String) -> String? {
        resolved(path).flatMap { isFile($0) ? $0 : nil }
    }

    /// The path of a file to open; `nil` if it exists and is not allowed.
    private func resolved(_ path: String) -> String? {
        guard !allowed.isEmpty, let resolved = RealPath.of(path) else { return path }
        return allowed.contains { RealPath.is(resolved, in: $0) } ? resolved : nil
    }

    /// The reason why a file is not found: the same whether there is none or it is not allowed.
    package var missing: String {
        allowed.isEmpty
            ? "no such file" : "no such file in \(allowed.joined(separator: ", "))"
    }

    /// Remembers a folder that is listed.
    package mutating func noteFolder(_ path: String) {
        dependencies[path] = .some(InputFile.identity(of: path))
    }

    private func isFile(_ path: String) -> Bool { FileStatus(path)?.kind == .regular }

    private mutating func findIgnoringCase(_ path: String) -> String? {
        var found = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/").map(String.init) {
            if part == "." || part == ".." || FileStatus(found + part) != nil {
                found += part + "/"
                continue
            }
            guard let name = listing(found)[part.lowercased()] else { return nil }
            found += name + "/"
        }
        return found.isEmpty || found == "/" ? nil : String(found.dropLast())
    }

    private mutating func listing(_ folder: String) -> [String: String] {
        if let known = listings[folder] { return known }
        let names = FolderListing(folder.isEmpty ? "." : folder, limit: 100_000)?.names ?? []
        var listing: [String: String] = [:]
        // Of several names that differ in case only, the first in order: the same on each run.
        for name in names.sorted(by: >) { listing[name.lowercased()] = name }
        listings[folder] = listing
        return listing
    }
}

extension String {
    /// The text, with bytes that are not UTF-8 as Latin-1 characters.
    package var latin: String {
        guard hasUndecodedBytes else { return self }
        var text = ""
        for scalar in unicodeScalars {
            text.unicodeScalars.append(scalar.undecodedByte.map { Unicode.Scalar($0) } ?? scalar)
        }
        return text
    }
}
