import ControlProtocol
import Logging
import SamplerHost
import Testing

@testable import SeqdDaemon

@Suite("The reports of the transport")
@EventLoop
struct ReporterTests {
    private func reporter() -> Reporter {
        Reporter(Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test("name the file of a failure, and name it once")
    func file() {
        let busy = RequestError(.busy, "too many samplers still sound")
        #expect(
            Reporter.message(busy, file: "/music/a.mid")
                == "/music/a.mid: too many samplers still sound"
        )
        let named = RequestError(.data, "/music/a.mid: not a MIDI file")
        #expect(Reporter.message(named, file: "/music/a.mid") == "/music/a.mid: not a MIDI file")
        #expect(Reporter.message(busy, file: nil) == "too many samplers still sound")
    }

    @Test("give the service manager a state once, until it changes")
    func status() {
        let reporter = reporter()
        var texts: [String] = []
        reporter.onStatusChange = { texts.append($0) }
        let playing = ServiceStatus(state: .playing, file: "/music/a.mid")
        for status in [playing, playing, ServiceStatus(state: .stopped), playing] {
            reporter.update(status)
        }
        #expect(texts == ["playing a.mid", "idle", "playing a.mid"])
    }

    @Test("give clients failures with their file, and missing presets with theirs")
    func events() {
        let reporter = reporter()
        var events: [DaemonEvent] = []
        reporter.onEvent = { events.append($0) }
        reporter.report(RequestError(.noInput, "no such file"), file: "/music/a.mid")
        let missing = PresetSubstitution(
            sampler: 0,
            channels: [0],
            bank: 0,
            program: 7,
            substitute: nil
        )
        reporter.report([missing], file: "/music/b.mid")
        #expect(
            events == [
                .error(DaemonFault(number: 66, message: "no such file", file: "/music/a.mid")),
                .substitution(
                    PresetReplacement(PresetAddress(program: 7), by: nil),
                    file: "/music/b.mid"
                ),
            ]
        )
    }

    @Test("name missing presets once for an entry, and again with other SoundFonts")
    func presets() {
        let reporter = reporter()
        #expect(reporter.shouldReportPresets(of: 1, fontsChanged: false))
        #expect(!reporter.shouldReportPresets(of: 1, fontsChanged: false))
        #expect(reporter.shouldReportPresets(of: 1, fontsChanged: true))
        #expect(reporter.shouldReportPresets(of: 2, fontsChanged: false))
        #expect(reporter.shouldReportPresets(of: 1, fontsChanged: false))
    }
}
