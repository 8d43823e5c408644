import Foundation
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// The audio thread under RealtimeSanitizer while live sources play and everything is asked of it
/// that a socket's clients can ask.
///
/// A violation ends the process with status 43.
@Suite(.enabled("only in a build with RealtimeSanitizer") { RealtimeSanitizer.isPresent })
struct LiveRealtimeTests {
    @Test(arguments: [1, 2])
    func liveInputAndCommandsBlockNowhere(threads: Int) throws {
        let studio = try Studio()
        let isRealFontThere = FileManager.default.fileExists(atPath: RealFont.path)
        let meddling = try LiveRealtimeMeddling(
            font: isRealFontThere ? RealFont.path : studio.font,
            threads: threads
        )
        try meddling.run(rounds: 60)
        #expect(meddling.liveEvents > 1_000)
        #expect(meddling.voices > 40)
        #expect(meddling.sink.isFinished)
        let (left, right) = try meddling.sink.channels(rate: 48_000)
        #expect(try max(left.peakLevel(), right.peakLevel()) > -40)
    }
}
