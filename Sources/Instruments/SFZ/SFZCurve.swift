/// A function of a controller's value or a velocity.
struct SFZCurve {
    /// The results for 0 … 127.
    private(set) var points: [Double]

    /// The curve by a function of 0 … 1.
    private init(_ function: (Double) -> Double) {
        points = (0...127).map { function(Double($0) / 127) }
    }

    /// The curve through some points, linear between them.
    ///
    /// - Parameter given: The results by values of 0 … 127; 0 for 0 and 1 for 127 where they are not
    ///   given.
    init(through given: [Int: Double]) {
        points = [Double](repeating: 0, count: 128)
        var last = (value: 0, result: given[0] ?? 0)
        points[0] = last.result
        for value in 1...127 {
            guard let result = given[value] ?? (value == 127 ? 1 : nil) else { continue }
            for between in (last.value + 1)...value {
                let part = Double(between - last.value) / Double(value - last.value)
                points[between] = last.result + part * (result - last.result)
            }
            last = (value, result)
        }
    }

    /// The curves that every instrument has, by number.
    static let standard = [
        SFZCurve { $0 }, SFZCurve { 2 * $0 - 1 }, SFZCurve { 1 - $0 }, SFZCurve { 1 - 2 * $0 },
        SFZCurve { $0 * $0 }, SFZCurve { $0.squareRoot() }, SFZCurve { (1 - $0).squareRoot() },
    ]

    /// The result for a value.
    ///
    /// - Parameter value: 0 … 127; others count as the nearest.
    subscript(value: Double) -> Double {
        // Not a number counts as 0.
        let value = value > 0 ? min(value, 127) : 0
        let lower = Int(value)
        let upper = min(lower + 1, 127)
        return points[lower] + (value - Double(lower)) * (points[upper] - points[lower])
    }
}

/// The curves of an instrument: those that every one has, and those of `<curve>` headers.
struct SFZCurves {
    /// The most curves.
    private static let limit = 256

    private var curves: [Int: SFZCurve] = [:]
    private var points: [Int: Double] = [:]
    private var number: Int?
    /// The number of the next curve without one; `nil` once a curve has one of its own.
    private var nextNumber: Int? = SFZCurve.standard.count

    /// Those of `<curve>` headers.
    var own: [Int: [Double]] { curves.mapValues(\.points) }

    /// The curve of a number; the linear one where there is none.
    subscript(number: Int) -> SFZCurve {
        if let curve = curves[number] { return curve }
        let standard = SFZCurve.standard
        return standard.indices.contains(number) ? standard[number] : standard[0]
    }

    /// Takes an opcode of a `<curve>` header: `curve_index`, or `v000` … `v127`.
    ///
    /// - Returns: Whether it is one of these.
    mutating func take(_ name: String, _ value: String) -> Bool {
        if name == "curve_index", let index = Int(value), (0..<Self.limit).contains(index) {
            number = index
        } else if name.hasPrefix("v"), let point = Int(name.dropFirst()),
            (0...127).contains(point), let value = Double(value), value.isFinite
        {
            points[point] = min(max(value, -1e6), 1e6)
        } else {
            return false
        }
        return true
    }

    /// Ends a header.
    mutating func endCurve() {
        if number != nil {
            nextNumber = nil
        } else if !points.isEmpty, let next = nextNumber, next < Self.limit {
            number = next
            nextNumber = next + 1
        }
        if let number { curves[number] = SFZCurve(through: points) }
        number = nil
        points = [:]
    }
}
