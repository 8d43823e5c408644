import ArgumentParser

/// When another version of what plays takes over.
enum VersionTime: String, Hashable, Sendable, CaseIterable, ExpressibleByArgument {
    case now
    /// With the next bar.
    case bar
}
