/// The error of a command, as the line `ACK` has it.
package struct MPDFault: Error, Hashable, Sendable {
    /// The numbers that MPD's protocol has for errors.
    package enum Code: Int, Hashable, Sendable {
        /// The command is not allowed in a command list.
        case notList = 1
        /// An argument is wrong, or their number.
        case argument = 2
        /// The password is wrong.
        case password = 3
        /// The client lacks the permission.
        case permission = 4
        /// The command does not exist, or the line is not one.
        case unknown = 5
        /// The song, file or playlist does not exist.
        case noExist = 50
        /// The queue has no room.
        case playlistMax = 51
        /// The daemon is not there, or the command has failed.
        case system = 52
        /// The command needs a song that plays.
        case playerSync = 55
        /// A playlist of this name exists.
        case exists = 56
    }

    /// The number.
    package var code: Code
    /// The message, one line.
    package var message: String

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message.onOneLine
    }

    /// The line with which the error is answered.
    ///
    /// - Parameters:
    ///   - index: The index of the command in its command list; 0 outside of one.
    ///   - command: The name of the command; empty if the line has none.
    /// - Returns: The line with its end.
    package func line(at index: Int = 0, of command: String) -> String {
        "ACK [\(code.rawValue)@\(index)] {\(command)} \(message)\n"
    }
}

extension String {
    /// The text with blanks in the place of characters that would end the line.
    var onOneLine: String {
        guard unicodeScalars.contains(where: { $0.value < 0x20 }) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}
