/// What a program's output does to the screen.
extension PseudoTerminalScreen {
    /// What the bytes so far are the beginning of.
    struct Parser {
        enum State {
            case ground, escape, designation, string
            case control(String)
        }

        var state = State.ground
        /// The bytes so far of a character.
        var character: [UInt8] = []
    }

    /// Takes what a program has written.
    ///
    /// - Parameter bytes: The output; it may end within a sequence or a character.
    public mutating func take(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { take(byte) }
    }

    private mutating func take(_ byte: UInt8) {
        switch parser.state {
        case .ground: takeText(byte)
        case .escape:
            switch byte {
            case UInt8(ascii: "["): parser.state = .control("")
            case UInt8(ascii: "]"), UInt8(ascii: "P"): parser.state = .string
            case UInt8(ascii: "("), UInt8(ascii: ")"): parser.state = .designation
            default: parser.state = .ground
            }
        case .designation: parser.state = .ground
        case .string: if byte == 0x07 || byte == 0x1B { parser.state = .ground }
        case .control(let parameters):
            let character = Character(Unicode.Scalar(byte))
            guard 0x40...0x7E ~= byte else {
                parser.state = .control(parameters + String(character))
                return
            }
            parser.state = .ground
            control(character, parameters)
        }
    }

    private mutating func takeText(_ byte: UInt8) {
        switch byte {
        case 0x1B: parser.state = .escape
        case 0x0D:
            cursor.column = 0
            isWrapDue = false
        case 0x0A:
            moveDown()
            isWrapDue = false
        case 0x08:
            cursor.column = max(cursor.column - 1, 0)
            isWrapDue = false
        case 0x09: cursor.column = min((cursor.column / 8 + 1) * 8, columns - 1)
        case ..<0x20, 0x7F: break
        default:
            parser.character.append(byte)
            if let text = String(validating: parser.character, as: UTF8.self) {
                parser.character = []
                if let scalar = text.unicodeScalars.first { put(scalar) }
            } else if parser.character.count >= 4 {
                parser.character = []
                put("\u{FFFD}")
            }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = scalar.terminalColumns
        guard width > 0 else { return }
        if isWrapping, isWrapDue || cursor.column + width > columns {
            grid[cursor.row].isContinued = true
            moveDown()
            cursor.column = 0
        }
        isWrapDue = false
        let column = min(cursor.column, columns - width)
        guard column >= 0 else { return }
        grid[cursor.row].cells[column] = String(Character(scalar))
        if width == 2 { grid[cursor.row].cells[column + 1] = "" }
        cursor.column = column + width
        if cursor.column == columns {
            cursor.column = columns - 1
            isWrapDue = true
        }
    }

    private mutating func control(_ final: Character, _ parameters: String) {
        let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
        let count = max(numbers.first ?? 1, 1)
        switch final {
        case "A": cursor.row = max(cursor.row - count, 0)
        case "B": cursor.row = min(cursor.row + count, rows - 1)
        case "C": cursor.column = min(cursor.column + count, columns - 1)
        case "D": cursor.column = max(cursor.column - count, 0)
        case "G": cursor.column = min(count - 1, columns - 1)
        case "H", "f":
            cursor.row = min(count, rows) - 1
            cursor.column = min(max(numbers.dropFirst().first ?? 1, 1), columns) - 1
        case "J": eraseScreen(numbers.first ?? 0)
        case "K": eraseLine(numbers.first ?? 0)
        case "h", "l":
            if parameters == "?25" { isCursorVisible = final == "h" }
            if parameters == "?7" { isWrapping = final == "h" }
            if parameters == "?1049" { setAlternate(final == "h") }
            return
        default: return
        }
        isWrapDue = false
    }

    private mutating func eraseScreen(_ part: Int) {
        eraseLine(part)
        let others = part == 0 ? cursor.row + 1..<rows : part == 1 ? 0..<cursor.row : 0..<rows
        for row in others { grid[row] = Self.blank(1, columns)[0] }
    }

    private mutating func eraseLine(_ part: Int) {
        let column = cursor.column
        let range = part == 0 ? column..<columns : part == 1 ? 0..<column + 1 : 0..<columns
        for index in range { grid[cursor.row].cells[index] = " " }
        if part != 1 { grid[cursor.row].isContinued = false }
    }
}

extension Unicode.Scalar {
    /// The columns that terminals give it: as wcwidth(3), coarsely.
    fileprivate var terminalColumns: Int {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: break
        }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return 1
        }
    }
}
