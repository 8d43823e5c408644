/// How the bytes of a text become characters, in files whose encoding is not said.
///
/// A name that is not UTF-8 has to find its file, whose name may be the same bytes: a caller that
/// knows how the system's paths are stored decodes it.
public struct TextDecoding: Sendable {
    private let other: @Sendable ([UInt8]) -> String

    /// Makes a decoding.
    ///
    /// - Parameter other: Decodes what is no UTF-8.
    public init(_ other: @escaping @Sendable ([UInt8]) -> String) {
        self.other = other
    }

    /// One character for each byte of what is no UTF-8, as in Latin-1.
    public static let latin = TextDecoding { bytes in
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }

    /// Decodes text.
    func text(_ bytes: some Collection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? other(Array(bytes))
    }
}
