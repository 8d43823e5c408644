/// The blocks of a QR code's data and their Reed-Solomon codes, at level M.
enum QRBlocks {
    /// By version, from 1: the bytes of error correction in a block.
    private static let correctionBytes = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]
    /// By version, from 1: the number of blocks.
    private static let blockCount = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]

    /// The bytes of a version, with those of error correction.
    private static func allBytes(_ version: Int) -> Int {
        var modules = (16 * version + 128) * version + 64
        if version >= 2 {
            let alignments = version / 7 + 2
            modules -= (25 * alignments - 10) * alignments - 55
            if version >= 7 { modules -= 36 }
        }
        return modules / 8
    }

    /// The bytes of data of a version.
    static func dataBytes(_ version: Int) -> Int {
        allBytes(version) - correctionBytes[version - 1] * blockCount[version - 1]
    }

    /// The bytes as they are drawn: those of all blocks in turn, then their codes.
    static func codewords(of data: [UInt8], version: Int) -> [UInt8] {
        let count = blockCount[version - 1]
        let correction = correctionBytes[version - 1]
        let divisor = generator(correction)
        let shortLength = data.count / count
        let shortBlocks = count - data.count % count
        var blocks: [(data: ArraySlice<UInt8>, code: [UInt8])] = []
        var start = 0
        for index in 0..<count {
            let length = shortLength + (index < shortBlocks ? 0 : 1)
            let block = data[start..<start + length]
            blocks.append((block, remainder(block, divisor)))
            start += length
        }
        var codewords: [UInt8] = []
        for index in 0...shortLength {
            for block in blocks where index < block.data.count {
                codewords.append(block.data[block.data.startIndex + index])
            }
        }
        for index in 0..<correction {
            for block in blocks { codewords.append(block.code[index]) }
        }
        return codewords
    }

    /// The product of two elements of GF(2⁸) modulo 0x11D.
    private static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
        var result = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x11D
            result ^= Int(second >> bit & 1) * Int(first)
        }
        return UInt8(result)
    }

    /// The polynomial whose roots are the first powers of 2, without its leading 1.
    private static func generator(_ degree: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: degree)
        result[degree - 1] = 1
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in 0..<degree {
                result[index] = product(result[index], root)
                if index + 1 < degree { result[index] ^= result[index + 1] }
            }
            root = product(root, 2)
        }
        return result
    }

    private static func remainder(_ data: ArraySlice<UInt8>, _ divisor: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: divisor.count)
        for byte in data {
            let factor = byte ^ result.removeFirst()
            result.append(0)
            for index in result.indices { result[index] ^= product(divisor[index], factor) }
        }
        return result
    }
}
