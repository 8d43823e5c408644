import Sequencer

/// The sounds that music may play on a channel of a sampler: presets, and notes of any of them.
struct ChannelUse {
    /// The presets.
    private(set) var presets: PresetUse
    /// The notes.
    private(set) var notes: NoteSet

    /// Reads the presets and notes that are routed to a channel.
    ///
    /// - Parameters:
    ///   - use: The events that are routed to the sampler.
    ///   - channel: The channel.
    ///   - notes: Its notes.
    init(_ use: SamplerUse, channel: Int, notes: NoteSet) {
        presets = PresetUse(of: use) { $0 == channel }
        self.notes = notes
    }

    /// Whether another use includes all of these presets and notes.
    func isCovered(by other: ChannelUse) -> Bool {
        notes.isEmpty || presets.isCovered(by: other.presets) && notes.isSubset(of: other.notes)
    }

    /// Adds the presets and notes of another; after that, each preset may play all notes.
    mutating func formUnion(_ other: ChannelUse) {
        guard !other.notes.isEmpty else { return }
        presets.formUnion(other.presets)
        notes.formUnion(other.notes)
    }
}
