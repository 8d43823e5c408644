import Foundation
import TestSupport

/// The samples and presets of a SoundFont, read independently of what wrote it.
struct BankFile {
    struct Sample: CustomStringConvertible {
        var name: String
        /// Full scale is 1.0.
        var frames: [Double]
        var loop: Range<Int>
        var rate: Int
        var rootKey: Int
        var description: String { name }
    }

    struct Preset: Hashable {
        var bank: Int
        var program: Int
        var name: String
    }

    let bytes: [UInt8]
    private(set) var samples: [Sample] = []
    private(set) var presets: [Preset] = []
    /// The samples that a zone plays with sample mode 1.
    private(set) var looped: Set<Int> = []

    init(path: String) throws {
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        var chunks: [String: Range<Int>] = [:]
        try collect(12..<bytes.count, into: &chunks)
        func chunk(_ name: String) throws -> Range<Int> {
            guard let range = chunks[name] else { throw TestSupportError("no chunk \(name)") }
            return range
        }
        let data = try chunk("smpl")
        for record in try records(chunk("shdr"), size: 46).dropLast() {
            let start = word(record + 20)
            let frames = (start..<word(record + 24)).map { frame in
                Double(Int16(truncatingIfNeeded: half(data.lowerBound + 2 * frame))) / 32_768
            }
            samples.append(
                Sample(
                    name: text(record),
                    frames: frames,
                    loop: word(record + 28) - start..<word(record + 32) - start,
                    rate: word(record + 36),
                    rootKey: Int(bytes[record + 40])
                )
            )
        }
        presets = try records(chunk("phdr"), size: 38).dropLast().map {
            Preset(bank: half($0 + 22), program: half($0 + 20), name: text($0))
        }
        var loops = false
        for record in try records(chunk("igen"), size: 4) {
            switch half(record) {
            // The first generator of a zone, the sample mode, the sample (SoundFont 2.04, 8.1.2).
            case 43: loops = false
            case 54: loops = half(record + 2) == 1
            case 53: if loops { looped.insert(half(record + 2)) }
            default: break
            }
        }
    }

    /// The samples that loop.
    var loopedSamples: [Sample] {
        samples.indices.filter(looped.contains).map { samples[$0] }
    }

    private func collect(_ range: Range<Int>, into chunks: inout [String: Range<Int>]) throws {
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            let name = String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
            let content = offset + 8..<offset + 8 + word(offset + 4)
            guard content.upperBound <= range.upperBound else { throw TestSupportError("cut") }
            if name == "LIST" {
                try collect(content.lowerBound + 4..<content.upperBound, into: &chunks)
            } else {
                chunks[name] = content
            }
            offset = content.upperBound + content.count % 2
        }
    }

    private func records(_ range: Range<Int>, size: Int) -> [Int] {
        Array(stride(from: range.lowerBound, to: range.upperBound, by: size))
    }

    private func half(_ offset: Int) -> Int {
        Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
    }

    private func word(_ offset: Int) -> Int {
        half(offset) | half(offset + 2) << 16
    }

    private func text(_ offset: Int) -> String {
        String(decoding: bytes[offset..<offset + 20].prefix { $0 != 0 }, as: UTF8.self)
    }
}
