import Dispatch
import MIDI
import Synchronization
import TestSupport
import Testing

@testable import SamplerHost

/// Several engines at once in one process, as when many files are rendered.
@Suite struct ConcurrentEnginesTests {
    /// FluidSynth fills its tables with the first instance: a process of its own each time.
    @Test(arguments: 0..<4)
    func theFirstEnginesOfAProcessAreEqualToTheLater(_: Int) async {
        await #expect(processExitsWith: .success) {
            let studio = try Studio()
            let song = SMFBuilder.milliseconds {
                $0.program(at: 0, channel: 0, .saw)
                $0.control(at: 0, channel: 0, .pan, 0)
                $0.control(at: 0, channel: 0, .volume, 50)
                $0.key(0...10, 50)
            }
            // Made before, so that the threads begin with FluidSynth.
            let bytes = song.bytes
            let results = Mutex<[[UInt8]]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let rendering = try? Rendering([bytes], font: studio.font)
                results.withLock { $0.append(rendering?.bytes ?? []) }
            }
            let later = try Rendering([bytes], font: studio.font)
            for result in results.withLock({ $0 }) {
                #expect(firstDifference(result, later.bytes) == nil)
            }
        }
    }
}
