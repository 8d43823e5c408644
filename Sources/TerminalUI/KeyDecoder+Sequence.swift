/// The sequences that begin with ESC.
extension KeyDecoder {
    /// The most bytes of a sequence of a key.
    private static let maximumLength = 16

    /// The end of pasted text: `ESC [ 2 0 1 ~`.
    private static let pasteEnd: [UInt8] = [0x1B] + Array("[201~".utf8)

    mutating func takeAfterEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "O"): state = .single([])
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
            UInt8(ascii: "_"):
            state = .text(isEscaped: false)
        // Escape twice, or the alt key with one of the keys below.
        case 0x1B: emit(.escape)
        // An introducer such as that of character sets, `ESC ( B`: the last byte is still to come.
        case 0x20...0x2F: state = .skip(1)
        // With the alt key a character of several bytes comes too.
        case 0xC2...0xDF: state = .skip(1)
        case 0xE0...0xEF: state = .skip(2)
        case 0xF0...0xF4: state = .skip(3)
        default: state = .ground
        }
    }

    /// ECMA-48, 5.4: parameters 0x30–0x3F, intermediates 0x20–0x2F, a final byte 0x40–0x7E.
    mutating func takeControl(_ byte: UInt8, after bytes: [UInt8]) {
        switch byte {
        case 0x1B: state = .escape
        case UInt8(ascii: "[") where bytes.isEmpty: state = .skip(1)
        case UInt8(ascii: "M") where bytes.isEmpty: state = .skip(3)
        // With shift, rxvt ends a sequence by `$`: `ESC [ 5 $`.
        case UInt8(ascii: "$") where !bytes.isEmpty && bytes.allSatisfy(Self.isDigit):
            state = .ground
            emitKey(numbered: Self.number(bytes[...]))
        case 0x20...0x3F:
            state = bytes.count < Self.maximumLength ? .control(bytes + [byte]) : .overlong
        case 0x40...0x7E:
            state = .ground
            finish(bytes, final: byte)
        // A control character, which ends the sequence.
        default: state = .ground
        }
    }

    mutating func takeSingle(_ byte: UInt8, after bytes: [UInt8]) {
        switch byte {
        case 0x1B: state = .escape
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"):
            state = bytes.count < Self.maximumLength ? .single(bytes + [byte]) : .overlong
        case UInt8(ascii: "M"):
            state = .ground
            emit(.enter)
        case 0x40...0x7E:
            state = .ground
            emitKey(lettered: byte, isShifted: Self.isShifted(bytes, isModifierAlone: true))
        default: state = .ground
        }
    }

    mutating func takePasted(_ byte: UInt8, seen: Int) {
        if byte == Self.pasteEnd[seen] {
            state = seen + 1 == Self.pasteEnd.count ? .ground : .paste(seen + 1)
        } else {
            state = .paste(byte == 0x1B ? 1 : 0)
        }
    }

    private mutating func finish(_ bytes: [UInt8], final: UInt8) {
        // `<`, `=`, `>`, `?` mark sequences that are not keys: answers of the terminal, the mouse.
        let isKey = bytes.allSatisfy { Self.isDigit($0) || $0 == UInt8(ascii: ";") }
        guard isKey else { return }
        switch final {
        case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "@"):
            let first = bytes.prefix(while: Self.isDigit)
            emitKey(numbered: Self.number(first))
        // rxvt's arrows with shift.
        case UInt8(ascii: "a")...UInt8(ascii: "d") where bytes.isEmpty:
            emitKey(lettered: final - 0x20, isShifted: true)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
            emitKey(lettered: final, isShifted: Self.isShifted(bytes))
        default: break
        }
    }

    private mutating func emitKey(lettered final: UInt8, isShifted: Bool) {
        switch final {
        case UInt8(ascii: "A"): emit(.up(shift: isShifted))
        case UInt8(ascii: "B"): emit(.down(shift: isShifted))
        case UInt8(ascii: "C"): emit(.right(shift: isShifted))
        case UInt8(ascii: "D"): emit(.left(shift: isShifted))
        case UInt8(ascii: "F"): emit(.end)
        case UInt8(ascii: "H"): emit(.home)
        // rxvt's arrows with control, after `ESC O`.
        case UInt8(ascii: "a")...UInt8(ascii: "d"):
            emitKey(lettered: final - 0x20, isShifted: false)
        default: break
        }
    }

    /// The keys of VT220 and of rxvt by their numbers.
    private mutating func emitKey(numbered number: Int) {
        switch number {
        case 1, 7: emit(.home)
        case 2: emit(.insert)
        case 3: emit(.delete)
        case 4, 8: emit(.end)
        case 5: emit(.pageUp)
        case 6: emit(.pageDown)
        case 200: state = .paste(0)
        default: break
        }
    }

    /// Whether xterm's parameter for the modifiers, 1 plus a bit for each, has that of shift.
    private static func isShifted(_ bytes: [UInt8], isModifierAlone: Bool = false) -> Bool {
        let parameters = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let last = parameters.last, !last.isEmpty, isModifierAlone || parameters.count > 1
        else { return false }
        return (number(last) - 1) & 1 == 1 && number(last) > 0
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int {
        digits.prefix(6).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}
