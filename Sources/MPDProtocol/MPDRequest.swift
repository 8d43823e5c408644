/// A command with its arguments, as a line has it.
package struct MPDRequest: Hashable, Sendable {
    /// The maximum number of arguments.
    package static let argumentLimit = 64

    /// The name of the command.
    package let name: String
    /// The arguments without quotation marks and escapes.
    package let arguments: [String]

    /// Reads a line.
    ///
    /// An argument is in double quotation marks, in which a backslash escapes the next character, or
    /// has neither blanks nor quotation marks.
    ///
    /// - Parameter line: The line without its end.
    /// - Throws: The error, and the name of the command as far as the line has one.
    package init(parsing line: String) throws(Malformed) {
        var rest = line.utf8[...]
        let word = rest.prefix { Self.isLetter($0) }
        guard !word.isEmpty else {
            throw Malformed(rest.isEmpty ? "No command given" : "Letter expected", in: "")
        }
        let name = String(word) ?? ""
        rest = rest.dropFirst(word.count)
        guard rest.first.map(Self.isBlank) ?? true else {
            throw Malformed("Invalid word character", in: "")
        }
        var arguments: [String] = []
        while true {
            rest = rest.drop(while: Self.isBlank)
            guard let first = rest.first else { break }
            guard arguments.count < Self.argumentLimit else {
                throw Malformed("Too many arguments", in: name)
            }
            do throws(MPDFault) {
                arguments.append(
                    first == UInt8(ascii: "\"")
                        ? try Self.quoted(&rest) : try Self.unquoted(&rest)
                )
            } catch {
                throw Malformed(error.message, in: name)
            }
        }
        self.name = name
        self.arguments = arguments
    }

    /// The error in a line that is not a command.
    package struct Malformed: Error, Hashable, Sendable {
        /// The error.
        package var fault: MPDFault
        /// The name of the command; empty if the line has none.
        package var command: String

        init(_ message: String, in command: String) {
            fault = MPDFault(.unknown, message)
            self.command = command
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func quoted(
        _ rest: inout Substring.UTF8View.SubSequence
    ) throws(MPDFault) -> String {
        var bytes: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                guard rest.first.map(isBlank) ?? true else {
                    throw MPDFault(.unknown, "Space expected after closing '\"'")
                }
                return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let next = rest.popFirst() else { break }
                bytes.append(next)
            default: bytes.append(byte)
            }
        }
        throw MPDFault(.unknown, "Missing closing '\"'")
    }

    private static func unquoted(
        _ rest: inout Substring.UTF8View.SubSequence
    ) throws(MPDFault) -> String {
        let word = rest.prefix { !isBlank($0) }
        let isPlain = word.allSatisfy {
            $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'")
        }
        guard isPlain else { throw MPDFault(.unknown, "Invalid unquoted character") }
        rest = rest.dropFirst(word.count)
        return String(decoding: word, as: UTF8.self)
    }
}
