/// How hard a QR code is to read, by the standard's rules: the mask with the lowest penalty is taken.
struct QRPenalty {
    /// The penalty.
    private(set) var total = 0

    /// Computes it.
    ///
    /// - Parameters:
    ///   - size: The number of modules of a side.
    ///   - isDark: Whether a module is dark, by column and row.
    init(size: Int, _ isDark: (Int, Int) -> Bool) {
        var dark = 0
        for first in 0..<size {
            addLine((0..<size).map { isDark($0, first) })
            addLine((0..<size).map { isDark(first, $0) })
            for second in 0..<size where isDark(second, first) { dark += 1 }
        }
        for y in 0..<size - 1 {
            for x in 0..<size - 1 {
                let module = isDark(x, y)
                if module == isDark(x + 1, y), module == isDark(x, y + 1),
                    module == isDark(x + 1, y + 1)
                {
                    total += 3
                }
            }
        }
        // Steps of 5 % away from half of the modules.
        total += abs(dark * 20 - size * size * 10) / (size * size) * 10
    }

    private mutating func addLine(_ line: [Bool]) {
        var start = 0
        for index in 1...line.count where index == line.count || line[index] != line[start] {
            let length = index - start
            if length >= 5 { total += length - 2 }
            start = index
        }
        // What looks like the large patterns.
        let pattern = [true, false, true, true, true, false, true]
        let light = [false, false, false, false]
        for index in line.indices where index + 11 <= line.count {
            let part = Array(line[index..<index + 11])
            if part == pattern + light || part == light + pattern { total += 40 }
        }
    }
}
