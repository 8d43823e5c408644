/// A MIDI port that could play on the daemon, or does; for the command `ports`.
struct PortEntry: Hashable, Sendable {
    /// How ALSA or the file system names it: `20:0`, `/run/midi.fifo`.
    var address: String
    /// A name for people.
    var name: String
    /// The input that it plays on, from 1; `nil` when it is not connected.
    var input: Int?
}
