public import Effects
import Wording

/// The inserts of outputs and effects buses, by name: `master`, `output:3-4`,
/// `effects:hall`.
///
/// Encoded as the text of the master's, or as an object:
/// `{"master": "compressor,master", "effects:hall": "eq,low-cut=200"}`.
public struct OutputInserts: Hashable, Sendable {
    /// A place that has inserts.
    public enum Place: Hashable, Sendable {
        /// A pair of output channels; the first one is the master.
        case output(OutputPair)
        /// An effects bus, by its name.
        case effects(String)

        /// The place of a name; `nil` for the name of a strip.
        ///
        /// - Parameter name: The name.
        public init?(_ name: String) {
            if name == OutputInserts.master {
                self = .output(.main)
            } else if name.hasPrefix(OutputInserts.outputPrefix) {
                let text = String(name.dropFirst(OutputInserts.outputPrefix.count))
                // The first pair is the master, by that name alone.
                guard let pair = try? OutputPair(parsing: text), pair != .main else { return nil }
                self = .output(pair)
            } else if name.hasPrefix(OutputAssignments.effectsPrefix) {
                self = .effects(String(name.dropFirst(OutputAssignments.effectsPrefix.count)))
            } else {
                return nil
            }
        }

        /// The name.
        public var name: String {
            switch self {
            case .output(.main): OutputInserts.master
            case .output(let pair): OutputInserts.outputPrefix + pair.text
            case .effects(let bus): OutputAssignments.effectsPrefix + bus
            }
        }
    }

    /// The inserts that there are, by place.
    public private(set) var places: [Place: [InsertSettings]] = [:]

    /// The name of the master.
    public static let master = "master"
    /// The prefix of the names of further pairs of output channels.
    public static let outputPrefix = "output:"

    /// Makes none.
    public init() {}

    /// The inserts of a place, the first one first; none where nothing has been set.
    public subscript(place: Place) -> [InsertSettings] {
        get { places[place] ?? [] }
        set { places[place] = newValue.isEmpty ? nil : newValue }
    }

    /// The inserts of the master.
    public var master: [InsertSettings] {
        get { self[.output(.main)] }
        set { self[.output(.main)] = newValue }
    }

    /// The names of the places that have inserts: the master's first.
    public var names: [String] {
        let others = places.keys.filter { $0 != .output(.main) }.map(\.name).sorted()
        return (master.isEmpty ? [] : [Self.master]) + others
    }
}

extension OutputInserts: Codable {
    /// Decodes inserts.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for an unknown name, and for inserts that cannot be read.
    public init(from decoder: any Decoder) throws {
        self.init()
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            do throws(RoutingSyntaxError) {
                master = try StripParameter.inserts(text)
            } catch {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: error.description)
                )
            }
            return
        }
        let values = try decoder.container(keyedBy: AnyKey.self)
        for key in values.allKeys {
            do throws(RoutingSyntaxError) {
                guard let place = Place(key.stringValue) else {
                    throw RoutingSyntaxError(
                        "expected master, output:3-4 to output:31-32, or effects:NAME"
                    )
                }
                let text = (try? values.decode(String.self, forKey: key)) ?? ""
                self[place] = try StripParameter.inserts(text)
            } catch {
                throw DecodingError.dataCorruptedError(
                    forKey: key,
                    in: values,
                    debugDescription: error.description
                )
            }
        }
    }

    /// Encodes inserts.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        guard names != [Self.master] else {
            var value = encoder.singleValueContainer()
            return try value.encode(StripParameter.text(master))
        }
        var values = encoder.container(keyedBy: AnyKey.self)
        for (place, inserts) in places {
            try values.encode(StripParameter.text(inserts), forKey: AnyKey(place.name))
        }
    }
}

extension RackSettings {
    /// The places that can have inserts.
    package var insertPlaces: [OutputInserts.Place] {
        let pairs = (0..<assignments.pairCount).map { OutputInserts.Place.output(OutputPair($0)) }
        let buses = [Self.mainEffects] + effects.keys.filter { $0 != Self.mainEffects }.sorted()
        return pairs + buses.map { .effects($0) }
    }

    /// The problem of inserts at a place; `nil` where the rack has it.
    package func problem(ofInsertsAt place: OutputInserts.Place) -> String? {
        guard !insertPlaces.contains(place) else { return nil }
        let names = insertPlaces.map(\.name).joined(separator: ", ")
        return "not in the mixer; expected one of \(names)"
    }
}
