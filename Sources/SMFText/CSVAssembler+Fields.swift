extension CSVAssembler {
    /// Reads a number; `name` is its name in messages.
    @inline(__always)
    mutating func number(
        _ name: StaticString,
        in range: ClosedRange<Int64>
    ) throws(TextFault) -> Int64 {
        cursor.skipBlanks()
        let position = cursor.position
        let isQuoted = cursor.peek() == 0x22
        if isQuoted { cursor.advance() }
        let isNegative = cursor.peek() == 0x2D
        if isNegative || cursor.peek() == 0x2B { cursor.advance() }
        var value: Int64 = 0
        var digits = 0
        while let digit = cursor.peek().map({ $0 &- 0x30 }), digit < 10, digits < 18 {
            value = value * 10 + Int64(digit)
            digits += 1
            cursor.advance()
        }
        if isQuoted, digits > 0, cursor.peek() == 0x22 {
            cursor.advance()
        } else if isQuoted {
            digits = 0
        }
        if isNegative { value = -value }
        cursor.skipBlanks()
        let next = cursor.peek()
        guard digits > 0, next == nil || next == 0x2C, range.contains(value) else {
            throw fault(ofNumber: name, at: position, expected: range)
        }
        cursor.advance()
        return value
    }

    @inline(never)
    private func fault(
        ofNumber name: StaticString,
        at position: Int,
        expected range: ClosedRange<Int64>
    ) -> TextFault {
        var copy = cursor
        copy.move(to: position)
        while let byte = copy.peek(), byte != 0x2C { copy.advance() }
        let field = unsafe String(
            decoding: cursor.bytes[position..<copy.position].prefix(40),
            as: UTF8.self
        )
        let isNumber = Int64(field) != nil
        let found =
            position == copy.position
            ? "missing" : isNumber ? field : cursor.quoted(position..<copy.position)
        return cursor.fault(
            at: position,
            "\(name) \(found), expected \(range.lowerBound) … \(range.upperBound)"
        )
    }

    /// Reads a field without the spaces around it.
    mutating func name() -> Range<Int> {
        cursor.skipBlanks()
        let first = cursor.position
        var last = first
        while let byte = cursor.peek(), byte != 0x2C {
            cursor.advance()
            if byte != 0x20, byte != 0x09 { last = cursor.position }
        }
        cursor.advance()
        return first..<last
    }

    /// Reads a text into ``scratch``: in quotes, or up to the next comma.
    ///
    /// In quotes, two quotes mean one, two backslashes mean one, and a backslash with three octal
    /// digits means a byte.
    mutating func readText() throws(TextFault) {
        cursor.skipBlanks()
        let start = cursor.position
        guard let first = cursor.peek() else {
            throw cursor.fault(at: start, "text missing, expected text in double quotes")
        }
        guard first == 0x22 else {
            unsafe scratch.append(contentsOf: cursor.bytes[name()])
            return
        }
        cursor.advance()
        while let byte = cursor.peek() {
            cursor.advance()
            switch byte {
            case 0x22 where cursor.peek() == 0x22:
                scratch.append(byte)
                cursor.advance()
            case 0x22: return try endText()
            case 0x5C: scratch.append(try readEscape())
            default: scratch.append(byte)
            }
        }
        throw cursor.fault(at: start, "text without a closing quote")
    }

    private mutating func endText() throws(TextFault) {
        cursor.skipBlanks()
        guard let next = cursor.peek() else { return }
        guard next == 0x2C else {
            let position = cursor.position
            let rest = name()
            throw cursor.fault(
                at: position,
                "\(cursor.quoted(rest)) after a text, expected a comma"
            )
        }
        cursor.advance()
    }

    /// Reads what follows a backslash.
    private mutating func readEscape() throws(TextFault) -> UInt8 {
        let position = cursor.position - 1
        if cursor.peek() == 0x5C {
            cursor.advance()
            return 0x5C
        }
        var value = 0
        var digits = 0
        while digits < 3, let digit = cursor.peek().map({ $0 &- 0x30 }), digit < 8 {
            value = value * 8 + Int(digit)
            digits += 1
            cursor.advance()
        }
        guard digits == 3, let byte = UInt8(exactly: value) else {
            let escape = cursor.quoted(position..<cursor.position)
            throw cursor.fault(at: position, #"\#(escape), expected \000 … \377 or \\"#)
        }
        return byte
    }

    /// Reads a number of bytes and those bytes into ``scratch``.
    mutating func readBytes() throws(TextFault) {
        let count = try number("length", in: 0...Int64(Assembly.largestQuantity))
        for _ in 0..<count { scratch.append(UInt8(try number("byte", in: 0...255))) }
    }
}
