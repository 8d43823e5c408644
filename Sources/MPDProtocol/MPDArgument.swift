/// The values that arguments have.
package enum MPDArgument {
    /// Reads a whole number that is not negative.
    ///
    /// - Throws: 2 for anything else.
    package static func number(_ text: String) throws(MPDFault) -> Int {
        guard let number = Int(text), number >= 0 else {
            throw MPDFault(.argument, "Integer expected: \(text.prefix(64))")
        }
        return number
    }

    /// Reads `0` or `1`.
    ///
    /// - Throws: 2 for anything else.
    package static func flag(_ text: String) throws(MPDFault) -> Bool {
        switch text {
        case "0": return false
        case "1": return true
        default: throw MPDFault(.argument, "Boolean (0/1) expected: \(text.prefix(64))")
        }
    }

    /// Reads a position, or a range `START:END` in which the end may be left out.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - count: The number of positions that there are.
    /// - Returns: The positions, all of which exist.
    /// - Throws: 2 for anything else, and for positions that do not exist.
    package static func range(_ text: String, of count: Int) throws(MPDFault) -> Range<Int> {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let bad = MPDFault(.argument, "Bad song index")
        switch parts.count {
        case 1:
            let position = try number(parts[0])
            guard position < count else { throw bad }
            return position..<position + 1
        case 2:
            let start = try number(parts[0])
            let end = parts[1].isEmpty ? count : min(try number(parts[1]), count)
            guard start <= end else { throw bad }
            return start..<end
        default: throw MPDFault(.argument, "Integer or range expected: \(text.prefix(64))")
        }
    }

    /// Reads the position of a moved or added song, which may count from the current one: `+0` is the
    /// one after it, `-0` the one before it.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - current: The position of the current song, if there is one.
    ///   - count: The number of positions that there will be.
    /// - Returns: The position.
    /// - Throws: 2 for a position that does not exist, 55 if there is no current song.
    package static func target(
        _ text: String,
        current: Int?,
        of count: Int
    ) throws(MPDFault) -> Int {
        var position: Int
        if text.hasPrefix("+") || text.hasPrefix("-") {
            guard let current else { throw MPDFault(.playerSync, "No current song") }
            let offset = try number(String(text.dropFirst()))
            guard offset <= count else { throw MPDFault(.argument, "Bad song index") }
            position = text.hasPrefix("+") ? current + 1 + offset : current - offset
        } else {
            position = try number(text)
        }
        guard (0..<max(count, 1)).contains(position) else {
            throw MPDFault(.argument, "Bad song index")
        }
        return position
    }

    /// Reads a time in seconds.
    ///
    /// - Returns: The time in nanoseconds.
    /// - Throws: 2 for anything else.
    package static func nanoseconds(_ text: String) throws(MPDFault) -> Int64 {
        let digits = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        guard digits, let seconds = Double(text), seconds < 1e6 else {
            throw MPDFault(.argument, "Time in seconds expected: \(text.prefix(64))")
        }
        return Int64((seconds * 1e9).rounded())
    }
}
