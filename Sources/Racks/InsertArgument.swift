public import Effects
import Wording

/// An insert for a strip: `bass=compressor,threshold=-24`.
public struct InsertArgument: Hashable, Sendable, CustomStringConvertible {
    /// The name of the strip: that of a sampler, or of a sampler and a channel, such as `piano/10`;
    /// or that of a place in ``OutputInserts``.
    public var strip: String
    /// The insert.
    public var insert: InsertSettings

    /// Reads an insert for a strip.
    ///
    /// - Parameter text: The text.
    /// - Throws: What was expected.
    public init(parsing text: String) throws(RoutingSyntaxError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(",") else {
            throw RoutingSyntaxError(
                "\"\(text)\": expected STRIP=INSERT, such as sampler=compressor,vocal"
            )
        }
        strip = String(parts[0])
        guard !parts[1].contains(";") else {
            throw RoutingSyntaxError("\(strip): expected one insert; the option can be repeated")
        }
        do throws(EffectsError) {
            insert = try InsertSettings(parsing: String(parts[1]))
        } catch {
            throw RoutingSyntaxError("\(strip): \(error.description)")
        }
    }

    /// The text that is read as this.
    public var description: String { "\(strip)=\(insert)" }
}

extension RackSettings {
    /// Adds an insert behind those that a strip has.
    ///
    /// - Parameter argument: The strip and the insert.
    /// - Throws: A strip that there is not, or too many inserts.
    public mutating func add(_ argument: InsertArgument) throws(RoutingSyntaxError) {
        let (name, channel) =
            Sampler.channel(ofStrip: argument.strip).map { ($0.sampler, $0.channel) }
            ?? (argument.strip, nil)
        func add(to inserts: inout [InsertSettings]) throws(RoutingSyntaxError) {
            inserts.append(argument.insert)
            guard inserts.count <= InsertSettings.most else {
                throw RoutingSyntaxError(
                    "strip \"\(argument.strip)\": \(inserts.count) inserts, expected at most "
                        + "\(InsertSettings.most)"
                )
            }
        }
        func add(to sampler: inout Sampler) throws(RoutingSyntaxError) {
            var strip = channel.map { sampler.channels[$0] ?? StripSettings() } ?? sampler.strip
            try add(to: &strip.inserts)
            if let channel {
                sampler.channels[channel] = strip
            } else {
                sampler.strip = strip
            }
        }
        if let index = samplers.firstIndex(where: { $0.name == name }) {
            return try add(to: &samplers[index])
        }
        let clip = clips.firstIndex { $0.stripName == argument.strip }
        if let clip { return try add(to: &clips[clip].inserts) }
        if let place = OutputInserts.Place(argument.strip) {
            // Options may give a pair of channels later: the engine's settings are checked then.
            if case .output = place { return try add(to: &inserts[place]) }
            if insertPlaces.contains(place) { return try add(to: &inserts[place]) }
        }
        guard var fallback, fallback.name == name else {
            let strips = allSamplers.map(\.name) + clips.map(\.stripName)
            let names = (strips + insertPlaces.map(\.name))
                .map { "\"\($0)\"" }.joined(separator: ", ")
            throw RoutingSyntaxError(
                "no strip \"\(argument.strip)\"; expected \(names), or a channel of a sampler: "
                    + "NAME/CHANNEL"
            )
        }
        try add(to: &fallback)
        self.fallback = fallback
    }
}
