import Transcoding

/// The example of Transcoding's page.
func startWithTranscoding(_ bytes: [UInt8], title: [UInt8]) throws {
    // begin
    let plain = Gzip.isPresent(in: bytes) ? try Gzip.decompressed(bytes) : bytes
    let converter = try TextConverter(encoding: "SHIFT_JIS")
    print(plain.count, converter.text(decoding: title))
    // end
}
