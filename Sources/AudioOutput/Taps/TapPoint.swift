/// The place in a strip, or in the master, at which a tap records.
public enum TapPoint: String, Hashable, Sendable, CaseIterable {
    /// In front of inserts and gain; of the master, in front of its limiter too.
    case pre
    /// Behind inserts, gain and pan; of the master, what is heard.
    case post
}
