import Foundation
import TestSupport
import Testing

/// A system without FluidSynth: in its place is a file that is no library.
@Suite("Without FluidSynth's library")
struct FluidSynthLibraryTests {
    private static func place() throws -> (Workplace, [String: String?]) {
        let place = try Workplace()
        try place.add(PlayedSong.tone(beats: 1))
        try place.folder.write("no library", to: "libraries/libfluidsynth.so.3")
        let paths = [
            place.folder.path("libraries"), ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"],
        ]
        return (place, ["LD_LIBRARY_PATH": paths.compactMap { $0 }.joined(separator: ":")])
    }

    @Test("its engine says what to install, and which engine plays without it")
    func message() async throws {
        let (place, environment) = try Self.place()
        let run = try await place.run(
            ["render", "song.mid", "-o", "a.wav"],
            environment: environment
        )
        #expect(run.status == .exited(69), "\(run)")
        #expect(run.errorText.contains("install libfluidsynth3, or choose the engine seqd"))
        #expect(!FileManager.default.fileExists(atPath: place.folder.path("a.wav")))
    }

    @Test("the other engine plays, and the commands for files work")
    func others() async throws {
        let (place, environment) = try Self.place()
        for arguments in [["inspect", "song.mid"], ["--version"]] {
            let folder = place.folder.path
            let run = try await seqd(arguments, environment: environment, directory: folder)
            #expect(run.status == .exited(0), "\(run)")
        }
        let run = try await place.run(
            ["render", "song.mid", "-o", "a.wav", "--engine", "seqd"],
            environment: environment
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(try SoundFile(path: place.folder.path("a.wav")).peak > 0.01)
    }
}
