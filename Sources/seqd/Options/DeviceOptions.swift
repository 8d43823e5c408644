import ArgumentParser
import CommandSupport
import Platform
import Playback
import SamplerHost
import Wording

/// The options for the output in real time.
struct DeviceOptions: ParsableArguments {
    @Option(
        name: .customLong("device"),
        help: ArgumentHelp(
            "ALSA device or plugin, as listed by seqd devices (default: default); jack or jack:CLIENT "
                + "is a client of JACK; none is --null. Repeatable in play, "
                + "live and the daemon: the first is the clock, the others are kept in step with it "
                + "and play output 1-2, or another pair: NAME=3-4.",
            valueName: "name"
        ),
        completion: .shellCommand("seqd devices --names 2>/dev/null")
    )
    var chosenDevices: [String] = []

    @Flag(name: .customLong("null"), help: "Play without a device, in real time.")
    var isNull = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Period size in frames, 16 to 8192.", valueName: "frames"),
        transform: Quantity.period.whole
    )
    var period = 256

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Number of periods in the buffer, 2 to 64.", valueName: "n"),
        transform: Quantity(2...64, .count(of: "periods")).whole
    )
    var periods = 4

    /// The device.
    var device: String { chosenDevices.first ?? "default" }

    /// A device after the first.
    struct Further {
        var name: String
        /// The pair of output channels that it plays.
        var pair: OutputPair
    }

    /// The devices after the first.
    var further: [Further] {
        chosenDevices.dropFirst().map { text in
            guard let equals = text.lastIndex(of: "="), equals > text.startIndex,
                let pair = try? OutputPair(parsing: String(text[text.index(after: equals)...]))
            else { return Further(name: text, pair: .main) }
            return Further(name: String(text[..<equals]), pair: pair)
        }
    }

    /// Refuses several devices, for a command that plays to one.
    ///
    /// - Throws: A usage error.
    func checkSingle() throws {
        guard chosenDevices.count < 2 else {
            throw ValidationError("--device: given more than once")
        }
    }

    mutating func validate() throws {
        if chosenDevices == [DeviceSettings.noDevice] {
            chosenDevices = []
            isNull = true
        }
        guard !chosenDevices.contains(DeviceSettings.noDevice) else {
            throw ValidationError("--device none: cannot be combined with other devices")
        }
        guard !isNull || chosenDevices.isEmpty else {
            throw ValidationError("--null and --device \(device) cannot be used together")
        }
        guard !chosenDevices.contains("") else { throw ValidationError("--device needs a name") }
    }

    /// A sink and its rate.
    struct Output {
        var sink: any PeriodSink
        /// The sink, if it is a device that may come back after a loss.
        var device: ReconnectingSink?
        var rate: Int
        /// The frames that its buffer holds.
        var bufferFrames: Int
        /// The settings that the device has granted, in words.
        var summary: String
    }

    /// Opens the device.
    ///
    /// - Parameters:
    ///   - samples: The rate and the format.
    ///   - map: The channels.
    ///   - outputs: The strips that have pairs of channels of their own, which name them.
    ///   - action: What happens when the device is lost; if it stops, writing fails.
    /// - Returns: The sink, its rate and what it granted.
    /// - Throws: The status of a device that cannot be opened.
    func open(
        _ samples: SampleOptions,
        _ map: ChannelMap = .stereo,
        of outputs: OutputAssignments = OutputAssignments(),
        onLoss action: DeviceLossAction = .stop
    ) throws(CommandFailure) -> Output {
        if isNull {
            let sink = NullSink(
                rate: samples.rate,
                periodFrames: period,
                periods: periods,
                format: samples.format ?? .s16,
                map: map
            )
            return Output(
                sink: sink,
                rate: samples.rate,
                bufferFrames: period * periods,
                summary: "no device, in real time"
            )
        }
        do throws(CommandFailure) {
            return try openDevice(requestedSettings(samples, map, of: outputs), onLoss: action)
        } catch {
            // What names its remedy needs no other; ALSA's null device is none.
            let fault = "\(error)"
            let namesRemedy = fault.contains("; ") && !fault.hasSuffix("; known: null")
            guard error.status == .unavailable, !namesRemedy else { throw error }
            throw CommandFailure(error.status, "\(fault); seqd doctor looks for the cause")
        }
    }

    private func openDevice(
        _ wanted: DeviceSettings,
        onLoss action: DeviceLossAction
    ) throws(CommandFailure) -> Output {
        guard action == .stop else {
            let sink = try CommandFailure.catching { () throws(HostError) in
                try ReconnectingSink(opening: wanted, seeksWhilePaused: action == .pause) {
                    Signals.wake()
                }
            }
            return Output(
                sink: sink,
                device: sink,
                rate: sink.rate,
                bufferFrames: sink.bufferFrames,
                summary: summary(of: sink.granted, wanted)
            )
        }
        let sink = try CommandFailure.catching { () throws(HostError) in try wanted.open() }
        return Output(
            sink: sink,
            rate: sink.rate,
            bufferFrames: sink.bufferFrames,
            summary: summary(of: sink.granted, wanted)
        )
    }

    private func summary(of granted: GrantedSettings, _ requested: DeviceSettings) -> String {
        "device \(device): \(granted.text(requested: requested))"
            + (requested.map == .stereo ? "" : ", channels \(requested.map.text)")
    }

    /// Opens the devices after the first.
    ///
    /// - Parameters:
    ///   - samples: The samples that are requested.
    ///   - outputs: The strips that have pairs of channels of their own, which name them.
    ///   - output: The first device.
    /// - Returns: The devices.
    /// - Throws: The status of a device that cannot be opened.
    func openFurther(
        _ samples: SampleOptions,
        of outputs: OutputAssignments,
        behind output: Output
    ) throws(CommandFailure) -> FurtherDevices {
        var further = FurtherDevices()
        for (var settings, pair) in furtherSettings(samples, of: outputs) {
            settings.rate = output.rate
            try further.open(
                settings,
                pair,
                behind: (rate: output.rate, bufferFrames: output.bufferFrames)
            )
        }
        return further
    }

    /// The settings that are requested of the devices after the first, and the pair of output
    /// channels that each plays.
    func furtherSettings(
        _ samples: SampleOptions,
        of outputs: OutputAssignments
    ) -> [(device: DeviceSettings, pair: OutputPair)] {
        further.map { further in
            var settings = requestedSettings(samples)
            settings.device = further.name
            settings.channelNames = outputs.channelNames(of: further.pair)
            return (device: settings, pair: further.pair)
        }
    }

    /// The settings that are requested of the device.
    func requestedSettings(
        _ samples: SampleOptions,
        _ map: ChannelMap = .stereo,
        of outputs: OutputAssignments = OutputAssignments()
    ) -> DeviceSettings {
        var settings = DeviceSettings()
        settings.device = device
        settings.rate = samples.rate
        settings.period = period
        settings.periods = periods
        settings.format = samples.format
        settings.map = map
        settings.channelNames = outputs.channelNames(of: map)
        settings.stateFolder = UserFolder.state
        return settings
    }
}
