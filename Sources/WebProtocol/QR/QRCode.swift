/// A QR code (ISO/IEC 18004) of bytes, with error correction level M.
///
/// Only what a link needs: byte mode, versions 1 to 10, which take up to 213 bytes.
package struct QRCode: Hashable, Sendable {
    /// The number of modules of a side.
    package let size: Int
    private var modules: [Bool]
    /// The modules that have no data: patterns, format and version.
    private var isFunction: [Bool]
    private let version: Int

    /// Makes a code of a text; `nil` if the text is too long.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard
            let version = (1...10).first(where: { version in
                4 + QRCode.lengthBits(version) + 8 * bytes.count <= 8 * QRBlocks.dataBytes(version)
            })
        else { return nil }
        self.version = version
        size = 17 + 4 * version
        modules = Array(repeating: false, count: size * size)
        isFunction = modules
        drawPatterns()
        draw(QRBlocks.codewords(of: Self.data(bytes, version), version: version))
        chooseMask()
    }

    private static func lengthBits(_ version: Int) -> Int { version < 10 ? 8 : 16 }

    /// Whether a module is dark.
    package func isDark(_ x: Int, _ y: Int) -> Bool {
        (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
    }

    /// The data: mode, length, bytes and padding.
    private static func data(_ bytes: [UInt8], _ version: Int) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        append(0b0100, 4)
        append(bytes.count, lengthBits(version))
        for byte in bytes { append(Int(byte), 8) }
        let capacity = 8 * QRBlocks.dataBytes(version)
        append(0, min(4, capacity - bits.count))
        append(0, (8 - bits.count % 8) % 8)
        var filler = 0xEC
        while bits.count < capacity {
            append(filler, 8)
            filler ^= 0xEC ^ 0x11
        }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }

    // MARK: - Patterns

    private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
        modules[y * size + x] = isDark
        isFunction[y * size + x] = true
    }

    private mutating func drawPatterns() {
        for index in 0..<size {
            set(6, index, index % 2 == 0)
            set(index, 6, index % 2 == 0)
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
        let centres = alignmentCentres
        for (row, y) in centres.enumerated() {
            for (column, x) in centres.enumerated() {
                let last = centres.count - 1
                // The corners have the large patterns.
                if (row, column) == (0, 0) || (row, column) == (0, last)
                    || (row, column) == (last, 0)
                {
                    continue
                }
                for dy in -2...2 {
                    for dx in -2...2 { set(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
                }
            }
        }
        drawFormat(mask: 0)
        drawVersion()
    }

    private mutating func drawFinder(_ x: Int, _ y: Int) {
        for dy in -4...4 {
            for dx in -4...4
            where (0..<size).contains(x + dx) && (0..<size).contains(y + dy) {
                let distance = max(abs(dx), abs(dy))
                set(x + dx, y + dy, distance != 2 && distance != 4)
            }
        }
    }

    private var alignmentCentres: [Int] {
        guard version > 1 else { return [] }
        let count = version / 7 + 2
        let step = (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
        var centres = [6]
        for index in (0..<count - 1).reversed() { centres.append(size - 7 - index * step) }
        return centres
    }

    private mutating func drawFormat(mask: Int) {
        // Level M is 0; a BCH code of ten bits, and the mask of the standard.
        let data = mask
        var remainder = data
        for _ in 0..<10 { remainder = remainder << 1 ^ (remainder >> 9) * 0x537 }
        let bits = (data << 10 | remainder) ^ 0x5412
        func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0...5 { set(8, index, bit(index)) }
        set(8, 7, bit(6))
        set(8, 8, bit(7))
        set(7, 8, bit(8))
        for index in 9..<15 { set(14 - index, 8, bit(index)) }
        for index in 0..<8 { set(size - 1 - index, 8, bit(index)) }
        for index in 8..<15 { set(8, size - 15 + index, bit(index)) }
        set(8, size - 8, true)
    }

    private mutating func drawVersion() {
        guard version >= 7 else { return }
        var remainder = version
        for _ in 0..<12 { remainder = remainder << 1 ^ (remainder >> 11) * 0x1F25 }
        let bits = version << 12 | remainder
        for index in 0..<18 {
            let isDark = bits >> index & 1 == 1
            set(size - 11 + index % 3, index / 3, isDark)
            set(index / 3, size - 11 + index % 3, isDark)
        }
    }

    // MARK: - Data

    /// Draws the codewords in columns of two, upwards and downwards in turn, from the right.
    private mutating func draw(_ codewords: [UInt8]) {
        var bit = 0
        var right = size - 1
        while right >= 1 {
            if right == 6 { right = 5 }
            for step in 0..<size {
                for x in [right, right - 1] {
                    let isUpwards = (right + 1) & 2 == 0
                    let y = isUpwards ? size - 1 - step : step
                    guard !isFunction[y * size + x], bit < codewords.count * 8 else { continue }
                    modules[y * size + x] = codewords[bit / 8] >> (7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
            right -= 2
        }
    }

    /// Applies the mask with the lowest penalty.
    private mutating func chooseMask() {
        var best = (mask: 0, penalty: Int.max)
        for mask in 0..<8 {
            var masked = self
            masked.apply(mask: mask)
            let penalty = QRPenalty(size: size) { masked.modules[$1 * masked.size + $0] }.total
            if penalty < best.penalty { best = (mask, penalty) }
        }
        apply(mask: best.mask)
    }

    private mutating func apply(mask: Int) {
        drawFormat(mask: mask)
        for y in 0..<size {
            for x in 0..<size where !isFunction[y * size + x] {
                let isInverted =
                    switch mask {
                    case 0: (x + y) % 2 == 0
                    case 1: y % 2 == 0
                    case 2: x % 3 == 0
                    case 3: (x + y) % 3 == 0
                    case 4: (x / 3 + y / 2) % 2 == 0
                    case 5: x * y % 2 + x * y % 3 == 0
                    case 6: (x * y % 2 + x * y % 3) % 2 == 0
                    default: ((x + y) % 2 + x * y % 3) % 2 == 0
                    }
                if isInverted { modules[y * size + x].toggle() }
            }
        }
    }

    // MARK: - Text

    /// The code as lines for a terminal, two modules in a character, with the margin that readers need.
    ///
    /// Light modules are drawn, so it suits a dark terminal; readers take both.
    package var lines: [String] {
        let margin = 4
        return stride(from: -margin, to: size + margin, by: 2).map { y in
            (-margin..<size + margin).map { x in
                switch (isDark(x, y), isDark(x, y + 1) || y + 1 >= size + margin) {
                case (false, false): "█"
                case (false, true): "▀"
                case (true, false): "▄"
                case (true, true): " "
                }
            }.joined()
        }
    }
}
