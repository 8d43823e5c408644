import Glibc
import Platform

extension SourcePath {
    /// The paths that the source names: several only if the end of a line does not exist as a
    /// whole.
    ///
    /// - Parameter exists: Tells whether a file exists; by default, it asks the file system, which is
    ///   not for an event loop.
    /// - Returns: The paths.
    package func paths(
        exists: (String) -> Bool = { path in unsafe access(path.systemPath, F_OK) == 0 }
    ) -> [String] {
        guard isRest else { return [text] }
        let parts = Self.parts(of: text)
        return parts.count > 1 && !exists(text) && exists(parts[0]) ? parts : [text]
    }

    /// A text cut at the blanks that have a slash behind them.
    private static func parts(of text: String) -> [String] {
        var parts: [String] = []
        var start = text.startIndex
        var isBlank = false
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if isBlank, byte == UInt8(ascii: "/") {
                parts.append(String(text[start..<index]))
                start = index
            }
            isBlank = byte == 0x20 || byte == 0x09
        }
        parts.append(String(text[start...]))
        return parts.map { part in
            var part = part[...]
            while let last = part.last, last == " " || last == "\t" { part.removeLast() }
            return String(part)
        }
    }
}
