import Glibc

/// The folder into which seeds are written, a folder in it for each kind.
struct SeedFolder {
    /// Its path.
    let path: String

    /// Writes seeds of a kind.
    func write(_ seeds: [[UInt8]], kind: String) {
        mkdir("\(path)/\(kind)", 0o777)
        for (number, bytes) in seeds.enumerated() {
            let name = "\(path)/\(kind)/\(number)"
            guard let file = fopen(name, "wb") else { fail("cannot create \(name)") }
            guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
                fail("cannot write \(name)")
            }
        }
    }

    /// The content of a file.
    static func bytes(ofFileAt path: String) -> [UInt8] {
        guard let file = fopen(path, "rb") else { fail("cannot open \(path)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
        }
    }
}

/// Says what went wrong, and ends.
func fail(_ message: String) -> Never {
    let line = Array("write-seeds: \(message)\n".utf8)
    _ = write(2, line, line.count)
    exit(74)
}
