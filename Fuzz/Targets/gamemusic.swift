import GameMusic
import MIDI
import SMF
import Transcoding

/// Reads the bytes as game music.
///
/// The result has to be sound and within bounds, and a writer has to take it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    guard let format = GameMusicFormat(of: bytes) else { return 0 }
    // A container holds a file of its own, and what is decompressed counts as input.
    var size = count
    let inflate = { (packed: [UInt8]) -> [UInt8]? in
        let content = try? Zlib.decompressed(packed, limit: 1 << 20)
        size += content?.count ?? 0
        return content
    }
    let music: GameMusic
    do throws(SMFError) {
        music = try GameMusic(bytes, as: format, inflating: inflate)
    } catch {
        require(error.code != .violation, "the tolerant policy threw \(error)")
        require((0...size).contains(error.offset), "an error outside the file: \(error)")
        return 0
    }
    requireBounds(music.file, size: size)
    if let bank = music.soundBank {
        require(bank.lowerBound >= 0 && bank.upperBound <= count, "a sound bank at \(bank)")
    }
    requireStrictPolicy(bytes, music)
    requireWriting(music.file)
    return 0
}

/// Requires that there are no more events than loops and durations can make.
private func requireBounds(_ file: MIDIFile, size: Int) {
    // Sixteen times the file, each byte at most a note-on and its note-off, and the least budget.
    let limit = 2 * (size + 16 * max(size, 4096)) + 64
    require(file.tracks.reduce(0) { $0 + $1.count } <= limit, "too many events of \(size) bytes")
    require(file.tracks.count <= max(size / 4, 1), "\(file.tracks.count) tracks")
    require(file.diagnostics.count <= 2002, "\(file.diagnostics.count) diagnostics")
    for diagnostic in file.diagnostics {
        require((0...size).contains(diagnostic.offset ?? 0), "outside the file: \(diagnostic)")
    }
    for track in file.tracks {
        var tick: Int64 = 0
        for (index, event) in track.enumerated() {
            tick += Int64(event.delta)
            if case .channel(let message) = event.event {
                require(message.bits & 0xFF80_8000 == 0, "data of message \(message.bits)")
            }
            var isEnd = false
            if case .meta(let meta) = event.event { isEnd = meta.isEndOfTrack }
            require(isEnd == (index == track.count - 1), "end of track at event \(index)")
        }
        require(tick == track.endTick, "the end at \(track.endTick), events to \(tick)")
    }
}

/// Requires that the strict policy throws just where there is a warning or an error.
private func requireStrictPolicy(_ bytes: [UInt8], _ music: GameMusic) {
    do throws(SMFError) {
        _ = try GameMusic(
            bytes,
            as: music.format,
            policy: .strict,
            inflating: { try? Zlib.decompressed($0, limit: 1 << 20) }
        )
        require(music.file.isAccepted, "the strict policy took \(music.file.diagnostics)")
    } catch {
        require(!music.file.isAccepted, "the strict policy threw \(error)")
        require(error.code == .violation, "the strict policy threw \(error)")
    }
}

/// Requires that the file reads back as it was after it is written.
private func requireWriting(_ file: MIDIFile) {
    let bytes = succeed("writing") { () throws(SMFWriteError) in try file.bytes(.compact) }
    let again = succeed("reading") { () throws(SMFError) in try MIDIFile(bytes) }
    require(again.tracks == file.tracks, "the tracks that were written")
    require(again.division == file.division, "the division that was written")
}
