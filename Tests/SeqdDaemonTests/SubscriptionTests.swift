import ControlProtocol
import Testing

@testable import SeqdDaemon

@Suite("A subscription")
@EventLoop
struct SubscriptionTests {
    private func bar(_ bar: Int) -> DaemonEvent { .bar(BarStart(bar: bar, seconds: 0.5)) }

    @Test("gets the events of its types, numbered, in the dialect of the last `subscribe`")
    func dialects() {
        let daemon = FakeDaemon()
        #expect(daemon.publish(bar(1)) == [])
        #expect(daemon.say("subscribe bar") == ["OK"])
        #expect(daemon.publish(bar(2)) == ["EVENT bar 1 bar=2 seconds=0.5"])
        #expect(daemon.publish(.output(OutputChange(.idle, xruns: 0))) == [])
        daemon.say(#"{"jsonrpc":"2.0","method":"subscribe","params":{"types":"output"}}"#)
        #expect(
            daemon.publish(bar(3)) == [
                #"{"jsonrpc":"2.0","method":"event","params":{"type":"bar","seq":2,"bar":3,"seconds":0.5}}"#
            ]
        )
        daemon.say("unsubscribe bar")
        #expect(daemon.publish(bar(4)) == [])
        #expect(daemon.publish(.output(OutputChange(.idle, xruns: 0))).count == 1)
        daemon.say("unsubscribe")
        #expect(daemon.publish(.output(OutputChange(.idle, xruns: 0))) == [])
        #expect(daemon.subscriptionChanges == 4)
    }

    @Test("counts the events that a client does not take, and reports them later")
    func lag() {
        let daemon = FakeDaemon()
        daemon.say("subscribe bar")
        daemon.publish(bar(1))
        daemon.canTake = false
        #expect(daemon.publish(bar(2)) == [])
        #expect(daemon.publish(bar(3)) == [])
        daemon.canTake = true
        daemon.session?.publishLag()
        #expect(daemon.sent() == ["EVENT lagged 4 count=2"])
        daemon.session?.publishLag()
        #expect(daemon.sent() == [])
        daemon.canTake = false
        daemon.publish(bar(4))
        daemon.canTake = true
        #expect(
            daemon.publish(bar(5)) == ["EVENT lagged 6 count=1", "EVENT bar 7 bar=5 seconds=0.5"]
        )
    }

    @Test("counts events that were left out, and reports them at once if the client takes text")
    func drops() {
        let daemon = FakeDaemon()
        daemon.say("subscribe bar")
        daemon.session?.drop(5, of: .note)
        #expect(daemon.sent() == [])
        daemon.say("subscribe note")
        daemon.session?.drop(5, of: .note)
        #expect(daemon.sent() == ["EVENT lagged 6 count=5"])
        daemon.canTake = false
        daemon.session?.drop(2, of: .note)
        #expect(daemon.sent() == [])
        daemon.canTake = true
        #expect(
            daemon.publish(bar(1)) == ["EVENT lagged 9 count=2", "EVENT bar 10 bar=1 seconds=0.5"]
        )
    }

    @Test("gets positions at its rate, and does not make up for those it missed")
    func rate() {
        var subscription = Subscription()
        var now = LoopTime(nanoseconds: 1_000)
        var due: [Bool] = [subscription.takePositionDue(now)]
        subscription.add([.position], positionRate: 20, levelsRate: nil, .words)
        due.append(subscription.takePositionDue(now))
        due.append(subscription.takePositionDue(now + .milliseconds(49)))
        now = now + .milliseconds(51)
        due.append(subscription.takePositionDue(now))
        now = now + .milliseconds(500)
        due.append(subscription.takePositionDue(now))
        #expect(due == [false, true, false, true, true])
        #expect(subscription.positionDue == now + .milliseconds(50))
    }
}
