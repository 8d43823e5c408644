/// The sound of a metronome: what a click plays.
///
/// Beats click by the meter map as a ``MusicPlayer`` passes them; see
/// ``MusicPlayer/setMetronome(_:atFrame:)``. The clicks are for a sampler of their own.
public enum Metronome {
    /// The drum channel of General MIDI, 0 … 15.
    public static var channel: UInt8 { @_noLocks get { 9 } }

    /// The key of a beat that begins a bar, and of another one.
    ///
    /// High and low wood block (General MIDI 1, percussion key map). The metronome's own keys 33
    /// and 34 are Roland's and General MIDI 2's only: many SoundFonts have nothing there.
    @_noLocks
    static func key(isBarStart: Bool) -> UInt8 { isBarStart ? 76 : 77 }

    /// The velocity of a click.
    @_noLocks
    static func velocity(isBarStart: Bool) -> UInt8 { isBarStart ? 127 : 100 }
}

extension PreparedSequence {
    /// Whether there are bars and beats: without them a metronome and a count-in are silent.
    public var hasBars: Bool { !meterMap.segments.isEmpty }
}
