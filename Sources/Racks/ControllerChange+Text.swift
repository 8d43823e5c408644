import MIDI

/// `cc1:cc11`, `cc1/20-100:cc11/127-0`, `keyC2:cc64`, `pressure:cc1`, `cc20:program/5`, `cc7:none`.
extension ControllerChange: CustomStringConvertible {
    /// Reads a change.
    ///
    /// - Parameter text: `SOURCE[/LOW-HIGH]:TARGET[/VALUE or /FIRST-LAST]`.
    /// - Throws: The part that cannot be read, and what was expected.
    public init(parsing text: String) throws(RoutingSyntaxError) {
        let sides = text.split(separator: ":", omittingEmptySubsequences: false)
        guard sides.count == 2 else {
            throw RoutingSyntaxError(text, "expected SOURCE:TARGET, such as cc1:cc11")
        }
        let from = sides[0].split(separator: "/", omittingEmptySubsequences: false)
        let to = sides[1].split(separator: "/", omittingEmptySubsequences: false)
        guard from.count <= 2, to.count <= 2 else {
            throw RoutingSyntaxError(
                text,
                "expected SOURCE/LOW-HIGH:TARGET/FIRST-LAST, such as cc1/20-100:cc11/0-127"
            )
        }
        self.init(try Self.source(String(from[0])), to: try Self.target(String(to[0])))
        if from.count == 2 {
            let range = Self.range(from[1])
            guard let range, range.first < range.last else {
                throw RoutingSyntaxError(
                    String(from[1]),
                    "expected two values from low to high, such as 20-100 (0 to 127)"
                )
            }
            values = range.first...range.last
        }
        guard to.count == 2 else { return }
        guard target != .nothing else {
            throw RoutingSyntaxError(text, "none has no values")
        }
        guard let range = Self.range(to[1]) else {
            throw RoutingSyntaxError(
                String(to[1]),
                "expected a value or two, such as 100, 0-64 or 127-0 (0 to 127)"
            )
        }
        (first, last) = range
    }

    /// Reads the changes of a rule.
    ///
    /// - Parameter texts: The texts.
    /// - Returns: The changes, in their order.
    /// - Throws: The change that cannot be read, one that is given twice, or too many.
    public static func list(_ texts: [String]) throws(RoutingSyntaxError) -> [ControllerChange] {
        var changes: [ControllerChange] = []
        for text in texts { changes.append(try ControllerChange(parsing: text)) }
        if let problem = problem(of: changes) { throw RoutingSyntaxError(problem) }
        return changes
    }

    /// The problem of the changes of a rule together; `nil` without one.
    package static func problem(of changes: [ControllerChange]) -> String? {
        if changes.count > maximumCount {
            return "\(changes.count) changes, expected at most \(maximumCount)"
        }
        for (index, change) in changes.enumerated() {
            if let problem = change.problem { return problem }
            if changes[..<index].contains(change) { return "\(change): given more than once" }
            let dropped = changes[..<index].contains {
                $0.source == change.source && ($0.target == .nothing || change.target == .nothing)
            }
            if dropped { return "\(change): what passes as none cannot become something else too" }
        }
        return nil
    }

    private static func source(_ text: String) throws(RoutingSyntaxError) -> Source {
        switch text {
        case "pressure": return .pressure
        case "keyPressure": return .keyPressure
        default:
            if text.hasPrefix("key"), let key = NoteName.key(String(text.dropFirst(3))) {
                return .key(key)
            }
            guard let number = try controller(text) else {
                throw RoutingSyntaxError(
                    text,
                    "expected a controller (cc0 to cc119), a key (keyC2, key36), "
                        + "pressure or keyPressure"
                )
            }
            return .controller(number)
        }
    }

    private static func target(_ text: String) throws(RoutingSyntaxError) -> Target {
        switch text {
        case "program": return .program
        case "pressure": return .pressure
        case "none": return .nothing
        default:
            guard let number = try controller(text) else {
                throw RoutingSyntaxError(
                    text,
                    "expected a controller (cc0 to cc119), program, pressure or none"
                )
            }
            return .controller(number)
        }
    }

    private static func controller(_ text: String) throws(RoutingSyntaxError) -> UInt8? {
        guard text.hasPrefix("cc"), let number = number(text.dropFirst(2)) else { return nil }
        guard number <= 119 else { throw RoutingSyntaxError(text, modeProblem(number)) }
        return number
    }

    private static func range(_ text: Substring) -> (first: UInt8, last: UInt8)? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first.flatMap(number), let last = parts.last.flatMap(number),
            parts.count <= 2
        else { return nil }
        return (first, last)
    }

    private static func number(_ text: Substring) -> UInt8? {
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt8(text) else {
            return nil
        }
        return number <= 127 ? number : nil
    }

    /// The change as it is written.
    public var description: String {
        let from: String =
            switch source {
            case .controller(let number): "cc\(number)"
            case .key(let key): "key\(NoteName.text(key))"
            case .pressure: "pressure"
            case .keyPressure: "keyPressure"
            }
        let to: String =
            switch target {
            case .controller(let number): "cc\(number)"
            case .program: "program"
            case .pressure: "pressure"
            case .nothing: "none"
            }
        let range =
            values == 0...127 ? "" : "/\(values.lowerBound)-\(values.upperBound)"
        guard target != .nothing, (first, last) != (0, 127) else { return "\(from)\(range):\(to)" }
        return "\(from)\(range):\(to)/" + (first == last ? "\(first)" : "\(first)-\(last)")
    }
}
