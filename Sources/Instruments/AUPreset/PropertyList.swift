/// A value of a property list, and the line that it begins in.
struct PropertyList {
    /// The kinds of value that presets have.
    enum Value {
        case dictionary([String: PropertyList])
        case array([PropertyList])
        case string(String)
        case number(Double)
        case boolean(Bool)
        /// Data and dates, which are not looked into.
        case other
    }

    let value: Value
    let line: Int

    /// The value of a key in a dictionary; `nil` without.
    subscript(key: String) -> PropertyList? {
        if case .dictionary(let entries) = value { entries[key] } else { nil }
    }

    /// The keys of a dictionary, in order.
    var keys: [String] {
        if case .dictionary(let entries) = value { entries.keys.sorted() } else { [] }
    }

    /// The elements of an array.
    var elements: [PropertyList] {
        if case .array(let elements) = value { elements } else { [] }
    }

    var string: String? {
        if case .string(let string) = value { string } else { nil }
    }

    /// A number, or a truth as 0 or 1.
    var number: Double? {
        switch value {
        case .number(let number): number
        case .boolean(let truth): truth ? 1 : 0
        default: nil
        }
    }
}
