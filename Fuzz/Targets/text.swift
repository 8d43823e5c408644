import MIDI
import SMF
import Transcoding

/// One of each, since a converter takes long to open.
private let converters = [
    "Shift_JIS", "EUC-KR", "GB18030", "ISO-2022-JP", "windows-1251", "UTF-16", "UTF-7",
].map { name in
    succeed(name) { () throws(TranscodingError) in try TextConverter(encoding: name) }
}

/// The most that is unpacked here, in bytes.
private let limit = 1 << 20

/// Decodes the bytes as text of every kind, guesses their encoding, and unpacks them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    checkDecoding(bytes)
    checkGuess(bytes)
    for converter in converters {
        let text = converter.text(decoding: bytes)
        // Three bytes of UTF-8 for one byte are the most, and a mark for what is cut off.
        require(text.utf8.count <= 3 * count + 3, "\(converter.encoding): \(text.utf8.count)")
        require(converter.text(decoding: bytes) == text, "\(converter.encoding) has a memory")
    }
    guard let content = try? Gzip.decompressed(bytes, limit: limit) else { return 0 }
    require(Gzip.isPresent(in: bytes), "unpacked what is not packed")
    // Deflate makes 1032 bytes of one at most.
    require(content.count <= min(limit, count * 1032), "\(content.count) bytes unpacked")
    _ = try? MIDIFile(content)
    return 0
}

private func checkDecoding(_ bytes: [UInt8]) {
    let text = MIDIFile.text(decoding: bytes)
    if let valid = String(validating: bytes, as: UTF8.self) {
        require(valid == text, "UTF-8 came out otherwise")
    } else {
        require(text.unicodeScalars.count == bytes.count, "Windows-1252 has a character per byte")
    }
    for decoder in TextEncoding.allCases.compactMap(\.decoder) {
        require(decoder.text(of: bytes[...]).utf8.count <= 3 * bytes.count, decoder.name)
    }
}

/// Makes a file of the lines, whose texts are told as those of the same file that has been read.
private func checkGuess(_ bytes: [UInt8]) {
    var track = Track()
    for line in bytes.split(separator: 0x0A) {
        let type = 1 + (line[line.startIndex] & 0x0F) % 15
        track.append(TrackEvent(delta: 1, event: .meta(MetaEvent(type: type, bytes: line))))
    }
    track.append(TrackEvent(delta: 0, event: .meta(.endOfTrack)))
    let file = MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track])
    let guess = TextEncoding.guessed(for: file)
    if guess == .ascii { require(bytes.allSatisfy { $0 < 0x80 }, "ASCII") }
    let texts = Array(track.texts)
    require(texts.count == track.count - 1, "\(texts.count) texts")
    let written = succeed("writing") { () throws(SMFWriteError) in try file.bytes() }
    let again = succeed("reading") { () throws(SMFError) in try MIDIFile(written) }
    require(again.tracks.map { Array($0.texts) } == [texts], "the texts")
    require(TextEncoding.guessed(for: again) == guess, "another guess")
}
