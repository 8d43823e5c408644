import Glibc

/// The names in a folder, in no order; without `.` and `..`.
package struct FolderListing: Sendable {
    /// The names.
    package private(set) var names: [String] = []
    /// The number of names that are not UTF-8, which are left out.
    package private(set) var undecodableCount = 0

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
        guard let folder = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(folder) }
        while names.count < limit, let entry = unsafe readdir(folder) {
            guard let name = unsafe Self.name(of: entry) else {
                undecodableCount += 1
                continue
            }
            if name != ".", name != "..", isIncluded(name) { names.append(name) }
        }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        unsafe withUnsafePointer(to: &entry.pointee.d_name) {
            unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                unsafe String(validatingCString: $0)
            }
        }
    }
}
