import CSystemdBus
import Wording

/// The values of a message to be sent.
extension BusMessage {
    /// Adds values.
    ///
    /// - Throws: The library's error.
    func add(_ values: [BusValue]) throws(BusError) {
        for value in values { try add(value) }
    }

    private func add(_ value: BusValue) throws(BusError) {
        switch value {
        case .text(let text): try add(text, "s")
        case .objectPath(let path): try add(path, "o")
        case .boolean(let isTrue):
            try unsafe BusError.check(seqd_bus_add_boolean(pointer, isTrue))
        case .integer(let number):
            try unsafe BusError.check(seqd_bus_add_number(pointer, Self.type("x"), number))
        case .word(let number):
            try unsafe BusError.check(seqd_bus_add_number(pointer, Self.type("u"), Int64(number)))
        case .real(let number):
            try unsafe BusError.check(seqd_bus_add_real(pointer, number))
        case .texts(let texts):
            try addContainer("a", "s") { () throws(BusError) in
                for text in texts { try add(text, "s") }
            }
        case .dictionary(let entries):
            try addContainer("a", "{sv}") { () throws(BusError) in
                for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
                    try addContainer("e", "sv") { () throws(BusError) in
                        try add(key, "s")
                        try add(.variant(value))
                    }
                }
            }
        case .variant(let value):
            try addContainer("v", value.signature) { () throws(BusError) in try add(value) }
        case .other: preconditionFailure("a value that is only read")
        }
    }

    private func add(_ text: String, _ type: Unicode.Scalar) throws(BusError) {
        // D-Bus has no zeros in texts; one would end the text here.
        try unsafe BusError.check(
            seqd_bus_add_text(pointer, Self.type(type), Self.withoutNoncharacters(text))
        )
    }

    /// A text that the bus takes: it refuses noncharacters, which file names and titles may have.
    static func withoutNoncharacters(_ text: String) -> String {
        func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
        }
        guard text.unicodeScalars.contains(where: isNoncharacter) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(isNoncharacter(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }

    private func addContainer(
        _ type: Unicode.Scalar,
        _ contents: String,
        _ body: () throws(BusError) -> Void
    ) throws(BusError) {
        try unsafe BusError.check(seqd_bus_begin(pointer, Self.type(type), contents))
        try body()
        try unsafe BusError.check(seqd_bus_end(pointer))
    }

    private static func type(_ scalar: Unicode.Scalar) -> CChar {
        CChar(truncatingIfNeeded: scalar.value)
    }
}
