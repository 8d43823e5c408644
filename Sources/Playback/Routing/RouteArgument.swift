public import SamplerHost

/// A route as it is typed: `SELECTOR=DESTINATION[,key=value…]`.
///
/// The destination is a SoundFont, which gets a sampler of its own, or the name of a sampler that
/// exists; several with `+` between them are a layer, and `none` drops the events. A preset follows
/// as `@BANK:PROGRAM`, `@PROGRAM` or `@NAME`, an offset of bank numbers as `+128`. A backslash escapes the next character,
/// so names can contain `=`, `,`, `@` and `+`.
///
/// `track:Bass=bass.sf2,gain=-3,pan=-20` · `ch:10=drums.sf2@128:25` · `ch:1=piano.sf2+strings.sf2`
public struct RouteArgument: Hashable, Sendable {
    /// A SoundFont, or the name of a sampler.
    public struct Target: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The number added to the bank numbers; `nil` if none was given.
        public var bankOffset: Int?
        /// The preset that plays; `nil` for what the music selects.
        public var preset: PresetChoice?
    }

    /// The route as it was typed.
    public let text: String
    /// The events.
    public var selector: RoutingSelector
    /// The destinations; none to drop the events.
    public var targets: [Target]
    /// The options.
    public var options = Options()

    /// Reads a route.
    ///
    /// - Parameter text: The text.
    /// - Throws: The part that cannot be read, and what was expected.
    public init(parsing text: String) throws(RoutingSyntaxError) {
        self.text = text
        let letters = RouteText(text)
        guard let equals = letters.index(of: "=") else {
            throw RoutingSyntaxError("expected SELECTOR=FONT, such as track:Bass=bass.sf2")
        }
        selector = try RoutingSelector(parsing: letters[..<equals].plain)
        let parts = letters[(equals + 1)...].split("," as Character)
        targets = parts[0].plain == "none" ? [] : try Self.targets(parts[0])
        for part in parts.dropFirst() { try options.read(part) }
        guard targets.count <= RoutingRule.maximumDestinations else {
            throw RoutingSyntaxError(
                "expected at most \(RoutingRule.maximumDestinations) layers, not \(targets.count)"
            )
        }
        if targets.isEmpty,
            let misplaced = options.given.first(where: { !Options.ofRules.contains($0) })
        {
            throw RoutingSyntaxError(
                "\(misplaced): needs a destination, and \"none\" plays nothing"
            )
        }
        if let problem = options.tuning.problem { throw RoutingSyntaxError(problem) }
        if options.name != nil, targets.count > 1 {
            throw RoutingSyntaxError("name= names one sampler, and this layer has \(targets.count)")
        }
    }

    /// `piano.sf2@0:0+strings.sf2+128`.
    private static func targets(_ text: RouteText) throws(RoutingSyntaxError) -> [Target] {
        var targets: [Target] = []
        for part in text.split("+" as Character) {
            let at = part.lastIndex(of: "@")
            let name = part[..<(at ?? part.count)]
            let preset: PresetChoice?
            if let at {
                do throws(RoutingSyntaxError) {
                    preset = try PresetChoice(parsing: part[(at + 1)...].plain)
                } catch {
                    throw RoutingSyntaxError(
                        "\(error.description); an @ in a name is written \\@"
                    )
                }
            } else {
                preset = nil
            }
            if let last = targets.last, last.bankOffset == nil, last.preset == nil,
                let offset = name.number
            {
                guard (0...16_383).contains(offset) else {
                    throw RoutingSyntaxError("+\(offset): expected an offset of 0 to 16383")
                }
                targets[targets.count - 1].bankOffset = offset
                targets[targets.count - 1].preset = preset
                continue
            }
            guard name.count > 0 else {
                throw RoutingSyntaxError(
                    "expected a SoundFont, a sampler or none; a + in a name is written \\+"
                )
            }
            targets.append(Target(name: name.plain, bankOffset: nil, preset: preset))
        }
        return targets
    }
}
