import Foundation
import Platform
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

@testable import AudioOutput

/// Devices that come and go under a sink.
@Suite(.serialized) struct ReconnectingSinkTests {
    /// What all devices of a test do, and what was done to them.
    final class Bench: Sendable {
        struct Values {
            var isThere = true
            var rate = 48_000
            var openCount = 0
            var closedCount = 0
            var written: [Int] = []
            var changes = 0
            /// The device that was opened last.
            var name = ""
        }

        private let values = Mutex(Values())

        func use<Value: Sendable>(_ body: (inout sending Values) -> sending Value) -> Value {
            values.withLock(body)
        }

        static let gone = HostError(.unavailable, "device fake", "disconnected")

        func open(_ settings: DeviceSettings) throws(HostError) -> any DeviceSink {
            let rate = use { values -> Int? in
                guard values.isThere else { return nil }
                values.openCount += 1
                values.name = settings.device
                values.written.append(0)
                return values.rate
            }
            guard let rate else { throw Self.gone }
            return Fake(self, rate: rate, settings)
        }
    }

    final class Fake: DeviceSink {
        let rate: Int
        let periodFrames: Int
        let bufferFrames: Int
        let layout: SampleLayout
        private let bench: Bench
        private var isClosed = false

        init(_ bench: Bench, rate: Int, _ settings: DeviceSettings) {
            self.bench = bench
            self.rate = rate
            periodFrames = settings.period
            bufferFrames = settings.period * settings.periods
            layout = .ofMemory(settings.format ?? .s32)
        }

        func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
            let isThere = bench.use { values in
                if values.isThere { values.written[values.written.count - 1] += frames }
                return values.isThere
            }
            guard isThere else { throw Bench.gone }
            return 3
        }

        func finish() throws(HostError) { abandon() }

        func abandon() {
            guard !isClosed else { return }
            isClosed = true
            bench.use { $0.closedCount += 1 }
        }
    }

    private let bench = Bench()

    private func sink(
        delays: [Int64] = [5_000_000],
        seeksWhilePaused: Bool = false
    ) -> ReconnectingSink {
        let bench = bench
        return ReconnectingSink(
            DeviceSettings(),
            seeksWhilePaused: seeksWhilePaused,
            delays: delays,
            onChange: { bench.use { $0.changes += 1 } },
            open: { settings throws(HostError) in try bench.open(settings) }
        )
    }

    private static let silence = [UInt8](repeating: 0, count: 256 * 8)

    /// Writes a period.
    @discardableResult
    private static func write(_ sink: ReconnectingSink) throws -> Int {
        try sink.write(silence, frames: 256)
    }

    /// Writes periods until the sink is in a state, or too long.
    private func write(_ sink: ReconnectingSink, until isReached: (OutputState) -> Bool) throws {
        for _ in 0..<2_000 where !isReached(sink.state) { try Self.write(sink) }
        #expect(isReached(sink.state))
    }

    private static func isGone(_ state: OutputState) -> Bool {
        if case .lost(let loss) = state { loss.reason == Bench.gone } else { false }
    }

    private static func isLost(_ state: OutputState) -> Bool {
        if case .lost = state { true } else { false }
    }

    private static func start(of state: OutputState) -> ContinuousClock.Instant? {
        if case .lost(let loss) = state { loss.start } else { nil }
    }

    @Test func aDeviceThatIsThereSetsRateAndLayoutForLife() throws {
        bench.use { $0.rate = 44_100 }
        let sink = sink()
        #expect(sink.state == .running)
        #expect(sink.rate == 44_100)
        #expect(sink.layout == .s32)
        #expect(sink.periodFrames == 256)
        #expect(try Self.write(sink) == 3)
        try sink.finish()
        #expect(sink.state == .idle)
        #expect(bench.use { $0.closedCount } == 1)
        #expect(try Self.write(sink) == 0)
    }

    @Test func anotherDeviceTakesThePlaceOfTheOneThatPlays() throws {
        let sink = sink()
        try Self.write(sink)
        try sink.changing("other")
        #expect(sink.name == "other")
        #expect(bench.use { $0.closedCount } == 0)
        try Self.write(sink)
        try Self.write(sink)
        #expect(bench.use { $0.closedCount } == 1)
        #expect(bench.use { $0.written } == [256, 512])
        #expect(sink.state == .running)
        // From now on that one is what is opened again.
        try sink.pause()
        try sink.resume()
        #expect(bench.use { $0.name } == "other")
        try sink.finish()
        #expect(bench.use { $0.openCount == 3 && $0.closedCount == 3 })
    }

    @Test func noneClosesTheDeviceAndAnotherOneTakesItsPlaceLater() throws {
        let sink = sink()
        try Self.write(sink)
        try sink.changing("none")
        try Self.write(sink)
        #expect(sink.name == "none" && sink.state == .running)
        #expect(bench.use { $0.openCount == 1 && $0.closedCount == 1 })
        try sink.pause()
        try sink.resume()
        try Self.write(sink)
        #expect(bench.use { $0.openCount } == 1)
        try sink.changing("other")
        try Self.write(sink)
        #expect(bench.use { $0.name } == "other" && sink.state == .running)
        sink.abandon()
        #expect(bench.use { $0.openCount == $0.closedCount })
    }

    @Test func aDeviceThatCannotTakeThePlaceChangesNothing() throws {
        let sink = sink()
        try Self.write(sink)
        bench.use { $0.rate = 44_100 }
        #expect {
            try sink.changing("other")
        } throws: { error in
            "\(error)".contains("device other: opens with 44100 Hz")
        }
        bench.use { $0.rate = 48_000 }
        bench.use { $0.isThere = false }
        #expect(throws: Bench.gone) { try sink.changing("third") }
        bench.use { $0.isThere = true }
        #expect(sink.name == "default")
        try Self.write(sink)
        #expect(bench.use { $0.written.reduce(0, +) == 512 && $0.closedCount == 1 })
        sink.abandon()
        #expect(bench.use { $0.openCount == $0.closedCount })
    }

    @Test func aDeviceIsChangedWhileNothingSoundsAndWhileItIsLost() throws {
        let sink = sink(delays: [60_000_000_000])
        try Self.write(sink)
        try sink.pause()
        try sink.changing("other")
        #expect(sink.state == .idle)
        // It is not held.
        #expect(bench.use { $0.openCount == 2 && $0.closedCount == 2 })
        try sink.resume()
        #expect(bench.use { $0.name } == "other" && sink.state == .running)
        bench.use { $0.isThere = false }
        try Self.write(sink)
        #expect(Self.isGone(sink.state))
        bench.use { $0.isThere = true }
        try sink.changing("third")
        try Self.write(sink)
        #expect(sink.state == .running && sink.name == "third")
        sink.abandon()
        #expect(bench.use { $0.openCount == $0.closedCount })
    }

    @Test func aDeviceThatIsLostComesBackByItself() throws {
        let sink = sink()
        try Self.write(sink)
        bench.use { $0.isThere = false }
        #expect(try Self.write(sink) == 0)
        #expect(Self.isGone(sink.state))
        #expect(bench.use { $0.closedCount } == 1)
        for _ in 0..<10 { try Self.write(sink) }
        #expect(Self.isGone(sink.state))
        bench.use { $0.isThere = true }
        try write(sink) { $0 == .running }
        #expect(try Self.write(sink) == 3)
        #expect(bench.use { $0.openCount } == 2)
        #expect(bench.use { $0.written[1] } >= 256)
        // Lost, and running again: the same reason twice is no change.
        #expect(bench.use { $0.changes } == 2)
        sink.abandon()
        #expect(bench.use { $0.closedCount } == 2)
    }

    @Test func withoutItsDeviceTimeGoesOnByTheClock() throws {
        let sink = sink()
        bench.use { $0.isThere = false }
        let taken = try ContinuousClock().measure {
            // 0.32 s of sound, of which nothing is taken ahead, and the buffer that the device held.
            for _ in 0..<60 { try Self.write(sink) }
        }
        #expect(taken >= .milliseconds(330))
        sink.abandon()
        let never = self.sink()
        #expect(never.rate == 48_000)
        #expect(never.layout == .s16)
        #expect(Self.isGone(never.state))
        let takenByNone = try ContinuousClock().measure {
            for _ in 0..<60 { try Self.write(never) }
        }
        #expect(takenByNone >= .milliseconds(288))
        bench.use { $0.isThere = true }
        try write(never) { $0 == .running }
        try never.finish()
        #expect(bench.use { $0.openCount == $0.closedCount })
    }

    @Test func aDeviceThatComesBackOtherwiseIsNotTaken() throws {
        let sink = sink()
        bench.use { $0.isThere = false }
        try Self.write(sink)
        bench.use {
            $0.isThere = true
            $0.rate = 44_100
        }
        try write(sink) { !Self.isGone($0) }
        guard case .lost(let reason) = sink.state else {
            Issue.record("it is \(sink.state)")
            return
        }
        #expect(reason.reason.reason.contains("opens with 44100 Hz"))
        #expect(reason.reason.reason.contains("expected 48000 Hz"))
        #expect(reason.reason.reason.contains("--rate 44100"))
        bench.use { $0.rate = 48_000 }
        try write(sink) { $0 == .running }
        try sink.finish()
        #expect(bench.use { $0.openCount == $0.closedCount })
    }

    @Test func attemptsAreSpacedAsTold() throws {
        let sink = sink(delays: [20_000_000, 100_000_000, 10_000_000_000])
        let taken = try ContinuousClock().measure {
            bench.use { $0.isThere = false }
            try Self.write(sink)
            bench.use { $0.isThere = true }
            try write(sink) { $0 == .running }
        }
        #expect(taken >= .milliseconds(20))
        #expect(taken < .seconds(5))
        // Attempts at 20 and 120 ms fail; the next would be far away, and the end waits for none.
        bench.use { $0.isThere = false }
        for _ in 0..<40 { try Self.write(sink) }
        bench.use { $0.isThere = true }
        for _ in 0..<20 { try Self.write(sink) }
        #expect(Self.isGone(sink.state))
        #expect(ContinuousClock().measure { sink.abandon() } < .seconds(5))
    }

    @Test func aPauseClosesTheDeviceAndAFailureToOpenItIsNoError() throws {
        let sink = sink()
        try sink.pause()
        #expect(sink.state == .idle)
        #expect(bench.use { $0.closedCount } == 1)
        try sink.resume()
        #expect(sink.state == .running)
        #expect(try Self.write(sink) == 3)
        try sink.pause()
        bench.use { $0.isThere = false }
        try sink.resume()
        #expect(Self.isGone(sink.state))
        try Self.write(sink)
        try sink.pause()
        #expect(sink.state == .idle)
        bench.use { $0.isThere = true }
        // Nobody wants it while nothing is to be heard.
        Thread.sleep(forTimeInterval: 0.05)
        #expect(sink.state == .idle)
        #expect(bench.use { $0.openCount == $0.closedCount })
        try sink.resume()
        #expect(sink.state == .running)
        try sink.finish()
    }

    @Test func aLossLastsFromTheFailureToTheReturnWhateverTheReasonsAre() throws {
        let sink = sink()
        let before = ContinuousClock.now
        bench.use { $0.isThere = false }
        try Self.write(sink)
        let start = try #require(Self.start(of: sink.state))
        #expect(start >= before && start <= .now)
        bench.use {
            $0.isThere = true
            $0.rate = 44_100
        }
        try write(sink) { !Self.isGone($0) }
        #expect(Self.start(of: sink.state) == start)
        // A pause ends the loss, since nothing tries the device then.
        try sink.pause()
        #expect(sink.state == .idle)
        try sink.resume()
        #expect(try #require(Self.start(of: sink.state)) > start)
        sink.abandon()
    }

    @Test func aLostDeviceIsSoughtInAPauseIfThatIsWanted() throws {
        let sink = sink(seeksWhilePaused: true)
        bench.use { $0.isThere = false }
        try Self.write(sink)
        let start = try #require(Self.start(of: sink.state))
        try sink.pause()
        #expect(Self.start(of: sink.state) == start)
        // Resumed without it, it is the same loss.
        try sink.resume()
        #expect(Self.start(of: sink.state) == start)
        try sink.pause()
        bench.use { $0.isThere = true }
        for _ in 0..<10_000 where Self.isLost(sink.state) { Thread.sleep(forTimeInterval: 0.001) }
        #expect(sink.state == .idle)
        // It is there, and others can use it until something is to be heard.
        #expect(bench.use { $0.openCount == $0.closedCount })
        try sink.resume()
        #expect(sink.state == .running)
        #expect(try Self.write(sink) == 3)
        // One that is there is not sought.
        try sink.pause()
        let opened = bench.use { $0.openCount }
        Thread.sleep(forTimeInterval: 0.05)
        #expect(sink.state == .idle)
        #expect(bench.use { $0.openCount } == opened)
        try sink.finish()
    }

    @Test func theEndOfALostDeviceIsStillALoss() throws {
        let sink = sink()
        bench.use { $0.isThere = false }
        try Self.write(sink)
        try sink.finish()
        #expect(Self.isGone(sink.state))
    }

    @Test(arguments: [false, true])
    func anyOrderOfEventsLeavesNothingOpen(seeksWhilePaused: Bool) throws {
        for round in 0..<40 {
            var random = SystemRandomNumberGenerator()
            let sink = sink(delays: [0, 100_000], seeksWhilePaused: seeksWhilePaused)
            for _ in 0..<30 {
                switch Int.random(in: 0..<6, using: &random) {
                case 0: bench.use { $0.isThere.toggle() }
                case 1: try sink.pause()
                case 2: try sink.resume()
                case 3: Thread.sleep(forTimeInterval: 0.0002)
                default: try Self.write(sink)
                }
            }
            if round % 3 == 0 { sink.abandon() }
            if round % 3 == 1 { try sink.finish() }
            withExtendedLifetime(sink) {}
        }
        #expect(bench.use { $0.openCount == $0.closedCount })
    }

    @Test func aHundredPausesLeaveNoFileAndNoThread() async {
        // A process of its own: its files and threads are counted.
        await #expect(processExitsWith: .success) {
            func count(_ folder: String) throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: folder).count
            }
            func openers() throws -> Int {
                let threads = try FileManager.default.contentsOfDirectory(
                    atPath: "/proc/self/task"
                )
                return threads.filter {
                    let name = try? String(
                        contentsOfFile: "/proc/self/task/\($0)/comm",
                        encoding: .utf8
                    )
                    return name == "seqd-opener\n"
                }
                .count
            }
            let directory = try TemporaryDirectory()
            var settings = DeviceSettings()
            settings.device = "tee:null,'\(directory.path("tee.raw"))',raw"
            settings.period = 64
            let silence = [UInt8](repeating: 0, count: 64 * 8)
            let sink = ReconnectingSink(settings)
            var files: [Int] = []
            for _ in 0..<100 {
                try sink.pause()
                try sink.resume()
                #expect(sink.state == .running)
                _ = try sink.write(silence, frames: 64)
                files.append(try count("/proc/self/fd"))
            }
            // The test library opens one for a moment now and then; a pause that left one would leave
            // a hundred.
            #expect(try #require(files.max()) - #require(files.min()) < 10)
            try sink.finish()

            // A device that is never there, and one that appears.
            let path = try directory.write("pcm.other { type null }\n", to: "asound.conf")
            setenv("ALSA_CONFIG_PATH", path, 1)
            settings.device = "late"
            let late = ReconnectingSink(settings)
            guard case .lost(let reason) = late.state else { preconditionFailure() }
            #expect(reason.reason.subject == "device late")
            #expect(try openers() == 1)
            // alsa-lib tells a changed file by the second of its date.
            try await Task.sleep(for: .milliseconds(1_100))
            _ = try directory.write("pcm.late { type null }\n# now\n", to: "asound.conf")
            let clock = ContinuousClock()
            let start = clock.now
            while late.state != .running, clock.now - start < .seconds(20) {
                _ = try late.write(silence, frames: 64)
            }
            #expect(late.state == .running, "\(late.state)")
            try late.finish()
            // A thread that was joined is in /proc until the kernel has taken it apart.
            let end = clock.now
            while try openers() > 0, clock.now - end < .seconds(20) {
                try await Task.sleep(for: .milliseconds(1))
            }
            #expect(try openers() == 0)
            withExtendedLifetime(directory) {}
        }
    }
}
