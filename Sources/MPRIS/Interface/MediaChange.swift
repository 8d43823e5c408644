/// The signals that tell of a change of a player's state.
struct MediaChange: Equatable {
    /// The properties of the player that have changed, with their values; empty for none.
    var properties: [String: BusValue] = [:]
    /// The position after a jump; `nil` if there was none.
    var seeked: Int64?

    /// Makes a change of its parts.
    init(properties: [String: BusValue], seeked: Int64?) {
        (self.properties, self.seeked) = (properties, seeked)
    }

    /// Compares two states.
    ///
    /// - Parameters:
    ///   - old: The state that was told last.
    ///   - new: The state now.
    ///   - description: The rest of the properties.
    ///   - isJump: Whether the position was set meanwhile.
    init(
        from old: MediaState,
        to new: MediaState,
        of description: MediaDescription,
        isJump: Bool = false
    ) {
        for property in MediaProperty.all where property.announcement == .changes {
            guard let value = property.value?(description, new),
                value != property.value?(description, old)
            else { continue }
            properties[property.name] = value
        }
        guard new.track != nil else { return }
        // Another track is expected to begin at its start.
        var expected = old.position
        if old.track?.name != new.track?.name {
            expected = MediaPosition(
                microseconds: 0,
                time: new.position.time,
                pace: new.position.pace
            )
        }
        if isJump || !new.position.follows(expected) { seeked = new.position.microseconds }
    }
}
