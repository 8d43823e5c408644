/// The text that has been made and not output yet.
///
/// A piece of plain memory: a file of twenty million events has as many lines, and each is put
/// together from a dozen pieces. It holds what is handed out at a time and the longest event.
@safe
final class TextOutput {
    /// The approximate number of bytes that are output at a time.
    private static let pieceSize = 65_536

    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init() {
        // An event without payload takes less than a quarter of the rest at the end.
        capacity = Self.pieceSize + 1024
        unsafe start = .allocate(capacity: capacity)
    }

    deinit {
        unsafe start.deallocate()
    }

    /// The output so far.
    ///
    /// Valid until something is added.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }

    /// Hands out the output if it is large enough, or all at the end.
    @inline(__always)
    func flush<Failure: Error>(
        isEnd: Bool = false,
        to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        guard count >= (isEnd ? 1 : Self.pieceSize) else { return }
        try unsafe sink(bytes)
        count = 0
    }

    /// Makes room for this many further bytes.
    @inline(__always)
    private func reserve(_ more: Int) {
        if more > capacity - count { grow(more) }
    }

    @inline(never)
    private func grow(_ more: Int) {
        let larger = max(count + more, capacity * 2)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        unsafe copy.update(from: start, count: count)
        unsafe start.deallocate()
        unsafe start = copy
        capacity = larger
    }

    // MARK: Pieces

    /// Adds a byte.
    @inline(__always)
    func append(_ byte: UInt8) {
        reserve(1)
        unsafe start[count] = byte
        count += 1
    }

    /// Adds words of the format.
    @inline(__always)
    func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length)
        unsafe (start + count).update(from: text.utf8Start, count: length)
        count += length
    }

    /// Adds a text as it is.
    func append(text: String) {
        var text = text
        text.withUTF8 { utf8 in
            reserve(utf8.count)
            if let source = utf8.baseAddress {
                unsafe (start + count).update(from: source, count: utf8.count)
            }
            count += utf8.count
        }
    }

    /// Adds a number in decimal.
    @inline(__always)
    func append(decimal number: Int64) {
        // The lowest number takes 20.
        reserve(20)
        guard let small = UInt32(exactly: number) else { return append(large: number) }
        // Most numbers have one digit to three: channels, keys, velocities.
        guard small >= 1000 else {
            if small >= 100 { put(small / 100) }
            if small >= 10 { put(small / 10 % 10) }
            put(small % 10)
            return
        }
        append(digits: small)
    }

    private func append(large number: Int64) {
        for byte in String(number).utf8 { append(byte) }
    }

    /// Adds a number of four digits or more, for which there is room.
    private func append(digits number: UInt32) {
        let length =
            number < 100_000
            ? (number < 10_000 ? 4 : 5)
            : number < 10_000_000
                ? (number < 1_000_000 ? 6 : 7)
                : number < 100_000_000 ? 8 : (number < 1_000_000_000 ? 9 : 10)
        assert(length <= capacity - count, "no room for the digits")
        count += length
        var index = count
        var rest = number
        for _ in 0..<length {
            index -= 1
            unsafe start[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Adds a digit for which there is room.
    @inline(__always)
    private func put(_ digit: UInt32) {
        assert(count < capacity, "no room for a digit")
        unsafe start[count] = 0x30 + UInt8(truncatingIfNeeded: digit)
        count += 1
    }

    /// Adds a number in decimal.
    @inline(__always)
    func append(decimal number: some FixedWidthInteger) {
        append(decimal: Int64(truncatingIfNeeded: number))
    }

    /// Adds a number with two digits at least, as in times.
    func append(twoDigits number: UInt8) {
        if number < 10 { append(0x30) }
        append(decimal: number)
    }

    /// Adds two digits, 0 … F.
    @inline(__always)
    func append(hexadecimal byte: UInt8) {
        append(Self.digit(byte >> 4))
        append(Self.digit(byte & 0xF))
    }

    /// Adds bytes as two digits each, each after a space.
    func append(hexadecimal bytes: some Sequence<UInt8>) {
        for byte in bytes {
            append(0x20)
            append(hexadecimal: byte)
        }
    }

    @inline(__always)
    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x37 + value
    }
}
