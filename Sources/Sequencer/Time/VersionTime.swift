/// The time at which a new version of the file that plays takes over from the one before.
public enum VersionTime: String, Hashable, Sendable, CaseIterable {
    /// At once.
    case now
    /// With the next bar.
    case bar
}
