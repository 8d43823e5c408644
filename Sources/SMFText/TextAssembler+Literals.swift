import SMF

extension TextAssembler {
    /// Reads a number; `name` is its name in messages.
    @inline(__always)
    mutating func number(
        _ name: StaticString,
        in range: ClosedRange<Int64>
    ) throws(TextFault) -> Int64 {
        let word = cursor.word()
        return try number(name, word, in: range)
    }

    /// Reads a number at a position: decimal with or without a sign, or 0x and digits.
    @inline(__always)
    func number(
        _ name: StaticString,
        _ word: Range<Int>,
        in range: ClosedRange<Int64>
    ) throws(TextFault) -> Int64 {
        // Most numbers are short, and have no sign.
        if word.count - 1 < 18 {
            var value: Int64 = 0
            var isPlain = !word.isEmpty
            for position in word {
                let digit = unsafe cursor.bytes[position] &- 0x30
                if digit > 9 { isPlain = false }
                value = value &* 10 &+ Int64(digit)
            }
            if isPlain, range.contains(value) { return value }
        }
        return try unusualNumber(name, word, in: range)
    }

    @inline(never)
    private func unusualNumber(
        _ name: StaticString,
        _ word: Range<Int>,
        in range: ClosedRange<Int64>
    ) throws(TextFault) -> Int64 {
        let expected =
            range.lowerBound == range.upperBound
            ? "\(range.lowerBound)" : "\(range.lowerBound) … \(range.upperBound)"
        guard !word.isEmpty else {
            throw cursor.fault(at: word.lowerBound, "\(name) missing, expected \(expected)")
        }
        // More digits than any number here has are no number either.
        let text = unsafe String(decoding: cursor.bytes[word].prefix(40), as: UTF8.self)
        let value = text.hasPrefix("0x") ? Int64(text.dropFirst(2), radix: 16) : Int64(text)
        guard let value, word.count <= 40 else {
            throw cursor.fault(
                at: word.lowerBound,
                "\(name) \(cursor.quoted(word)), expected \(expected)"
            )
        }
        guard range.contains(value) else {
            throw cursor.fault(at: word.lowerBound, "\(name) \(value), expected \(expected)")
        }
        return value
    }

    /// Reads pairs of hexadecimal digits into ``scratch``, with or without spaces between them, up to
    /// the line's end or to a word with a colon.
    mutating func readBytes() throws(TextFault) {
        while !cursor.isAtEnd() {
            let word = cursor.word()
            if unsafe cursor.bytes[word].contains(0x3A) { return cursor.move(to: word.lowerBound) }
            var position = word.lowerBound
            while position < word.upperBound {
                guard position + 1 < word.upperBound,
                    let high = unsafe Self.digit(cursor.bytes[position]),
                    let low = unsafe Self.digit(cursor.bytes[position + 1])
                else {
                    throw cursor.fault(
                        at: word.lowerBound,
                        "\(cursor.quoted(word)), expected bytes of two hexadecimal digits"
                    )
                }
                scratch.append(high << 4 | low)
                position += 2
            }
        }
    }

    /// Reads a quoted string into ``scratch``.
    mutating func readString() throws(TextFault) {
        cursor.skipBlanks()
        guard cursor.peek() == 0x22 else {
            let position = cursor.position
            let word = cursor.word()
            let found = word.isEmpty ? "text missing" : cursor.quoted(word)
            throw cursor.fault(at: position, "\(found), expected text in double quotes")
        }
        let start = cursor.position
        cursor.advance()
        while let byte = cursor.peek() {
            cursor.advance()
            switch byte {
            case 0x22: return
            case 0x5C: scratch.append(try readEscape())
            default: scratch.append(byte)
            }
        }
        throw cursor.fault(at: start, "text without a closing quote")
    }

    /// Reads what follows a backslash.
    private mutating func readEscape() throws(TextFault) -> UInt8 {
        let position = cursor.position - 1
        let byte = cursor.peek()
        cursor.advance()
        switch byte {
        case 0x22, 0x5C: return byte ?? 0
        case 0x6E: return 0x0A
        case 0x72: return 0x0D
        case 0x74: return 0x09
        case 0x78:
            let high = cursor.peek().flatMap(Self.digit)
            cursor.advance()
            let low = cursor.peek().flatMap(Self.digit)
            cursor.advance()
            if let high, let low { return high << 4 | low }
        default: break
        }
        let escape = cursor.quoted(position..<cursor.position)
        throw cursor.fault(
            at: position,
            #"\#(escape), expected \n \r \t \" \\ or \x and two digits"#
        )
    }

    /// Reads a SMPTE frame rate.
    mutating func readRate() throws(TextFault) -> SMPTERate {
        let word = cursor.word()
        if let rate = SMPTERate.allCases.first(where: { cursor.isWord(word, $0.text) }) {
            return rate
        }
        throw cursor.fault(
            at: word.lowerBound,
            "rate \(cursor.quoted(word)), expected 24, 25, 29.97 or 30"
        )
    }

    /// Reads a channel, `ch:1` … `ch:16`; 0 … 15 comes out.
    @inline(__always)
    mutating func channel() throws(TextFault) -> UInt8 {
        let word = cursor.word()
        let start = word.lowerBound
        let bytes = unsafe cursor.bytes
        guard word.count > 3, unsafe bytes[start] == 0x63, unsafe bytes[start + 1] == 0x68,
            unsafe bytes[start + 2] == 0x3A
        else {
            throw cursor.fault(
                at: start,
                "\(word.isEmpty ? "channel missing" : cursor.quoted(word)), expected ch:1 … ch:16"
            )
        }
        return UInt8(try number("channel", (start + 3)..<word.upperBound, in: 1...16)) - 1
    }

    /// Refuses anything but a comment on the rest of the line.
    mutating func expectEnd() throws(TextFault) {
        guard !cursor.isAtEnd() else { return }
        let word = cursor.word()
        throw cursor.fault(
            at: word.lowerBound,
            "\(cursor.quoted(word)), expected the end of the line"
        )
    }

    /// The value of a hexadecimal digit.
    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
