/// Builds files of game music byte by byte, without the code under test.
enum GameFixture {
    /// The bytes of a hexadecimal literal; blanks are ignored, and a word in apostrophes stands for
    /// its letters.
    static func bytes(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        for (index, part) in text.split(separator: "'", omittingEmptySubsequences: false)
            .enumerated()
        {
            guard index % 2 == 0 else {
                result += Array(part.utf8)
                continue
            }
            let digits = part.filter { $0 != " " }.compactMap(\.hexDigitValue)
            for pair in stride(from: 0, to: digits.count - 1, by: 2) {
                result.append(UInt8(digits[pair] << 4 | digits[pair + 1]))
            }
        }
        return result
    }

    static func little16(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }

    static func little32(_ number: Int) -> [UInt8] {
        little16(number & 0xFFFF) + little16(number >> 16)
    }

    static func big32(_ number: Int) -> [UInt8] { little32(number).reversed() }

    // MARK: XMI

    /// A chunk of an IFF file, padded to an even size.
    static func chunk(_ id: String, _ content: [UInt8]) -> [UInt8] {
        Array(id.utf8) + big32(content.count) + content + (content.count % 2 == 0 ? [] : [0])
    }

    /// A sequence of an XMI file: FORM XMID with what precedes its events.
    static func sequence(_ events: String, before: [UInt8] = []) -> [UInt8] {
        chunk("FORM", Array("XMID".utf8) + before + chunk("EVNT", bytes(events)))
    }

    /// An XMI file of sequences.
    static func xmi(_ sequences: [UInt8]..., promised: Int? = nil) -> [UInt8] {
        let count = promised ?? sequences.count
        return chunk("FORM", Array("XDIR".utf8) + chunk("INFO", little16(count)))
            + chunk("CAT ", Array("XMID".utf8) + sequences.flatMap(\.self))
    }

    /// An XMI file of one sequence.
    static func xmi(_ events: String, before: [UInt8] = []) -> [UInt8] {
        xmi(sequence(events, before: before))
    }

    // MARK: MUS

    /// A MUS file; `length` is what the header claims, if that is a lie.
    static func mus(_ score: String, length: Int? = nil) -> [UInt8] {
        let score = bytes(score)
        return bytes("'MUS' 1A") + little16(length ?? score.count) + little16(18)
            + bytes("0100 0000 0100 0000 0000") + score
    }

    // MARK: HMI and HMP

    /// A track of HMI: its events, sound devices and name.
    static func hmiTrack(_ events: String, devices: [Int] = [], name: String = "") -> [UInt8] {
        var head = Array("HMI-MIDITRACK".utf8)
        head += [UInt8](repeating: 0, count: 0xA9 - head.count)
        head.replaceSubrange(0x57..<0x5B, with: little32(0xA9 + (name.isEmpty ? 0 : 10)))
        for (index, device) in devices.enumerated() {
            head.replaceSubrange(0x99 + index * 2..<0x9B + index * 2, with: little16(device))
        }
        guard !name.isEmpty else { return head + bytes(events) }
        head.replaceSubrange(0x4B..<0x4F, with: little32(0xA9))
        let padded = Array(name.utf8) + Array(repeating: 0x20, count: 8 - name.utf8.count)
        return head + [0, 8] + padded + bytes(events)
    }

    /// An HMI file of tracks.
    static func hmi(_ tracks: [UInt8]..., rate: Int = 120, promised: Int? = nil) -> [UInt8] {
        var head = Array("HMI-MIDISONG061595".utf8)
        head += [UInt8](repeating: 0, count: 0x172 - head.count)
        head.replaceSubrange(0xD4..<0xD6, with: little16(rate))
        head.replaceSubrange(0xE4..<0xE6, with: little16(promised ?? tracks.count))
        head.replaceSubrange(0xE8..<0xEC, with: little32(head.count))
        var offset = head.count + tracks.count * 4
        for track in tracks {
            head += little32(offset)
            offset += track.count
        }
        return head + tracks.flatMap(\.self)
    }

    /// The versions of HMP.
    enum HMPVersion: CaseIterable {
        case first
        case second
        case third
    }

    /// An HMP file of tracks of hexadecimal events.
    static func hmp(
        _ tracks: String...,
        version: HMPVersion = .second,
        rate: Int = 120,
        promised: Int? = nil
    ) -> [UInt8] {
        let size = version == .first ? 0x186 : version == .second ? 0x308 : 0x388
        let word = version == .first ? little16 : little32
        var head = Array(
            (version == .first ? "HMIMIDIR" : version == .second ? "HMIMIDIP" : "HMIMIDIP013195")
                .utf8
        )
        head += [UInt8](repeating: 0, count: size - head.count)
        let (count, ticks) = version == .first ? (0x1A, 0x1E) : (0x30, 0x38)
        let width = word(0).count
        head.replaceSubrange(count..<count + width, with: word(promised ?? tracks.count))
        head.replaceSubrange(ticks..<ticks + width, with: word(rate))
        for (index, track) in tracks.enumerated() {
            let events = bytes(track)
            head += word(index) + word(events.count + width * 3) + word(0) + events
        }
        return head
    }

    // MARK: XMF

    /// A Standard MIDI File of one note.
    static let midiFile = bytes(
        "'MThd' 00000006 0000 0001 0060 'MTrk' 0000000C 00 903C40 60 803C40 00 FF2F00"
    )

    /// A variable-length quantity of two bytes, so that lengths are known before they are counted.
    static func quantity(_ number: Int) -> [UInt8] {
        [0x80 | UInt8(number >> 7), UInt8(number & 0x7F)]
    }

    /// A node of an XMF file: a file where `items` is 0, else a folder.
    static func node(
        _ content: [UInt8],
        items: Int = 0,
        unpackers: [UInt8] = [],
        reference: UInt8 = 1
    ) -> [UInt8] {
        // Length, number of items, length of the header, of the metadata, of the unpackers.
        let header = 2 + 1 + 2 + 1 + 1 + unpackers.count
        return quantity(header + 1 + content.count) + [UInt8(items)] + quantity(header) + [0]
            + [UInt8(unpackers.count)] + unpackers + [reference] + content
    }

    /// An XMF file with a root folder.
    static func xmf(_ nodes: [UInt8]..., isMobile: Bool = true) -> [UInt8] {
        let version = isMobile ? bytes("'XMF_2.00' 00000002 00000001") : bytes("'XMF_1.00'")
        let root = node(nodes.flatMap(\.self), items: max(nodes.count, 1))
        // The length of the file, no table of types, and where the tree begins and ends.
        let start = version.count + 7
        let end = start + root.count
        return version + quantity(end) + [0] + quantity(start) + quantity(end) + root
    }
}
