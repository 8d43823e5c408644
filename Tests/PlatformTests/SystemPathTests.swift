import Foundation
import Platform
import TestSupport
import Testing

@Suite("Paths that are not UTF-8")
struct SystemPathTests {
    private static let names: [[UInt8]] = [
        Array("plain.mid".utf8), Array("Überraschung さくら 🎹".utf8), Array("caf".utf8) + [0xE9],
        // Shift-JIS, whose second byte is a backslash; an overlong slash; a surrogate; a cut scalar.
        [0x83, 0x5C, 0x83, 0x89], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE3, 0x81],
        // The scalar that stands for a byte, and such scalars beside each other and others.
        [0xF4, 0x8F, 0xBA, 0xA9], [0xF4, 0x8F, 0xBA, 0xA9, 0xE9, 0x41, 0xF4],
        [0xF4, 0x8F, 0xB9, 0xBF],
        Array(0x80...0xFF), Array(1...0x7F), [],
    ]

    @Test("come back as the same bytes", arguments: names)
    func roundTrip(_ bytes: [UInt8]) {
        let text = String(systemPathBytes: bytes)
        #expect(text.systemPathBytes == bytes)
        #expect(text.systemPath == bytes.map { CChar(bitPattern: $0) } + [0])
        let isPlain = String(validating: bytes, as: UTF8.self) != nil
        #expect(text.hasUndecodedBytes == (!isPlain || bytes == [0xF4, 0x8F, 0xBA, 0xA9]))
        if !text.hasUndecodedBytes { #expect(Array(text.utf8) == bytes) }
        // What is valid stays readable.
        #expect(String(systemPathBytes: Array("é/".utf8) + bytes).hasPrefix("é/"))
    }

    @Test("come back as the same bytes whatever they are")
    func random() {
        var numbers = SeededGenerator(seed: 1)
        let parts: [[UInt8]] = [
            [0x41], [0xC3, 0xA9], [0xE3, 0x81, 0x95], [0xF4, 0x8F, 0xBA, 0x80],
        ]
        for _ in 0..<5_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<8, using: &numbers) {
                bytes +=
                    Bool.random(using: &numbers)
                    ? parts.randomElement(using: &numbers) ?? []
                    : [UInt8.random(in: 1...255, using: &numbers)]
            }
            let text = String(systemPathBytes: bytes)
            #expect(text.systemPathBytes == bytes)
            #expect(String(systemPathBytes: text.systemPathBytes) == text)
        }
    }

    @Test("are those of files that are made, listed, resolved, replaced and removed")
    func files() throws {
        let directory = try TemporaryDirectory()
        let name = String(systemPathBytes: [0x83, 0x5C, 0xE9, 0x2E])
        let folder = directory.path(name)
        try DurableFile.makeFolder(folder)
        let path = "\(folder)/\(name)"
        try DurableFile.write([1], to: path, by: "\(path).new", predecessor: .kept)
        #expect(FolderListing(directory.path)?.names == [name])
        #expect(FolderListing(folder)?.names == [name])
        #expect(FileStatus(path)?.size == 1)
        #expect(RealPath.of(path)?.hasSuffix("/\(name)/\(name)") == true)
        #expect(try DurableFile.setAside(path, as: "\(path).old") == "\(path).old")
        try DurableFile.remove("\(path).old")
        #expect(FolderListing(folder)?.names.isEmpty == true)
    }
}
