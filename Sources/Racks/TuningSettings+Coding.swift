import Tuning

extension TuningSettings {
    /// The keys of its values.
    package static let keys = ["tuning", "mapping", "a4"]

    /// Takes settings from an object that may contain others too.
    ///
    /// - Parameters:
    ///   - fields: The object.
    ///   - isPart: Whether the settings are later completed with others, and then checked.
    /// - Throws: `DecodingError` for values out of range, and for values that exclude each other.
    package init(_ fields: StrictFields, isPart: Bool = false) throws {
        self.init()
        scale = try fields.value("tuning")
        mapping = try fields.value("mapping")
        a4 = try fields.number("a4", ConcertPitch.range, " Hz")
        guard scale != "", mapping != "" else {
            throw fields.error(scale == "" ? "tuning" : "mapping", "expected a file name")
        }
        if mapping != nil, scale == nil {
            throw fields.error("mapping", "a keyboard mapping needs a tuning")
        }
        if !isPart, let problem { throw fields.error("a4", problem) }
    }

    /// Encodes settings among others.
    package func encode(into values: inout KeyedEncodingContainer<AnyKey>) throws {
        try values.encodeIfPresent(scale, forKey: "tuning")
        try values.encodeIfPresent(mapping, forKey: "mapping")
        try values.encodeIfPresent(a4, forKey: "a4")
    }
}
