import SamplerHost

/// What the daemon does, for the command `status`.
struct TransportStatus: Sendable {
    enum State: String, Hashable, Sendable {
        case playing
        case paused
        case stopped
    }

    enum Output: Hashable, Sendable {
        case running
        /// Nothing sounds, and the device is released.
        case idle
        /// The device cannot be had; why.
        case lost(String)
    }

    /// A command that waits for a place.
    struct Waiting: Sendable {
        /// Its number, from 1.
        var action: Int
        var command: String
        /// The place as people read it.
        var place: String
        /// The same in frames of the file.
        var due: Int64
    }

    var state = State.stopped
    /// The path of the file that is loaded.
    var file: String?
    /// The file's place in the queue, from 1.
    var queueIndex: Int?
    var queueCount = 0
    /// `nil` when nothing is loaded.
    var position: TransportPosition?
    var lengthSeconds: Double?
    /// Quarter notes per minute where playing is, at the file's own speed.
    var bpm: Double?
    /// The speed as it is typed: `1`, `0.5`.
    var speed = "1"
    /// Quarter notes per minute for all, or `off`.
    var tempo = "off"
    /// As ``LoopSetting`` describes it.
    var loop = "off"
    /// How often the loop is played; `nil` for ever.
    var loopCount: Int?
    /// What waits, in the order in which it was asked for.
    var waiting: [Waiting] = []
    var hasMetronome = false
    var chasesNotes = false
    var isWatching = false
    /// When a file that has changed takes over; `nil` while none is watched.
    var watchTime: String?
    /// The level in dB.
    var gain = 0.0
    /// Selectors as they are typed.
    var muted: [String] = []
    var soloed: [String] = []
    var transpose = 0
    /// Voices sounding.
    var voices = 0
    /// Times the device ran dry.
    var xruns = 0
    /// Rendering, as a part of the time available; 1 is all of it.
    var load = 0.0
    /// The highest sample since the last time it was asked for, in dB of full scale; minus infinity
    /// for silence.
    var peak = -Double.infinity
    /// The SoundFonts, first priority first.
    var fonts: [String] = []
    /// Presets that the SoundFonts lack and that were selected, by the file that is loaded or live.
    var substitutions: [PresetSubstitution] = []
    var device = ""
    var output = Output.idle
    /// Frames a second.
    var rate = 0
    /// The names of the MIDI sources that are connected.
    var sources: [String] = []
    /// The ALSA sequencer: its client, or why there is none.
    var sequencer = ""
}
