import Configuration
import Testing

/// Which of several settings has priority.
@Suite struct ConfigurationTests {
    private func configuration(
        _ files: String...,
        environment: [String: String] = [:]
    ) throws -> Configuration {
        let files = files.enumerated().map {
            ConfigurationFile($1, path: "/\($0).yaml", home: nil)
        }
        let configuration = Configuration(files) { environment[$0] }
        if let fault = configuration.faults.first { throw fault }
        return configuration
    }

    private func arguments(
        _ configuration: Configuration,
        _ command: String,
        beside given: [String] = []
    ) -> [String] {
        configuration.entries(of: command, beside: given).flatMap(\.arguments)
    }

    @Test func aLaterFileHasPriority() throws {
        let both = try configuration("gain: -3\nrate: 44100", "gain: -6")
        #expect(arguments(both, "play") == ["--gain=-6", "--rate=44100"])
    }

    @Test func aCommandsOwnHasPriorityOverThatOfAll() throws {
        let both = try configuration("daemon:\n  gain: -9", "gain: -6")
        #expect(arguments(both, "daemon") == ["--gain=-9"])
        #expect(arguments(both, "play") == ["--gain=-6"])
    }

    @Test func variablesHavePriorityOverFiles() throws {
        let both = try configuration(
            "gain: -3\ndaemon: {gain: -9}\nhalf-pedal: yes",
            environment: [
                "SEQD_GAIN": "-1", "SEQD_SF2": "a.sf2,b.sf2", "SEQD_HALF_PEDAL": "off",
                "SEQD_BANK_MODE": "", "SEQD_SOCKET": "/tmp/s",
            ]
        )
        #expect(arguments(both, "daemon") == ["--sf2=a.sf2", "--sf2=b.sf2", "--gain=-1"])
        #expect { try configuration(environment: ["SEQD_LIMITER": "perhaps"]) } throws: { error in
            "\(error)" == "$SEQD_LIMITER: expected yes or no, not 'perhaps'"
        }
    }

    @Test func aCommandGetsWhatItHasOptionsFor() throws {
        let all = try configuration("log-level: debug\njobs: 2\ninputs: 3")
        #expect(arguments(all, "daemon") == ["--inputs=3", "--log-level=debug"])
        #expect(arguments(all, "render") == ["--jobs=2"])
        #expect(arguments(all, "presets") == [])
    }

    /// A tone is played to one device.
    @Test func oneOfSeveralDevices() throws {
        let both = try configuration("device: [hw:0, hw:1]")
        #expect(arguments(both, "play") == ["--device=hw:0", "--device=hw:1"])
        #expect(arguments(both, "tone") == ["--device=hw:0"])
    }

    @Test(
        arguments: [
            (["--gain", "-1"], "--gain"), (["--gain=-1"], "--gain"), (["--no-reverb"], "--reverb"),
            (["--null"], "--device"), (["--sf2", "a.sf2"], "--sf2"), (["--name", "x"], "--socket"),
            (["--rack", "x"], "--sf2"),
            (["--rack=x"], "--reverb"),
        ]
    )
    func theCommandLineHasPriority(given: [String], option: String) throws {
        let all = try configuration(
            "gain: -3\nreverb: hall\ndevice: hw:1\nsf2: [b.sf2, c.sf2]\nsocket: /s"
        )
        let without = arguments(all, "daemon")
        #expect(without.contains { $0.hasPrefix("\(option)=") })
        #expect(!arguments(all, "daemon", beside: given).contains { $0.hasPrefix("\(option)=") })
        // What follows is not an option.
        #expect(arguments(all, "daemon", beside: ["--"] + given) == without)
    }
}
