package import JSON

/// The members of a JSON object of the daemon's, read by their types.
package struct JSONFields {
    private let object: JSONObject

    package init(_ object: JSONObject) {
        self.object = object
    }

    /// The value under a key; `nil` if it is absent or null.
    func value(_ key: String) -> JSONValue? {
        let value = object[key]
        return value == .null ? nil : value
    }

    static func fault(_ key: String) -> RequestError {
        .internal("the daemon's answer has no \(key), or of another type")
    }

    func optionalString(_ key: String) throws(RequestError) -> String? {
        switch value(key) {
        case nil: return nil
        case .string(let text): return text
        default: throw Self.fault(key)
        }
    }

    /// The objects of a list; none if it is absent.
    static func objects(_ list: JSONValue?, _ key: String) throws(RequestError) -> [JSONFields] {
        switch list {
        case nil: return []
        case .array(let elements):
            var objects: [JSONFields] = []
            for element in elements {
                guard case .object(let object) = element else { throw fault(key) }
                objects.append(JSONFields(object))
            }
            return objects
        default: throw fault(key)
        }
    }

    /// A whole number.
    func number(_ key: String) throws(RequestError) -> Int {
        guard let number = value(key).flatMap(Int.init(field:)) else { throw Self.fault(key) }
        return number
    }

    /// The texts of a list.
    func texts(_ key: String) throws(RequestError) -> [String] {
        guard let texts = value(key).flatMap([String].init(field:)) else { throw Self.fault(key) }
        return texts
    }
}
