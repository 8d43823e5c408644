extension SoundFontReference: Codable {
    /// Decodes `"FONT"`, `"FONT+OFFSET"`, or `{"path": "FONT", "bankOffset": 128}`, in which the
    /// name is taken as it stands.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self.init(parsing: text) { _ in false }
        } else if (try? decoder.container(keyedBy: AnyKey.self)) == nil {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "expected a file name, or an object with path and bankOffset"
                )
            )
        } else {
            let fields = try StrictFields(decoder, keys: ["path", "bankOffset"])
            self.init(
                path: try fields.required("path"),
                bankOffset: try fields.integer("bankOffset", 0...16_383) ?? 0
            )
        }
        guard !path.isEmpty else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "expected a file name")
            )
        }
    }

    /// Encodes the short form, or an object if the name would be read as one with an offset.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        let text = bankOffset == 0 ? path : "\(path)+\(bankOffset)"
        if SoundFontReference(parsing: text, exists: { _ in false }) == self {
            var value = encoder.singleValueContainer()
            try value.encode(text)
        } else {
            var values = encoder.container(keyedBy: AnyKey.self)
            try values.encode(path, forKey: "path")
            try values.encode(bankOffset, unless: 0, forKey: "bankOffset")
        }
    }
}
