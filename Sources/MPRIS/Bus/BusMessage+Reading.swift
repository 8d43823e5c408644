import CSystemdBus

/// The values of a message that came.
extension BusMessage {
    /// Reads the values up to the first of a type that nothing here takes, and gives that as `other`.
    func readValues() -> [BusValue] {
        var values: [BusValue] = []
        while let value = readValue() {
            values.append(value)
            if value == .other { break }
        }
        return values
    }

    /// Reads the next value; `nil` at the end.
    private func readValue() -> BusValue? {
        var contents: UnsafePointer<CChar>?
        let type = unsafe seqd_bus_next_type(pointer, &contents)
        switch Character(Unicode.Scalar(UInt8(bitPattern: type))) {
        case "\0": return nil
        case "s": return readText(type).map(BusValue.text) ?? .other
        case "o": return readText(type).map(BusValue.objectPath) ?? .other
        case "b":
            var value: CInt = 0
            return unsafe seqd_bus_read_boolean(pointer, &value) > 0 ? .boolean(value != 0) : .other
        case "x": return readNumber(type).map(BusValue.integer) ?? .other
        case "u": return readNumber(type).map { .word(UInt32(truncatingIfNeeded: $0)) } ?? .other
        case "d":
            var value = 0.0
            return unsafe seqd_bus_read_real(pointer, &value) > 0 ? .real(value) : .other
        case "v":
            guard unsafe seqd_bus_enter(pointer, type, contents) > 0, let value = readValue(),
                value != .other, unsafe seqd_bus_exit(pointer) >= 0
            else { return .other }
            return .variant(value)
        default: return .other
        }
    }

    private func readText(_ type: CChar) -> String? {
        var value: UnsafePointer<CChar>?
        guard unsafe seqd_bus_read_text(pointer, type, &value) > 0 else { return nil }
        return unsafe Self.text(value)
    }

    private func readNumber(_ type: CChar) -> Int64? {
        var value: Int64 = 0
        return unsafe seqd_bus_read_number(pointer, type, &value) > 0 ? value : nil
    }
}
