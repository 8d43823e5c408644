/// The metronome: a sampler of the engine's own, beside those of the music.
///
/// The controlling thread's.
extension Engine {
    /// Switches the metronome on or off; it is off at first.
    ///
    /// Playback continues unchanged: its beats click from now on, or no longer do. Count-ins click in
    /// any case. Nothing is heard of either before ``installMetronome(_:)``.
    public func setMetronome(_ isOn: Bool) { give(.setMetronome(isOn)) }

    /// Installs the rack that plays the clicks of the metronome and of count-ins.
    ///
    /// The last one leaves when it is silent.
    ///
    /// - Parameter rack: A rack made for a metronome, not in use before.
    /// - Returns: `false` when too many racks still sound: try again later.
    public func installMetronome(_ rack: SamplerRack) -> Bool {
        guard lend(rack, isPromised: true) else { return false }
        if let metronome { rack.takesOver(from: metronome) }
        metronome = rack
        return give(.installMetronome(rack.ticket))
    }
}
