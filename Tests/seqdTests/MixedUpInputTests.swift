import TestSupport
import Testing

@Suite("An input of the wrong kind")
struct MixedUpInputTests {
    private func place() throws -> Workplace {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        try place.folder.write(MeasuringFont().bytes, to: "gm.sf2")
        try place.folder.write(MeasuringFont().bytes, to: "font")
        try place.folder.write("smf-text 1\nformat 0\n", to: "song.txt")
        try place.folder.write("#EXTM3U\nsong.mid\n", to: "list.m3u")
        return place
    }

    private static let cases: [(arguments: [String], status: Int32, says: String)] = [
        (["play", "gm.sf2", "song.mid"], 64, "seqd play song.mid --sf2 gm.sf2"),
        (["play", "font", "song.mid"], 64, "seqd play song.mid --sf2 font"),
        (["play", "gm.sf2"], 64, "seqd play FILE --sf2 gm.sf2"),
        (["render", "gm.sf2", "song.mid"], 64, "seqd render song.mid --sf2 gm.sf2"),
        (["check", "song.mid", "gm.sf2"], 64, "seqd check song.mid --sf2 gm.sf2"),
        (["assemble", "song.mid", "-o", "x.mid"], 64, "seqd dump song.mid; "),
        (["assemble", "song.mid"], 64, "expected text; its text: seqd dump song.mid; "),
        (["presets", "song.mid"], 64, "seqd inspect song.mid"),
        (["inspect", "gm.sf2"], 65, "seqd presets gm.sf2 lists its presets"),
        (["dump", "font"], 65, "seqd presets font lists its presets"),
        (["play", "song.txt"], 65, "seqd assemble song.txt -o song.mid converts"),
        (["inspect", "list.m3u"], 65, "seqd play and seqd render accept playlists"),
    ]

    @Test("is refused with the command that was meant", arguments: cases.indices)
    func refused(_ index: Int) async throws {
        let place = try place()
        let (arguments, status, says) = Self.cases[index]
        let before = try place.folder.names()
        let run = try await seqd(arguments, directory: place.folder.path)
        #expect(run.status == .exited(status), "\(run)")
        #expect(run.errorText.contains(says), "\(run)")
        #expect(run.errorText.split(separator: "\n").count == 1, "\(run)")
        #expect(try place.folder.names() == before)
    }
}
