import Glibc

/// The names in a folder, in no order; without `.` and `..`.
package struct FolderListing: Sendable {
    /// The names.
    package private(set) var names: [String] = []

    /// Lists a folder; `nil` with `errno` set if it cannot be read.
    ///
    /// The corresponding C functions are `opendir` and `readdir`.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - limit: The largest number of names that are listed.
    ///   - isIncluded: Whether a name is listed.
    package init?(
        _ path: String,
        limit: Int = .max,
        where isIncluded: (String) -> Bool = { _ in true }
    ) {
        guard let folder = unsafe opendir(path.systemPath) else { return nil }
        defer { unsafe closedir(folder) }
        while names.count < limit, let entry = unsafe readdir(folder) {
            let name = unsafe Self.name(of: entry)
            if name != ".", name != "..", isIncluded(name) { names.append(name) }
        }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        unsafe withUnsafePointer(to: &entry.pointee.d_name) {
            unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                unsafe String(systemPath: $0)
            }
        }
    }
}
