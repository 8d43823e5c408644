/// Splits an SFZ file and the files that it includes into headers and opcodes.
///
/// A value reaches to the next opcode, the next header or the end of the line, since names of samples
/// have spaces.
struct SFZScanner {
    /// The bytes that each included file counts beside its own: opening one takes its time.
    static let includeSize = 1_024
    /// The most levels of files.
    static let depthLimit = 32
    /// The most bytes of all files.
    static let byteLimit = 1 << 26
    /// The most headers and opcodes.
    static let tokenLimit = 4_000_000

    private(set) var tokens: [SFZToken] = []
    private var definitions = SFZDefinitions()
    private var byteCount = 0
    /// The files that are being read, the innermost last.
    private var stack: [String] = []
    private var isInComment = false
    private let root: String
    private let decoding: TextDecoding
    private let include: (String) -> [UInt8]?

    /// Makes a scanner.
    ///
    /// - Parameters:
    ///   - root: The name of the first file.
    ///   - decoding: Decodes text: old Windows files are no UTF-8.
    ///   - include: The content of a file by its path relative to the folder of the first; `nil` if
    ///     there is none.
    init(
        root: String,
        decoding: TextDecoding = .latin,
        include: @escaping (String) -> [UInt8]?
    ) {
        self.root = root
        self.decoding = decoding
        self.include = include
    }

    /// Scans a file.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: Its path relative to the first file's folder.
    ///   - log: Takes findings.
    mutating func scan(_ bytes: [UInt8], path: String, _ log: inout InstrumentLog) {
        byteCount += bytes.count
        stack.append(path)
        defer { stack.removeLast() }
        isInComment = false
        let name = stack.count == 1 ? root : path
        var number = 0
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count, tokens.count < Self.tokenLimit {
            number += 1
            let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            let position = InstrumentPosition(file: name, place: .line(number))
            scanLine(withoutComments(bytes[start..<end]), position, &log)
            let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
            start = end + (isPair ? 2 : 1)
        }
    }

    /// A line without `// …` and `/* … */`.
    private mutating func withoutComments(_ line: ArraySlice<UInt8>) -> [UInt8] {
        let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
        var result: [UInt8] = []
        result.reserveCapacity(line.count)
        var index = line.startIndex
        while index < line.endIndex {
            let byte = line[index]
            let next = index + 1 < line.endIndex ? line[index + 1] : 0
            if isInComment {
                if byte == star, next == slash {
                    isInComment = false
                    index += 1
                }
            } else if byte == slash, next == slash {
                break
            } else if byte == slash, next == star {
                isInComment = true
                index += 1
            } else {
                result.append(byte)
            }
            index += 1
        }
        return result
    }

    private mutating func scanLine(
        _ line: [UInt8],
        _ position: InstrumentPosition,
        _ log: inout InstrumentLog
    ) {
        var rest = line[...]
        while true {
            rest = rest.drop(while: Self.isSpace)
            guard let first = rest.first else { return }
            if first == UInt8(ascii: "<") {
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
                    log.add(.warning, position, "'<'", "a header without '>'; left out")
                    return
                }
                let name = string(rest[(rest.startIndex + 1)..<end]).lowercased()
                tokens.append(.header(name, position))
                rest = rest[(end + 1)...]
            } else if first == UInt8(ascii: "#") {
                directive(&rest, position, &log)
            } else {
                opcode(&rest, position, &log)
            }
        }
    }

    private mutating func opcode(
        _ rest: inout ArraySlice<UInt8>,
        _ position: InstrumentPosition,
        _ log: inout InstrumentLog
    ) {
        let name = rest.prefix { !Self.isSpace($0) && $0 != 0x3D && $0 != 0x3C }
        let behind = rest[name.endIndex...]
        guard behind.first == UInt8(ascii: "="), !name.isEmpty else {
            // At least one byte, so that it ends.
            let text = rest.prefix(max(name.count, 1))
            rest = rest[text.endIndex...]
            log.addOnce(
                .note,
                position,
                "text",
                "'\(string(text.prefix(40)))' is neither a header nor an opcode; left out"
            )
            return
        }
        let value = Self.value(behind.dropFirst())
        rest = rest[value.endIndex...]
        let trimmed = Self.trimmed(value)
        tokens.append(
            .opcode(
                string(expanded(name, position, &log)[...]).lowercased(),
                string(expanded(trimmed, position, &log)[...]),
                position
            )
        )
    }

    /// The value at the start of some text.
    private static func value(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            if byte == UInt8(ascii: "<") {
                let name = text[(index + 1)...].prefix(while: SFZDefinitions.isNameByte)
                let end = name.endIndex
                if !name.isEmpty, end < text.endIndex, text[end] == UInt8(ascii: ">") { break }
            }
            if isSpace(byte) {
                let next = text[index...].drop(while: isSpace)
                let name = next.prefix { SFZDefinitions.isNameByte($0) || $0 == 0x24 }
                let isOpcode =
                    !name.isEmpty && name.endIndex < text.endIndex
                    && text[name.endIndex] == UInt8(ascii: "=")
                if isOpcode || next.starts(with: "#define".utf8)
                    || next.starts(with: "#include".utf8)
                {
                    break
                }
                index = next.startIndex
                continue
            }
            index += 1
        }
        return text[text.startIndex..<index]
    }

    private mutating func directive(
        _ rest: inout ArraySlice<UInt8>,
        _ position: InstrumentPosition,
        _ log: inout InstrumentLog
    ) {
        let word = rest.prefix { !Self.isSpace($0) && $0 != 0x22 }
        rest = rest[word.endIndex...].drop(while: Self.isSpace)
        switch string(word).lowercased() {
        case "#define":
            let name = rest.prefix { !Self.isSpace($0) }
            rest = rest[name.endIndex...].drop(while: Self.isSpace)
            let value = rest.prefix { !Self.isSpace($0) }
            rest = rest[value.endIndex...]
            guard name.first == UInt8(ascii: "$"),
                definitions.define(Array(name.dropFirst()), expanded(value, position, &log))
            else {
                log.add(
                    .warning,
                    position,
                    "#define",
                    "expected a name that begins with $, and a value; left out"
                )
                return
            }
        case "#include":
            guard rest.first == 0x22, let end = rest.dropFirst().firstIndex(of: 0x22) else {
                log.add(.error, position, "#include", "expected a file name in quotes; left out")
                rest = rest.suffix(0)
                return
            }
            let path = expanded(rest[(rest.startIndex + 1)..<end], position, &log)
            rest = rest[(end + 1)...]
            includeFile(string(path[...]).replacingBackslashes, position, &log)
        default:
            log.addOnce(.note, position, string(word.prefix(40)), "unknown; left out")
        }
    }

    private mutating func includeFile(
        _ path: String,
        _ position: InstrumentPosition,
        _ log: inout InstrumentLog
    ) {
        guard stack.count < Self.depthLimit else {
            log.addOnce(.error, position, "#include", "too many files within files; left out")
            return
        }
        let tooLong = "more than 64 MiB of text, 1 KiB for each file included; left out"
        byteCount += Self.includeSize
        guard byteCount <= Self.byteLimit else {
            log.addOnce(.error, position, "#include", tooLong)
            return
        }
        // Names are relative to the first file; many people take them for relative to this one.
        let beside = FilePath.folder(of: stack.last ?? "") + path
        for candidate in beside == path ? [path] : [path, beside] {
            if stack.contains(candidate) {
                log.add(
                    .error,
                    position,
                    "#include",
                    "\(candidate) includes itself; left out"
                )
                return
            }
            guard let bytes = include(candidate) else { continue }
            guard byteCount + bytes.count <= Self.byteLimit else {
                log.addOnce(.error, position, "#include", tooLong)
                return
            }
            let wasInComment = isInComment
            scan(bytes, path: candidate, &log)
            isInComment = wasInComment
            return
        }
        log.add(.error, position, "#include", "\(path): no such file; left out")
    }

    private func expanded(
        _ text: ArraySlice<UInt8>,
        _ position: InstrumentPosition,
        _ log: inout InstrumentLog
    ) -> [UInt8] {
        var unknown: [String] = []
        let result = definitions.expand(text) { if unknown.count < 10 { unknown.append($0) } }
        for name in unknown {
            log.addOnce(.warning, position, name, "not defined")
        }
        return result
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }

    private func string(_ bytes: ArraySlice<UInt8>) -> String { decoding.text(bytes) }
}

extension String {
    /// The path with slashes, as Unix has them.
    var replacingBackslashes: String {
        contains("\\") ? String(map { $0 == "\\" ? "/" : $0 }) : self
    }
}
