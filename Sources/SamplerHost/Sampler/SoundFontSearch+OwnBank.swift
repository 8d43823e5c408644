import Glibc
import Platform

extension SoundFontSearch {
    private static let bankName = "seqd-gm.sf2"

    /// The real path of the running program.
    static var program: String? {
        RealPath.of("/proc/self/exe")
    }

    /// The General MIDI bank that comes with a program.
    ///
    /// Installed under a prefix, it is in `share/seqd` beside the program's folder `bin`; in a
    /// source tree, in `SoundFonts` of the nearest folder above the build that has it.
    ///
    /// - Parameter program: The program's real path.
    /// - Returns: The bank's path; `nil` if it is in neither folder.
    static func ownBank(of program: String) -> String? {
        guard program.hasPrefix("/"), var folder = parent(of: program) else { return nil }
        if let prefix = parent(of: folder) {
            let installed = below(prefix, "share/seqd/" + bankName)
            if isReadable(installed) { return installed }
        }
        while true {
            let path = below(folder, "SoundFonts/" + bankName)
            if isReadable(path) { return path }
            guard let next = parent(of: folder) else { return nil }
            folder = next
        }
    }

    private static func below(_ folder: String, _ path: String) -> String {
        folder == "/" ? "/" + path : folder + "/" + path
    }

    /// The folder that a path is in; `nil` for the root.
    private static func parent(of path: String) -> String? {
        guard path != "/", let slash = path.lastIndex(of: "/") else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
