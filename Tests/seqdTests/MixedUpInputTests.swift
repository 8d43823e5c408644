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
        try place.folder.write("RIFF\0\0\0\0WAVEfmt ", to: "sound.wav")
        try place.add(PlayedSong.tone(), "other.mid")
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
        (
            ["render", "song.mid", "a.wav"], 64,
            "a.wav: is not an input; to write it: seqd render song.mid -o a.wav"
        ),
        (["play", "song.mid", "a.flac"], 64, "to write it: seqd render song.mid -o a.flac"),
        (["dump", "song.mid", "a.txt"], 64, "to write it: seqd dump song.mid -o a.txt"),
        (["dump", "song.mid", "a.csv"], 64, "to write it: seqd dump song.mid --csv -o a.csv"),
        (["convert", "song.mid", "b.mid"], 64, "to write it: seqd convert song.mid -o b.mid"),
        (
            ["convert", "song.mid", "other.mid"], 64,
            "other.mid: without -o it is another input; to write it: "
                + "seqd convert song.mid -o other.mid"
        ),
        (["render", "sound.wav"], 65, "sound.wav: is a sound file, expected a MIDI file"),
        (["render", "song.mid", "sound.wav"], 64, "seqd render song.mid -o sound.wav"),
        (["inspect", "song.mid", "a.svg"], 64, "seqd inspect song.mid --piano-roll a.svg"),
        (["render", "song.mid", "a.m4a"], 64, "seqd render song.mid -o - | ffmpeg -i - a.m4a"),
        (["render", "song.mid", "-o", "a.m4a"], 64, "render song.mid -o - | ffmpeg -i - a.m4a"),
        (["edit", "song.mid", "b.mid", "--transpose", "2"], 64, "to write it: -o b.mid"),
        (["assemble", "song.txt", "b.mid"], 64, "to write it: -o b.mid"),
        (["font", "make", "a.wav", "b.sf2"], 64, "to write it: -o b.sf2"),
        (
            ["render", "song.mid", "--sf2", "gm.sf2", "-o", "no/deep/a.wav"], 73,
            "no/deep/a.wav: there is no folder no"
        ),
        (["dump", "song.mid", "-o", "song.mid/a.txt"], 73, "song.mid is not a folder"),
        (["render", "song.mid", "-o", "no/deep/"], 73, "there is no folder no"),
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
