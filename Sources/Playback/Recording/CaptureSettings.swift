public import SMF
public import Sequencer

/// The folder in which all that comes in is stored, and the time for which it is.
public struct CaptureSettings: Hashable, Sendable {
    /// The folder; its files are the capture's own.
    public var folder: String
    /// The time before the last message for which messages are stored, in nanoseconds.
    public var duration: Int64

    /// Describes a capture.
    public init(folder: String, minutes: Int) {
        self.folder = folder
        duration = Int64(minutes) * 60_000_000_000
    }
}

/// A file that is to be made of the messages that have arrived.
public struct CaptureRequest: Sendable {
    /// A tempo and the time of a bar: those of what plays.
    public struct Beat: Hashable, Sendable {
        /// Microseconds per quarter note.
        public var microsecondsPerQuarter: UInt32
        /// The meter.
        public var meter: TimeSignature
        /// The time at which a bar begins, in nanoseconds of the monotonic clock.
        public var barTime: Int64

        /// Makes a beat.
        public init(microsecondsPerQuarter: UInt32, meter: TimeSignature, barTime: Int64) {
            self.microsecondsPerQuarter = microsecondsPerQuarter
            self.meter = meter
            self.barTime = barTime
        }
    }

    /// The file.
    public var path: String
    /// Whether it may replace another one.
    public var mayReplace = false
    /// The time before the last message from which on messages are taken, in nanoseconds; `nil` for
    /// all that there is.
    public var last: Int64?
    /// The tempo and the bars; `nil` guesses them from the playing.
    public var beat: Beat?
    /// The tracks.
    public var split = TakePlan.Split.input
    /// The grid of notes; `nil` leaves them where they were played.
    public var grid: NoteValue?

    /// Describes a file.
    public init(_ path: String) { self.path = path }
}
