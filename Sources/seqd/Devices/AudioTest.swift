import CommandSupport
import Platform
import SamplerHost

/// The test of `seqd doctor --audio`: which periods are stable on a device.
struct AudioTest {
    /// The periods that are tried, besides that of `--period`.
    static let periods = [32, 64, 128, 256, 512, 1_024]

    var device: DeviceOptions
    var samples: SampleOptions
    /// The length of each trial in seconds.
    var seconds: Int

    /// Tries the periods, the longest first.
    ///
    /// - Parameters:
    ///   - font: The SoundFont that plays.
    ///   - onTrial: Called before each trial with its period and the number of trials.
    /// - Returns: The trials, the longest period first; one for each period that the device grants.
    /// - Throws: The status of a device that cannot be opened, or of the SoundFont.
    func run(
        _ font: SoundFontReference,
        onTrial: (_ period: Int, _ trials: Int) -> Void
    ) throws(CommandFailure) -> [PeriodTrial] {
        var settings = EngineSettings(sampler: SamplerSettings(fonts: [font]))
        settings.threads = Processors.count
        let periods = Set(Self.periods + [device.period]).sorted(by: >)
        var trials: [PeriodTrial] = []
        for period in periods {
            onTrial(period, periods.count)
            var wanted = device.requestedSettings(samples)
            wanted.period = period
            let output: PeriodTrial.Output = device.isNull ? .clock(wanted) : .device(wanted)
            let trial = try CommandFailure.catching { () throws(HostError) in
                try PeriodTrial(output, settings, seconds: seconds)
            }
            // A device may give the same period for several.
            if !trials.contains(where: { $0.granted.period == trial.granted.period }) {
                trials.append(trial)
            }
        }
        return trials.sorted { $0.granted.period > $1.granted.period }
    }
}
