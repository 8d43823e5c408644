extension RoutingDestination: Codable {
    /// The keys of all but the sampler.
    package static let options = ["channel", "preset", "transpose", "velocityCurve", "drums"]

    /// Decodes a sampler's name, or an object with `sampler` and options.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for unknown keys and values out of range.
    public init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self.init(sampler: name)
            return
        }
        guard (try? decoder.container(keyedBy: AnyKey.self)) != nil else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "expected the name of a sampler, or an object with sampler"
                )
            )
        }
        let fields = try StrictFields(decoder, keys: ["sampler"] + Self.options)
        try self.init(sampler: fields.required("sampler"), fields)
    }

    /// Takes the options out of an object that may have others too.
    package init(sampler: String, _ fields: StrictFields) throws {
        self.init(sampler: sampler)
        channel = try fields.integer("channel", 1...16).map { UInt8($0 - 1) }
        preset = try fields.text("preset") { text throws(RoutingSyntaxError) in
            try FixedPreset(parsing: text)
        }
        transpose = try fields.integer("transpose", -127...127, " semitones") ?? 0
        velocity =
            try fields.text("velocityCurve") { text throws(RoutingSyntaxError) in
                try VelocityCurve(parsing: text)
            } ?? .linear
        isDrums = try fields.value("drums")
    }

    /// Encodes the name alone if there are no options.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        if self == RoutingDestination(sampler: sampler) {
            var value = encoder.singleValueContainer()
            try value.encode(sampler)
        } else {
            var values = encoder.container(keyedBy: AnyKey.self)
            try values.encode(sampler, forKey: "sampler")
            try encode(into: &values)
        }
    }

    /// Encodes the options among other values.
    package func encode(into values: inout KeyedEncodingContainer<AnyKey>) throws {
        try values.encodeIfPresent(channel.map { Int($0) + 1 }, forKey: "channel")
        try values.encodeIfPresent(preset?.description, forKey: "preset")
        try values.encode(transpose, unless: 0, forKey: "transpose")
        try values.encode(
            velocity.description,
            unless: VelocityCurve.linear.description,
            forKey: "velocityCurve"
        )
        try values.encodeIfPresent(isDrums, forKey: "drums")
    }
}
