import Testing

@testable import SeqdDaemon

/// What the daemon tells the service manager by its timers.
@Suite struct ServiceLifeTests {
    @Test func theWatchdogIsToldTwiceInItsTime() {
        func interval(_ variables: [String: String]) -> Duration? {
            ServiceWatchdog.interval(of: 7) { variables[$0] }
        }
        #expect(interval(["WATCHDOG_USEC": "30000000"]) == .seconds(15))
        #expect(interval(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"]) == .seconds(15))
        #expect(interval(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"]) == nil)
        for text in ["", "0", "-1", "x", "9223372036854775807"] {
            #expect(interval(["WATCHDOG_USEC": text]) == nil)
        }
        #expect(interval([:]) == nil)
    }

    @Test func anAudioThreadThatHangsIsNoProgress() {
        var progress = AudioProgress()
        func isMade(_ frames: Int64, asleep: Bool = false, lost: Bool = false) -> Bool {
            progress.isMade(
                AudioProgress.Figures(frames: frames, isAsleep: asleep, isLost: lost)
            )
        }
        #expect(isMade(0))
        #expect(!isMade(0))
        #expect(isMade(256))
        #expect(!isMade(256))
        #expect(isMade(256, asleep: true))
        #expect(isMade(256, lost: true))
        #expect(!isMade(256))
        #expect(isMade(512))
    }

    @Test func theDaemonIsIdleWithoutClientsMusicAndKeys() {
        let start = LoopTime.now()
        var clock = IdleClock(limit: .seconds(10), from: start)
        var activity = IdleClock.Activity(
            clients: 0,
            connections: 0,
            isWorking: false,
            messages: 0
        )
        func isOver(at seconds: Int64) -> Bool {
            clock.isOver(activity, at: start + .seconds(seconds))
        }
        #expect(!isOver(at: 9))
        // A client that has gone already.
        activity.connections = 1
        #expect(!isOver(at: 10))
        #expect(!isOver(at: 19))
        activity.messages = 3
        #expect(!isOver(at: 20))
        activity.isWorking = true
        #expect(!isOver(at: 40))
        activity.isWorking = false
        activity.clients = 1
        #expect(!isOver(at: 60))
        activity.clients = 0
        #expect(!isOver(at: 69))
        #expect(isOver(at: 70))
    }
}
