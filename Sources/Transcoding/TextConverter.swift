import Glibc
import Synchronization

/// Text of one encoding, made Unicode: everything that the C library's iconv knows.
///
/// Any thread may use it; they wait for each other.
public final class TextConverter: Sendable {
    /// The encoding's name, as it was given.
    public let encoding: String
    private let descriptor: Mutex<Descriptor>

    /// Finds an encoding by its name, in capitals or not.
    ///
    /// `Shift_JIS` is what Windows writes under that name (windows-31j), as in the WHATWG Encoding
    /// Standard: the C library's own of that name lacks some characters.
    ///
    /// - Parameter encoding: The name, such as `Shift_JIS`, `windows-1251`, `EUC-KR`.
    /// - Throws: `unknownEncoding` if there is none, and `noResources` where the C library
    ///   cannot load it.
    public init(encoding: String) throws(TranscodingError) {
        self.encoding = encoding
        descriptor = Mutex(try Descriptor(encoding))
    }

    /// Decodes text; bytes that are not a character of the encoding become U+FFFD.
    ///
    /// Nothing fails. Each text starts in the encoding's initial state.
    public func text(decoding bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        guard !bytes.isEmpty else { return "" }
        return descriptor.withLock { $0.text(decoding: bytes) }
    }

    /// Counts the bytes at the end of a text that begin a character and do not complete it.
    public func incompleteCount(of bytes: some Sequence<UInt8>) -> Int {
        let bytes = Array(bytes)
        // All encodings with characters of several bytes have others above 0x7F, or escapes.
        guard bytes.contains(where: { $0 >= 0x80 || $0 == 0x1B }) else { return 0 }
        return descriptor.withLock { $0.converted(bytes).incomplete }
    }
}

/// An open converter of the C library.
@safe
private struct Descriptor: ~Copyable {
    private let converter: iconv_t

    /// The result of `iconv_open` for a failure.
    private static var failure: iconv_t? { unsafe iconv_t(bitPattern: -1) }
    /// Names whose usual meaning is wider than the C library's.
    private static let aliases = [
        "shift_jis": "CP932", "shift-jis": "CP932", "sjis": "CP932", "x-sjis": "CP932",
        "windows-31j": "CP932", "ms_kanji": "CP932",
    ]

    init(_ name: String) throws(TranscodingError) {
        let known = Self.aliases[name.lowercased()] ?? name
        // An empty name would be the locale's encoding, and what follows "//" is an instruction.
        guard !known.isEmpty, !known.contains("//") else { throw Self.unknown(name) }
        guard let converter = unsafe iconv_open("UTF-8", known), unsafe converter != Self.failure
        else {
            guard errno != EINVAL else { throw Self.unknown(name) }
            throw TranscodingError(
                .noResources,
                unsafe "encoding \(name): \(String(cString: strerror(errno)))"
            )
        }
        unsafe self.converter = converter
    }

    deinit {
        unsafe iconv_close(converter)
    }

    private static func unknown(_ name: String) -> TranscodingError {
        TranscodingError(
            .unknownEncoding,
            "unknown encoding '\(name)'; iconv -l lists all encodings"
        )
    }

    func text(decoding bytes: [UInt8]) -> String { converted(bytes).text }

    /// The text, and the number of bytes at its end that begin a character.
    func converted(_ bytes: [UInt8]) -> (text: String, incomplete: Int) {
        var incomplete = 0
        unsafe iconv(converter, nil, nil, nil, nil)
        var input = bytes.map { CChar(bitPattern: $0) }
        var output: [UInt8] = []
        unsafe input.withUnsafeMutableBufferPointer { input in
            var next = input.baseAddress
            var left = input.count
            while left > 0 {
                let code = unsafe convert(&next, &left, into: &output)
                guard code != 0, left > 0 else { break }
                output.append(contentsOf: "\u{FFFD}".utf8)
                // A character that is cut off at the end.
                if code == EINVAL {
                    incomplete = left
                    break
                }
                unsafe next = next.map { unsafe $0 + 1 }
                left -= 1
            }
        }
        // Some encodings hold a character back, in case that the next one joins it.
        var next: UnsafeMutablePointer<CChar>?
        var left = 0
        _ = unsafe convert(&next, &left, into: &output)
        return (String(decoding: output, as: UTF8.self), incomplete)
    }

    /// Converts as much as can be; the errno of what stopped it, or 0.
    private func convert(
        _ next: inout UnsafeMutablePointer<CChar>?,
        _ left: inout Int,
        into output: inout [UInt8]
    ) -> Int32 {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1_024) { room in
            while true {
                var destination = room.baseAddress
                var free = room.count
                let before = left
                let result = unsafe iconv(converter, &next, &left, &destination, &free)
                let code = result == -1 ? errno : 0
                unsafe output.append(
                    contentsOf: room[..<(room.count - free)].lazy.map(UInt8.init(bitPattern:))
                )
                guard code == E2BIG, left < before || free < room.count else { return code }
            }
        }
    }
}
