/// The room that the audio thread has for what it is lent: allocated with the engine, for it can make
/// none.
///
/// The controlling thread refuses what does not fit, so that nothing has to be refused on the audio
/// thread, which could tell nobody:
///
/// - racks, with their samplers and shards: ``EngineLoans/missingRoom(for:tapped:)``;
/// - strips (`StripDirectory.capacity`, and as many that are leaving): `StripDirectory.makeRoom`;
/// - taps (`Mixer.tapCapacity`): the ``LendingTable`` of the engine's taps;
/// - lanes of items: ``Engine/lanes``.
///
/// Commands, queued items and reports wait for room instead.
enum EngineCapacity {
    /// The most racks, those that ring out included.
    static let racks = 64
    /// The most samplers of all racks, those that are there only to keep the numbers of others
    /// included: each takes an input of the mixer.
    static let samplers = 8_192
    /// The most clips that are played by command, those that fade out included: each takes an input of
    /// the mixer.
    static let clips = 256
    /// The most shards of all racks.
    static let shards = 8_192
}
