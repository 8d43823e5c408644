/// A decoder of the bytes that a terminal sends for keys.
///
/// An arrow key comes as `ESC [ C`, with shift as `ESC [ 1 ; 2 C` (ECMA-48's control sequences, with
/// xterm's parameters), as `ESC O C` in the cursor key mode of VT100, or as rxvt and the Linux
/// console have it. A sequence of no known key is dropped whole, so that its letters never act.
/// Reads may split a sequence anywhere. The decoder has no timer: the caller passes the time, and
/// calls at ``deadline`` even without bytes.
package struct KeyDecoder {
    /// The time after its last byte in which an escape sequence may continue.
    ///
    /// Long enough for a slow network; the escape key alone does nothing that is urgent.
    package static let timeout: Duration = .milliseconds(250)

    /// The most keys of one call: no hand presses more.
    static let maximumKeys = 64

    /// The sequence that the bytes so far begin.
    enum State: Hashable, Sendable {
        case ground
        /// After ESC.
        case escape
        /// After `ESC [`; its bytes so far.
        case control([UInt8])
        /// A control sequence that is too long to be a key.
        case overlong
        /// After `ESC O`; its bytes so far.
        case single([UInt8])
        /// A number of bytes to be ignored: the function keys of the Linux console (`ESC [ [ A`), a
        /// report of the mouse.
        case skip(Int)
        /// A text for programs (`ESC ]`, `ESC P` …) up to BEL or `ESC \`.
        case text(isEscaped: Bool)
        /// Pasted text, and the number of bytes seen of the sequence that ends it.
        case paste(Int)
        /// The bytes so far of a character, and the number of those still to come.
        case character([UInt8], Int)
    }

    var state = State.ground
    var keys: [Key] = []
    private var lastByte: ContinuousClock.Instant?

    /// Makes a decoder before the first byte.
    package init() {}

    /// The time to call again without new bytes; `nil` if no sequence is incomplete.
    package var deadline: ContinuousClock.Instant? {
        guard state != .ground, let lastByte else { return nil }
        return lastByte + Self.timeout
    }

    /// Decodes bytes, which may be none, to the keys that are complete now.
    package mutating func decode(_ bytes: [UInt8], now: ContinuousClock.Instant) -> [Key] {
        if let deadline, now >= deadline { giveUp() }
        if !bytes.isEmpty { lastByte = now }
        for byte in bytes { take(byte) }
        defer { keys = [] }
        return Array(keys.prefix(Self.maximumKeys))
    }

    /// Ends an incomplete sequence: ESC alone is the escape key.
    private mutating func giveUp() {
        if case .escape = state { emit(.escape) }
        state = .ground
    }

    mutating func emit(_ key: Key) {
        guard keys.count < Self.maximumKeys else { return }
        keys.append(key)
    }

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: begin(byte)
        case .escape: takeAfterEscape(byte)
        case .control(let bytes): takeControl(byte, after: bytes)
        case .overlong:
            if byte == 0x1B { state = .escape } else if byte >= 0x40 { state = .ground }
        case .single(let bytes): takeSingle(byte, after: bytes)
        case .skip(let count): state = count > 1 ? .skip(count - 1) : .ground
        case .text(let isEscaped):
            let isEnd = byte == 0x07 || isEscaped && byte == UInt8(ascii: "\\")
            state = isEnd ? .ground : .text(isEscaped: byte == 0x1B)
        case .paste(let seen): takePasted(byte, seen: seen)
        case .character(let bytes, let missing): takeCharacter(byte, after: bytes, missing)
        }
    }

    private mutating func begin(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .escape
        case 0x08, 0x7F: emit(.backspace)
        case 0x09: emit(.tab)
        case 0x0A, 0x0D: emit(.enter)
        case 0x01...0x1A: emit(.control(Character(Unicode.Scalar(byte + 0x60))))
        case 0x20...0x7E: emit(.character(Character(Unicode.Scalar(byte))))
        // The introducers as one byte (ECMA-48, 8-bit), which no UTF-8 text begins with.
        case 0x9B: state = .control([])
        case 0x8F: state = .single([])
        case 0x90, 0x98, 0x9D...0x9F: state = .text(isEscaped: false)
        // UTF-8 (RFC 3629): the first byte says how many follow.
        case 0xC2...0xDF: state = .character([byte], 1)
        case 0xE0...0xEF: state = .character([byte], 2)
        case 0xF0...0xF4: state = .character([byte], 3)
        default: break
        }
    }

    private mutating func takeCharacter(_ byte: UInt8, after bytes: [UInt8], _ missing: Int) {
        guard 0x80...0xBF ~= byte else {
            // Cut off; what comes now may be a key.
            state = .ground
            begin(byte)
            return
        }
        let bytes = bytes + [byte]
        guard missing == 1 else {
            state = .character(bytes, missing - 1)
            return
        }
        state = .ground
        guard let text = String(validating: bytes, as: UTF8.self), let character = text.first,
            let scalar = text.unicodeScalars.first,
            scalar.properties.generalCategory != .control
        else { return }
        emit(.character(character))
    }
}
