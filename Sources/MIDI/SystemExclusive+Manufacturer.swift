extension SystemExclusive {
    /// The manufacturer of a message, by its first byte or its first three.
    ///
    /// Source: the MIDI Association's table of manufacturer IDs.
    ///
    /// - Parameter bytes: The message between F0 and F7, both left out.
    /// - Returns: The name, or `Manufacturer 00 20 7F` for one that is not among the usual.
    public static func manufacturer(of bytes: some Collection<UInt8>) -> String {
        let id = Array(bytes.prefix(3))
        guard let first = id.first else { return "unknown" }
        if first == 0x7E || first == 0x7F { return "Universal" }
        if first != 0 {
            return shortIDs[first] ?? "Manufacturer \(hexadecimal(first))"
        }
        if id.count == 3, let name = longIDs[UInt16(id[1]) << 8 | UInt16(id[2])] { return name }
        return "Manufacturer " + id.map(hexadecimal).joined(separator: " ")
    }

    private static let shortIDs: [UInt8: String] = [
        0x01: "Sequential", 0x04: "Moog", 0x05: "Passport Designs", 0x06: "Lexicon",
        0x07: "Kurzweil", 0x08: "Fender", 0x0A: "AKG", 0x0F: "Ensoniq", 0x10: "Oberheim",
        0x11: "Apple", 0x18: "E-mu", 0x1A: "ART", 0x1C: "Eventide", 0x22: "Synthaxe",
        0x24: "Hohner", 0x29: "PPG", 0x2B: "Solid State Logic", 0x2F: "Elka",
        0x33: "Clavia", 0x36: "Cheetah", 0x3E: "Waldorf", 0x3F: "Quasimidi",
        0x40: "Kawai", 0x41: "Roland", 0x42: "Korg", 0x43: "Yamaha", 0x44: "Casio",
        0x46: "Kamiya Studio", 0x47: "Akai", 0x48: "Victor (JVC)", 0x4B: "Fujitsu", 0x4C: "Sony",
        0x4E: "Teac", 0x50: "Matsushita", 0x51: "Fostex", 0x52: "Zoom", 0x55: "Suzuki",
        0x7D: "Non-commercial",
    ]

    /// Behind a first byte of 0: the second in the high byte, the third in the low.
    private static let longIDs: [UInt16: String] = [
        0x0007: "Digital Music", 0x000E: "Alesis", 0x0010: "DigiTech", 0x0016: "Opcode",
        0x001B: "Peavey", 0x0041: "Microsoft", 0x0066: "Mackie", 0x0105: "M-Audio",
        0x010C: "Line 6", 0x2029: "Novation", 0x2032: "Behringer", 0x2033: "Access Music",
        0x203C: "Elektron", 0x206B: "Arturia", 0x2109: "Native Instruments", 0x211D: "Ableton",
    ]
}
