public import Sequencer

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
            switch self {
            case .running, .idle: word
            case .lost(let reason): "\(word): \(reason)"
            }
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
        /// The latency that the buffer makes, in seconds.
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
        /// The number of notes and chords that were played.
        public var steps: Int
        /// The number of wrong keys.
        public var wrong: Int
        /// The number of notes and chords that playback has waited for.
        public var waits: Int

        /// Makes a course.
        public init(keys: String? = nil, steps: Int, wrong: Int, waits: Int) {
            self.keys = keys
            self.steps = steps
            self.wrong = wrong
            self.waits = waits
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
    /// The selected presets that the SoundFonts lack.
    public var substitutions: [PresetReplacement] = []
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
