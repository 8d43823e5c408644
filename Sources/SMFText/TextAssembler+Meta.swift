import SMF

extension TextAssembler {
    /// Reads a meta event behind its word; ``scratch`` is empty.
    mutating func metaEvent(_ word: Range<Int>) throws(TextFault) -> MetaEvent {
        if cursor.isWord(word, "text") { return try textEvent() }
        if let (kind, _) = TextWord.all.first(where: { cursor.isWord(word, $0.word) }) {
            try readString()
            return MetaEvent(type: kind.type, bytes: scratch[...])
        }
        let type: UInt8
        if cursor.isWord(word, "tempo") {
            type = 0x51
            append(try number("tempo", in: 1...0xFF_FFFF), count: 3)
        } else if cursor.isWord(word, "meter") {
            type = 0x58
            try readMeter()
        } else if cursor.isWord(word, "key-signature") {
            type = 0x59
            try readKey()
        } else if cursor.isWord(word, "end-of-track") {
            type = 0x2F
        } else if cursor.isWord(word, "port") {
            type = 0x21
            append(try number("port", in: 1...256) - 1, count: 1)
        } else if cursor.isWord(word, "channel-prefix") {
            type = 0x20
            scratch.append(try channel())
        } else if cursor.isWord(word, "sequence-number") {
            type = 0x00
            if !isAtMark() { append(try number("number", in: 0...65_535), count: 2) }
        } else if cursor.isWord(word, "smpte-offset") {
            type = 0x54
            try readOffset()
        } else if cursor.isWord(word, "sequencer-specific") {
            type = 0x7F
            try readBytes()
        } else if cursor.isWord(word, "meta") {
            type = UInt8(try number("type", in: 0...255))
            try readBytes()
        } else {
            let found = word.isEmpty ? "event missing" : "unknown event \(cursor.quoted(word))"
            throw cursor.fault(
                at: word.lowerBound,
                "\(found), expected one such as note-on, tempo or text"
            )
        }
        return MetaEvent(type: type, bytes: scratch[...])
    }

    /// Whether nothing follows on the line, or a mark, which has a colon in it.
    private mutating func isAtMark() -> Bool {
        guard !cursor.isAtEnd() else { return true }
        let word = cursor.word()
        cursor.move(to: word.lowerBound)
        return unsafe cursor.bytes[word].contains(0x3A)
    }

    /// Adds a number's lowest bytes, the highest first.
    private mutating func append(_ number: Int64, count: Int64) {
        for byte in (0..<count).reversed() {
            scratch.append(UInt8(truncatingIfNeeded: number >> (byte * 8)))
        }
    }

    /// Reads a text event: `text "…"`, or with one of the types that have no word, `text 0x0A "…"`.
    private mutating func textEvent() throws(TextFault) -> MetaEvent {
        cursor.skipBlanks()
        var type: UInt8 = 0x01
        if cursor.peek() != 0x22, !cursor.isAtEnd() {
            type = UInt8(try number("type", in: 0x01...0x0F))
        }
        try readString()
        return MetaEvent(type: type, bytes: scratch[...])
    }

    private mutating func readMeter() throws(TextFault) {
        let word = cursor.word()
        let parts = self.parts(of: word, separatedBy: 0x2F)
        guard parts.count == 2 else {
            let found = word.isEmpty ? "meter missing" : "meter \(cursor.quoted(word))"
            throw cursor.fault(at: word.lowerBound, "\(found), expected one such as 3/4")
        }
        append(try number("numerator", parts[0], in: 1...255), count: 1)
        let denominator = try number("denominator", parts[1], in: 1...256)
        guard denominator.nonzeroBitCount == 1 else {
            throw cursor.fault(
                at: parts[1].lowerBound,
                "denominator \(denominator), expected 1, 2, 4, 8, 16, 32, 64, 128 or 256"
            )
        }
        append(Int64(denominator.trailingZeroBitCount), count: 1)
        append(try numberIfPresent(after: "clocks", usual: 24), count: 1)
        append(try numberIfPresent(after: "thirty-seconds", usual: 8), count: 1)
    }

    /// Reads a byte after its name, if the name follows.
    private mutating func numberIfPresent(
        after name: StaticString,
        usual: Int64
    ) throws(TextFault) -> Int64 {
        cursor.skipBlanks()
        let position = cursor.position
        guard cursor.isWord(cursor.word(), name) else {
            cursor.move(to: position)
            return usual
        }
        return try number(name, in: 0...255)
    }

    private mutating func readKey() throws(TextFault) {
        append(try number("sharps", in: -7...7), count: 1)
        let word = cursor.word()
        if cursor.isWord(word, "major") {
            scratch.append(0)
        } else if cursor.isWord(word, "minor") {
            scratch.append(1)
        } else {
            throw cursor.fault(
                at: word.lowerBound,
                "\(cursor.quoted(word)), expected major or minor"
            )
        }
    }

    /// Reads a rate and a time, `25 01:02:03:04.50`.
    private mutating func readOffset() throws(TextFault) {
        let rate = try readRate()
        let word = cursor.word()
        let parts = self.parts(of: word, separatedBy: 0x3A)
        let last = parts.last.map { self.parts(of: $0, separatedBy: 0x2E) } ?? []
        guard parts.count == 4, last.count == 2 else {
            let found = word.isEmpty ? "time missing" : "time \(cursor.quoted(word))"
            throw cursor.fault(at: word.lowerBound, "\(found), expected hh:mm:ss:ff.hh")
        }
        // Drop-frame leaves out numbers of frames, but counts to 30 like full frames.
        let frames: Int64 = rate == .fps2997 ? 30 : Int64(rate.rawValue)
        let code: Int64 =
            switch rate {
            case .fps24: 0
            case .fps25: 1
            case .fps2997: 2
            case .fps30: 3
            }
        append(code << 5 | (try number("hours", parts[0], in: 0...23)), count: 1)
        append(try number("minutes", parts[1], in: 0...59), count: 1)
        append(try number("seconds", parts[2], in: 0...59), count: 1)
        append(try number("frames", last[0], in: 0...(frames - 1)), count: 1)
        append(try number("hundredths of a frame", last[1], in: 0...99), count: 1)
    }

    /// A word's parts between separators.
    private func parts(of word: Range<Int>, separatedBy separator: UInt8) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = word.lowerBound
        for position in word where unsafe cursor.bytes[position] == separator {
            parts.append(start..<position)
            start = position + 1
            // No event has more; a text of separators alone is not worth collecting.
            if parts.count > 8 { return [] }
        }
        return parts + [start..<word.upperBound]
    }
}
