import Foundation
import TestSupport
import Testing

@testable import AudioOutput

/// Where devices of ALSA's configuration lead, in processes of their own: the configuration is the
/// process's.
@Suite struct DeviceRouteTests {
    /// Makes definitions the configuration of this process.
    private static func configure(_ text: String) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        let path = try directory.write("</usr/share/alsa/alsa.conf>\n\(text)\n", to: "asound.conf")
        setenv("ALSA_CONFIG_PATH", path, 1)
        return directory
    }

    @Test func pluginsAreFollowedToWhatIsBehindThem() async {
        await #expect(processExitsWith: .success) {
            let directory = try DeviceRouteTests.configure(
                """
                pcm.!default { type asym playback.pcm { type plug slave.pcm "named" } capture.pcm null }
                pcm.named { type empty slave.pcm { type rate slave other } }
                pcm_slave.other { pcm "sink" rate 48000 }
                pcm.sink { type null }
                """
            )
            let route = OutputRoute(of: "default")
            #expect(route.plugins == ["plug", "rate"])
            #expect(route.end == .plugin("null"))
            #expect("\(route)" == "plug → rate → null")
            withExtendedLifetime(directory) {}
        }
    }

    @Test func argumentsAreTaken() async {
        await #expect(processExitsWith: .success) {
            let directory = try DeviceRouteTests.configure("")
            #expect("\(OutputRoute(of: "tee:null,'x.wav',wav"))" == "file → null")
            withExtendedLifetime(directory) {}
        }
    }

    @Test func aCircleAndAGapEnd() async {
        await #expect(processExitsWith: .success) {
            let directory = try DeviceRouteTests.configure(
                """
                pcm.round { type plug slave.pcm round }
                pcm.gap { type plug slave.pcm nothing }
                """
            )
            #expect(OutputRoute(of: "round").end == .unknown("round"))
            #expect(OutputRoute(of: "gap").end == .unknown("nothing"))
            #expect(OutputRoute(of: "gap").plugins == ["plug"])
            #expect(OutputRoute(of: "nothing").end == .unknown("nothing"))
            withExtendedLifetime(directory) {}
        }
    }

    @Test func aCardThatIsNotThereIsNoHardware() async {
        await #expect(processExitsWith: .success) {
            let directory = try DeviceRouteTests.configure(
                "pcm.gone { type plug slave.pcm { type hw card 31 device 7 } }"
            )
            #expect(OutputRoute(of: "gone").end == .unknown("hw:CARD=31,DEV=7"))
            withExtendedLifetime(directory) {}
        }
    }

    @Test func aMistakeInTheConfigurationIsToldWithItsPlace() async {
        await #expect(processExitsWith: .success) {
            let directory = try DeviceRouteTests.configure("pcm.broken { type }")
            #expect(ALSAConfiguration.fault?.contains("Unexpected char") == true)
            #expect(OutputRoute(of: "default").end == .unknown("default"))
            #expect(HardwareOutput.all().isEmpty)
            #expect(PluginOutput.all().isEmpty)
            withExtendedLifetime(directory) {}
        }
        await #expect(processExitsWith: .success) {
            let directory = try DeviceRouteTests.configure("")
            #expect(ALSAConfiguration.fault == nil)
            withExtendedLifetime(directory) {}
        }
    }

    @Test func devicesOfTheConfigurationAreListedButForDefault() async {
        await #expect(processExitsWith: .success) {
            let directory = try DeviceRouteTests.configure(
                """
                pcm.!default null
                pcm.speaker {
                    type null
                    hint { show on description "A speaker of mine" }
                }
                """
            )
            let plugins = PluginOutput.all()
            let speaker = plugins.first { $0.name == "speaker" }
            #expect(speaker?.summary == "A speaker of mine")
            #expect(speaker?.card == nil)
            #expect(!plugins.contains { $0.name == "default" })
            withExtendedLifetime(directory) {}
        }
    }

    @Test func aPluginOfACardIsToldApart() {
        let plugin = PluginOutput(name: "dmix:CARD=PCH,DEV=3", summary: "")
        #expect(plugin.card == "PCH")
        #expect(plugin.kind == "dmix")
    }
}
