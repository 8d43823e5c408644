import Foundation
import TestSupport

/// A JSON object that a command printed, as Foundation reads it.
struct Document {
    /// A string, number or boolean in it; numbers compare as numbers.
    enum Value: Hashable, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
        ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
    {
        case string(String)
        case number(Double)
        case boolean(Bool)

        init(_ value: String) { self = .string(value) }
        init(stringLiteral value: String) { self = .string(value) }
        init(floatLiteral value: Double) { self = .number(value) }
        init(integerLiteral value: Int) { self = .number(Double(value)) }
        init(booleanLiteral value: Bool) { self = .boolean(value) }
    }

    private let members: [String: Any]

    init(_ bytes: [UInt8]) throws {
        let object = try JSONSerialization.jsonObject(with: Data(bytes))
        guard let members = object as? [String: Any] else {
            throw TestSupportError("no JSON object: \(object)")
        }
        self.members = members
    }

    private init(members: [String: Any]) {
        self.members = members
    }

    /// The value under a key; `nil` where there is none.
    subscript(key: String) -> Value? {
        switch members[key] {
        case let text as String: .string(text)
        case let number as NSNumber:
            // 'c' is how NSNumber tells booleans from other numbers.
            String(cString: number.objCType) == "c"
                ? .boolean(number.boolValue) : .number(number.doubleValue)
        default: nil
        }
    }

    /// The value under a key of the object under another.
    subscript(object: String, key: String) -> Value? {
        (members[object] as? [String: Any]).flatMap { Document(members: $0)[key] }
    }

    /// The object under a key; `nil` where there is none.
    func object(_ key: String) -> Document? {
        (members[key] as? [String: Any]).map(Document.init(members:))
    }

    /// The objects in an array.
    func list(_ key: String) -> [Document] {
        (members[key] as? [[String: Any]] ?? []).map(Document.init(members:))
    }
}

extension Optional where Wrapped == Document.Value {
    static func == (left: Self, right: Double) -> Bool {
        left == .some(.number(right))
    }
}
