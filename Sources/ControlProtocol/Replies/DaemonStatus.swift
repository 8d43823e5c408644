public import Racks
public import Sequencer
import Wording

/// The state of the daemon, the answer of `status`.
public struct DaemonStatus: Hashable, Sendable {
    /// The state of playback.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// A file plays.
        case playing
        /// Playback resumes where it was paused.
        case paused
        /// Playback starts at the beginning of the current file.
        case stopped
    }

    /// The state of the audio device.
    public enum Output: Hashable, Sendable {
        /// The device is open.
        case running
        /// The device is released while nothing sounds.
        case idle
        /// The device is not available, with the reason.
        case lost(String)

        /// The state, with the reason of a loss.
        public var text: String {
            state.rawValue + (reason.map { ": \($0)" } ?? "")
        }
    }

    /// The times that rendering takes, as parts of a period: 1 is all the time that there is.
    public struct RenderTimes: Hashable, Sendable {
        /// The number of periods that took longer than they last.
        public var late: Int
        /// The time that half the periods do not exceed.
        public var median: Double
        /// The time that 99 % of the periods do not exceed.
        public var percentile99: Double
        /// The longest time.
        public var longest: Double

        /// Makes times.
        public init(late: Int, median: Double, percentile99: Double, longest: Double) {
            self.late = late
            self.median = median
            self.percentile99 = percentile99
            self.longest = longest
        }
    }

    /// The settings that the audio device has granted, and those that were requested of it.
    public struct DeviceSettings: Hashable, Sendable {
        /// The requested rate in Hz; the granted one is ``DaemonStatus/rate``.
        public var requestedRate: Int
        /// Frames per period.
        public var period: Int
        /// The requested frames per period.
        public var requestedPeriod: Int
        /// Frames that the buffer holds.
        public var buffer: Int
        /// The requested frames of the buffer.
        public var requestedBuffer: Int
        /// The format of the samples: `s16`.
        public var format: String
        /// The requested format; `nil` if any would do.
        public var requestedFormat: String?
        /// The latency that the buffer makes, and the ports of JACK, in seconds.
        public var latencySeconds: Double

        /// Makes settings.
        public init(
            requestedRate: Int,
            period: Int,
            requestedPeriod: Int,
            buffer: Int,
            requestedBuffer: Int,
            format: String,
            requestedFormat: String?,
            latencySeconds: Double
        ) {
            self.requestedRate = requestedRate
            self.period = period
            self.requestedPeriod = requestedPeriod
            self.buffer = buffer
            self.requestedBuffer = requestedBuffer
            self.format = format
            self.requestedFormat = requestedFormat
            self.latencySeconds = latencySeconds
        }
    }

    /// An audio device after the first.
    public struct Device: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Its state.
        public var output: Output
        /// The drift of its clock in parts per million: positive if it is faster than the first
        /// device's; `nil` until it has been measured.
        public var drift: Double?
        /// The number of buffer underruns.
        public var xruns: Int

        /// Makes an entry.
        public init(name: String, output: Output, drift: Double?, xruns: Int) {
            self.name = name
            self.output = output
            self.drift = drift
            self.xruns = xruns
        }
    }

    /// The course of practice.
    public struct Practising: Hashable, Sendable {
        /// The keys that playback waits for; `nil` while it does not wait.
        public var keys: String?
        /// The last wrong key since the note or chord before; `nil` for none.
        public var wrongKey: String?
        /// The number of notes and chords that were played.
        public var steps: Int
        /// The number of wrong keys.
        public var wrong: Int
        /// The number of notes and chords that playback has waited for.
        public var waits: Int
        /// The seconds for which playback has waited, also for the keys that are waited for now;
        /// `nil` from older daemons.
        public var waitedSeconds: Double?

        /// Makes a course.
        public init(
            keys: String? = nil,
            wrongKey: String? = nil,
            steps: Int,
            wrong: Int,
            waits: Int,
            waitedSeconds: Double? = nil
        ) {
            self.keys = keys
            self.wrongKey = wrongKey
            self.steps = steps
            self.wrong = wrong
            self.waits = waits
            self.waitedSeconds = waitedSeconds
        }
    }

    /// A sampler of the rack, with its engine.
    public struct Sampler: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// The engine whose voices play its notes.
        public var engine: SynthesisEngine

        /// Makes an entry.
        public init(name: String, engine: SynthesisEngine) {
            (self.name, self.engine) = (name, engine)
        }
    }

    /// A plugin among the inserts of a strip, an output or an effects bus.
    public struct Plugin: Hashable, Sendable {
        /// The name of the strip, output or effects bus.
        public var strip: String
        /// The number among its inserts, from 1.
        public var insert: Int
        /// The name or URI of the plugin.
        public var name: String
        /// The mean time that it takes, in percent of the period.
        public var meanPercent: Double
        /// The longest time.
        public var longestPercent: Double

        /// Makes an entry.
        public init(
            strip: String,
            insert: Int,
            name: String,
            meanPercent: Double,
            longestPercent: Double
        ) {
            self.strip = strip
            self.insert = insert
            self.name = name
            self.meanPercent = meanPercent
            self.longestPercent = longestPercent
        }
    }

    /// A command that waits for a position.
    public struct Waiting: Hashable, Sendable {
        /// The number that identifies it in events, from 1.
        public var action: Int
        /// The name of the command.
        public var command: String
        /// The position as people read it.
        public var position: String
        /// The frame of the file at which it is due.
        public var due: Int64

        /// Makes an entry.
        public init(action: Int, command: String, position: String, due: Int64) {
            self.action = action
            self.command = command
            self.position = position
            self.due = due
        }
    }

    /// The state of playback.
    public var state = State.stopped
    /// The path of the loaded file; `nil` if there is none.
    public var file: String?
    /// The file's position in the queue, from 1.
    public var entry: Int?
    /// The number of files in the queue.
    public var entries = 0
    /// The version of the queue, which grows with each change; `nil` from older daemons.
    public var queueVersion: Int?
    /// The playback position; `nil` if no file is loaded.
    public var position: TransportPosition?
    /// The file's length at speed 1, and at the tempo set with `tempo`.
    public var lengthSeconds: Double?
    /// Quarter notes per minute at the position and at speed 1.
    public var bpm: Double?
    /// The playback speed as `speed` reads it: `1`, `0.5`.
    public var speed = "1"
    /// The vari-speed as `varispeed` reads it; `nil` from older daemons.
    public var variSpeed: String?
    /// The tempo override in quarter notes per minute, or `off`.
    public var tempo = "off"
    /// The loop as `loop` reads it.
    public var loop = "off"
    /// The number of times the loop is played; `nil` for endlessly.
    public var loopCount: Int?
    /// Whether the queue is repeated; false from older daemons, as the following three.
    public var isRepeating = false
    /// Whether playback stops after each file.
    public var isSingle = false
    /// Whether the queue is played in random order.
    public var isRandom = false
    /// Whether files are removed from the queue when they have been played.
    public var isConsuming = false
    /// The length of the crossfade between files in seconds; 0 for none.
    public var crossfade = 0.0
    /// Whether the metronome is on.
    public var hasMetronome = false
    /// Whether notes held at the start position are restarted after a seek.
    public var chasesNotes = false
    /// Whether files are watched.
    public var isWatching = false
    /// The time at which a new version of a file takes over; `nil` if no files are watched.
    public var versionTime: VersionTime?
    /// The lowest level that is logged; `nil` from older daemons.
    public var logLevel: LogLevel?
    /// The practice as `practice` reads it, or `off`; `nil` from older daemons.
    public var practice: String?
    /// The ramp of speeds as `ramp` reads it, or `off`; `nil` from older daemons.
    public var ramp: String?
    /// The course of practice; `nil` without any.
    public var practising: Practising?
    /// The followed source as `follow` has it, or `off`; `nil` from older daemons.
    public var follow: String?
    /// The state of the followed source; `nil` if there is none.
    public var following: FollowStatus?
    /// The scheduled commands, in the order of the requests.
    public var waiting: [Waiting] = []
    /// The output gain in dB.
    public var gain = 0.0
    /// The level that files are brought to as `level` reads it, or `off`; `nil` from older daemons.
    public var level: String?
    /// The gain in dB that brings the current file to the level; `nil` without a level.
    public var levelGain: Double?
    /// The muted parts, as selectors.
    public var muted: [String] = []
    /// The soloed parts, as selectors.
    public var soloed: [String] = []
    /// The transposition in semitones.
    public var transpose = 0
    /// The number of sounding voices.
    public var voices = 0
    /// The number of buffer underruns.
    public var xruns = 0
    /// The render load as a fraction of the available time; 1 is full load.
    public var load = 0.0
    /// The times that rendering took since the start; `nil` for older daemons.
    public var renderTimes: RenderTimes?
    /// The peak level since this client's last `status`, in dBFS; minus infinity for digital silence.
    public var peak = -Double.infinity
    /// The largest gain reduction of the limiter in the same time, in dB; older
    /// daemons have no limiter.
    public var gainReduction = 0.0
    /// The SoundFonts, highest priority first.
    public var fonts: [String] = []
    /// The engine whose voices play them; older daemons have only the default one.
    public var engine = SynthesisEngine.usual
    /// The samplers of the rack, the fallback last; none without a rack and routes.
    public var samplers: [Sampler] = []
    /// The selected presets that the SoundFonts lack.
    public var substitutions: [PresetReplacement] = []
    /// The plugins with the time that they take; older daemons have none.
    public var plugins: [Plugin] = []
    /// The plugins that are bypassed because they failed, in words; none from older daemons.
    public var warnings: [String] = []
    /// The audio device.
    public var device = ""
    /// The state of the audio device.
    public var output = Output.idle
    /// The seconds for which the device has been lost; `nil` if it is not.
    public var lostSeconds: Double?
    /// The sample rate in Hz.
    public var rate = 0
    /// The settings of the audio device; `nil` without one, and for older daemons.
    public var deviceSettings: DeviceSettings?
    /// How fast the device's clock is against the system's, in parts per million; `nil` until it has
    /// been measured.
    public var deviceClockPPM: Double?
    /// The audio devices after the first; older daemons have none.
    public var furtherDevices: [Device] = []
    /// The names of the connected MIDI sources.
    public var sources: [String] = []
    /// The ALSA sequencer client, or why there is none.
    public var sequencer = ""
    /// The path of the file that is being recorded; `nil` if none is.
    public var recording: String?
    /// The number of notes recorded so far.
    public var recordedNotes: Int?
    /// The number of connections to the socket.
    public var clients = 0

    /// Makes the status of a daemon that has nothing to play.
    public init() {}
}

extension DaemonStatus.State: FieldValue {}

extension DaemonStatus.Output {
    /// The states without the reason of a loss.
    package enum State: String, CaseIterable, FieldValue {
        case running
        case idle
        case lost
    }

    /// The state without the reason of a loss.
    package var state: State {
        get {
            switch self {
            case .running: .running
            case .idle: .idle
            case .lost: .lost
            }
        }
        set {
            self =
                switch newValue {
                case .running: .running
                case .idle: .idle
                case .lost: .lost("")
                }
        }
    }

    /// The reason of a loss.
    var reason: String? {
        get { if case .lost(let reason) = self { reason } else { nil } }
        set { if case .lost = self, let newValue { self = .lost(newValue) } }
    }
}

extension VersionTime: FieldValue {}

extension LogLevel: FieldValue {}

extension DaemonStatus: Record {
    package static let fields = Field<DaemonStatus>.table {
        Field("state", \.state, "`playing`, `paused` or `stopped`")
        Field("file", \.file, "the loaded file, if any")
        Field("entry", \.entry, "its position in the queue, from 1")
        Field("entries", \.entries, "number of files in the queue")
        Field(
            "queueVersion",
            \.queueVersion,
            "a number that grows with each change of the queue"
        )
        TransportPosition.fields(in: \.position)
        Field(
            "lengthSeconds",
            \.lengthSeconds,
            "the file's length at speed 1, and at the tempo set with `tempo`"
        ).words("length", .time)
        Field("bpm", \.bpm, "quarter notes per minute at the position")
        settingFields
        Field(
            "waiting",
            line: "waiting",
            \.waiting,
            "each scheduled command: `action`, command, position and `due`, even behind an endless "
                + "loop; in JSON, objects with `action`, `command`, `position`, `due`"
        )
        Practising.fields(in: \.practising)
        FollowStatus.statusFields.map { $0.moved(to: \.followed) }
        levelFields
        Field("voices", \.voices, "number of sounding voices")
        Field("xruns", \.xruns, "number of buffer underruns")
        Field("load", \.load, "render load as a fraction of the available time; 1 is full load")
        RenderTimes.fields(in: \.renderTimes)
        Field(
            "peakDecibels",
            \.peak,
            "peak level since this client's last `status` in dBFS, in words to a tenth; in its first "
                + "one, of the last second or longer; `-inf` below -120 dB (in JSON, null for digital "
                + "silence)"
        ).words("peak", .peak).typed(.numberOrNull).ifPresent
        Field(
            "gainReductionDecibels",
            \.gainReduction,
            "the largest gain reduction of the limiter in the same time, in dB"
        ).words("limited", .tenths).ifPresent
        Field("fonts", line: "font", \.fonts, "the SoundFonts, highest priority first")
        Field(
            "engine",
            \.engine,
            "the engine whose voices play them, `auto`, `fluidsynth` or `seqd`"
        )
        .setting().ifPresent
        Field(
            "samplers",
            line: "sampler",
            \.samplers,
            "each sampler of the rack whose engine is not "
                + "`\(SynthesisEngine.usual.rawValue)`: engine and name, the fallback last; in "
                + "JSON all of them, objects with `name` and `engine`"
        ).ifPresent
        Field(
            "substitutions",
            line: "substitution",
            \.missingPresets,
            "each selected preset that the SoundFonts lack, and its substitute or `none`; in JSON, "
                + "objects with `preset`, `substitute` and `name`"
        )
        Field(
            "plugins",
            line: "plugin",
            \.plugins,
            "each LV2 plugin: the mean and the longest time that it takes in percent of a period, the "
                + "number of its insert, its name and its strip; in JSON, objects with `strip`, "
                + "`insert`, `plugin`, `meanPercent` and `longestPercent`"
        )
        Field(
            "warnings",
            line: "warning",
            \.warnings,
            "each plugin that is bypassed because it failed: its strip, insert and fault in words"
        )
        Field("device", \.device, "the audio device")
        Field("output", \.output.state, "`running`, `idle` (device released) or `lost`")
        Field("reason", \.output.reason, "why the device was lost")
        Field("lostSeconds", \.lostSeconds, "for how long the device has been lost")
            .words("lost-for", .tenthsOfSeconds)
        Field("rate", \.rate, "sample rate in Hz")
        DeviceSettings.fields(in: \.deviceSettings)
        Field(
            "deviceClockPPM",
            \.deviceClockPPM,
            "how fast the device's clock is against the system's, in ppm; measured while playback "
                + "runs, known after 10 s"
        ).words("device-clock", .partsPerMillion)
        Field(
            "furtherDevices",
            line: "further-device",
            \.furtherDevices,
            "each audio device after the first: its output, the drift of its clock in ppm or "
                + "`unknown`, its buffer underruns and its name; in JSON, objects with `device`, "
                + "`output`, `reason`, `driftPPM` (positive if it is faster) and `xruns`"
        )
        Field(
            "sources",
            \.sourceCount,
            "number of connected MIDI sources: ports connected to the live inputs, and open raw "
                + "inputs"
        )
        Field("sourceNames", line: "source", \.sources, "the name of each source")
        Field("sequencer", \.sequencer, "the ALSA sequencer client, or why there is none")
        Field("recording", \.recording, "the file that is being recorded, if one is")
        Field("recordedNotes", \.recordedNotes, "number of notes recorded so far")
        Field("clients", \.clients, "number of connections to the socket")
    }

    /// Settings of playback.
    private static let settingFields = Field<DaemonStatus>.table {
        Field("speed", \.speed, "playback speed; 1 is normal").setting()
        Field("varispeed", \.variSpeed, "speed and pitch together; 1 is normal").setting()
        Field("tempo", \.tempo, "the tempo override in quarter notes per minute, or `off`")
            .setting()
        Field("loop", \.loop, "`off`, `on`, `file` or the two positions").setting()
        Field("loop-count", \.loopCount, "number of times it is played, if a count was given")
            .setting(formerly: "loopCount")
        Field(onOff: "repeat", \.isRepeating).ifPresent
        Field(onOff: "single", \.isSingle).ifPresent
        Field(onOff: "random", \.isRandom).ifPresent
        Field(onOff: "consume", \.isConsuming).ifPresent
        Field("crossfade", \.crossfade, "seconds for which two files play together").setting()
        Field(onOff: "metronome", \.hasMetronome)
        Field(onOff: "chase-notes", \.chasesNotes).setting(formerly: "chaseNotes")
        Field(onOff: "watch", \.isWatching)
        Field(
            "watch-at",
            \.versionTime,
            "when a new version takes over, `now` or `bar`; only if files are watched"
        ).setting(formerly: "watchAt")
        Field(
            "log-level",
            \.logLevel,
            "the lowest level that is logged: `debug`, `info`, `warning` or `error`"
        ).setting(formerly: "logLevel")
        Field("practice", \.practice, "the parts and options as `practice` has them, or `off`")
            .setting()
        Field("ramp", \.ramp, "two speeds and the number of repetitions, or `off`").setting()
        Field("follow", \.follow, "`clock`, `mtc`, `jack` or `off`").setting()
    }

    /// Settings of the mix.
    private static let levelFields = Field<DaemonStatus>.table {
        Field("gain", \.gain, "output gain in dB").setting(formerly: "gainDecibels")
        Field("level", \.level, "the level that files are brought to, or `off`").setting()
        Field(
            "levelGain",
            \.levelGain,
            "the gain in dB that brings the file to it, if there is one"
        )
        Field("muted", \.muted, "selectors").words(.list).setting()
        Field("soloed", \.soloed, "selectors").words(.list).setting()
        Field("transpose", \.transpose, "semitones").setting()
    }

    /// The number of sources, which their names give too.
    private var sourceCount: Int {
        get { sources.count }
        set {}
    }

    /// The state of the followed source, which is the value of the setting.
    private var followed: FollowStatus? {
        get { following }
        set {
            following = newValue
            following?.source = follow.flatMap(SyncSettings.Source.init) ?? .clock
        }
    }

    private var missingPresets: [MissingPreset] {
        get { substitutions.map(MissingPreset.init) }
        set { substitutions = newValue.map(\.replacement) }
    }
}

extension Field {
    /// Declares a setting that is `on` or `off` in words.
    fileprivate init(onOff key: String, _ path: any WritableKeyPath<Root, Bool> & Sendable) {
        self = Field(key, path, "`on` or `off`; in JSON, true or false").words(.onOff).setting()
    }
}

/// A missing preset with the line that `status` has for it.
private struct MissingPreset: ListedRecord {
    var replacement = PresetReplacement()

    init() {}

    init(_ replacement: PresetReplacement) { self.replacement = replacement }

    static let fields = PresetReplacement.fields(in: \MissingPreset.replacement)

    func words(at index: Int) -> String {
        let sound = replacement.substitute.map { "\($0.address) \($0.name)" } ?? "none"
        return "\(replacement.preset) \(sound)"
    }
}

extension DaemonStatus.RenderTimes: Record {
    package init() { self.init(late: 0, median: 0, percentile99: 0, longest: 0) }

    package static let fields = Field<Self>.table {
        Field("late", \.late, "number of periods that took longer to render than they last")
        Field(
            "renderP50",
            \.median,
            "median render time as a fraction of the available time, since the start"
        )
        Field(
            "renderP99",
            \.percentile99,
            "its 99th percentile; it and the median may read up to an eighth too high"
        )
        Field("renderMax", \.longest, "its maximum")
    }
}

extension DaemonStatus.DeviceSettings: Record {
    package init() {
        self.init(
            requestedRate: 0,
            period: 0,
            requestedPeriod: 0,
            buffer: 0,
            requestedBuffer: 0,
            format: "",
            requestedFormat: nil,
            latencySeconds: 0
        )
    }

    package static let fields = Field<Self>.table {
        Field(
            "requestedRate",
            \.requestedRate,
            "the requested rate; this and the next seven only with a device"
        )
        Field("period", \.period, "frames per period")
        Field("requestedPeriod", \.requestedPeriod, "the requested frames per period")
        Field("buffer", \.buffer, "frames that the device's buffer holds")
        Field("requestedBuffer", \.requestedBuffer, "the requested frames of the buffer")
        Field("format", \.format, "`s16`, `s24`, `s32` or `float`")
        Field("requestedFormat", \.requestedFormat, "the requested format, if one was")
        Field(
            "latencySeconds",
            \.latencySeconds,
            "the latency of the buffer and of JACK's ports"
        ).words("latency", .time)
    }
}

extension DaemonStatus.Device: ListedRecord {
    package init() { self.init(name: "", output: .idle, drift: nil, xruns: 0) }

    package static let fields = Field<Self>.table {
        Field("device", \.name)
        Field("output", \.output.state)
        Field("reason", \.output.reason)
        Field("driftPPM", \.drift)
        Field("xruns", \.xruns)
    }

    package func words(at index: Int) -> String {
        let drift = drift.map(NumberText.decimal) ?? "unknown"
        return "\(output.state.rawValue) \(drift) \(xruns) \(name)"
    }
}

extension DaemonStatus.Practising: Record {
    package init() { self.init(steps: 0, wrong: 0, waits: 0) }

    package static let fields = Field<Self>.table {
        Field(
            "practiceKeys",
            \.keys,
            "the keys that playback waits for, such as `C4 E4`; only while it waits"
        )
        Field(
            "practiceWrongKey",
            \.wrongKey,
            "the last wrong key since the note or chord before, such as `D4`; only if there was one"
        )
        Field(
            "practiceSteps",
            \.steps,
            "number of notes and chords that were played; this and the following only during practice"
        )
        Field("practiceWrong", \.wrong, "number of wrong keys")
        Field("practiceWaits", \.waits, "number of notes and chords that playback has waited for")
        Field(
            "practiceWaitedSeconds",
            \.waitedSeconds,
            "for how long playback has waited, also for the present note or chord"
        ).words("practice-waited", .tenthsOfSeconds)
    }
}

extension DaemonStatus.Sampler: ListedRecord {
    package init() { self.init(name: "", engine: .usual) }

    package static let fields = Field<Self>.table {
        Field("name", \.name)
        Field("engine", \.engine)
    }

    package var hasWords: Bool { engine != .usual }

    package func words(at index: Int) -> String { "\(engine.rawValue) \(name)" }
}

extension DaemonStatus.Plugin: ListedRecord {
    package init() {
        self.init(strip: "", insert: 0, name: "", meanPercent: 0, longestPercent: 0)
    }

    package static let fields = Field<Self>.table {
        Field("strip", \.strip)
        Field("insert", \.insert)
        Field("plugin", \.name)
        Field("meanPercent", \.meanPercent)
        Field("longestPercent", \.longestPercent)
    }

    package func words(at index: Int) -> String {
        let times = [meanPercent, longestPercent].map(FieldFormat.tenths).joined(separator: " ")
        // A name has no blanks: the strip's, which may have some, is the last.
        let plugin = name.split(separator: " ").joined(separator: "-")
        return "\(times) \(insert) \(plugin) \(strip)"
    }
}

extension DaemonStatus {
    /// The engines of all samplers in words: `seqd`, or `seqd (piano, bass)`; `nil` if all samplers
    /// have the default engine.
    package var engineText: String? {
        guard Set(samplers.map(\.engine)).count > 1 else {
            let engine = samplers.first?.engine ?? engine
            return engine == .usual ? nil : engine.rawValue
        }
        let others = SynthesisEngine.allCases.filter { $0 != .usual }.compactMap { engine in
            let names = samplers.filter { $0.engine == engine }.map(\.name)
            return names.isEmpty ? nil : "\(engine.rawValue) (\(names.joined(separator: ", ")))"
        }
        return others.joined(separator: ", ")
    }
}

extension DaemonStatus.Waiting: ListedRecord {
    package init() { self.init(action: 0, command: "", position: "", due: 0) }

    package static let fields = Field<Self>.table {
        Field("action", \.action)
        Field("command", \.command)
        Field("position", \.position)
        Field("due", \.due)
    }

    package func words(at index: Int) -> String { "\(action) \(command) \(position) \(due)" }
}
