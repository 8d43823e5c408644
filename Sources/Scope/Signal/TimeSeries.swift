/// A value of which neighbours become one.
protocol Mergeable: Sendable {
    /// Adds a later value.
    mutating func merge(_ other: Self)
}

/// Values at equal distances in time, for a picture of some width.
struct TimeSeries<Element: Mergeable>: Sendable {
    /// The values that are held.
    enum Extent: Hashable, Sendable {
        /// All of them: neighbours are merged where there would be too many.
        case all
        /// The last ones.
        case recent
    }

    /// The number of values that were added.
    private(set) var count = 0

    private let extent: Extent
    /// The most values, an even number.
    private let limit: Int
    private var elements: [Element] = []
    /// The number of values that one of ``elements`` has.
    private var factor = 1
    /// The values that are fewer than `factor`.
    private var rest: Element?
    private var restCount = 0

    /// Makes an empty series.
    ///
    /// - Parameters:
    ///   - extent: The values that are held.
    ///   - limit: The most values, an even number.
    init(_ extent: Extent, limit: Int) {
        (self.extent, self.limit) = (extent, limit)
    }

    /// Adds a value.
    mutating func append(_ element: Element) {
        count += 1
        guard extent == .all else {
            elements.append(element)
            if elements.count >= 2 * limit { elements.removeFirst(limit) }
            return
        }
        if rest == nil { rest = element } else { rest?.merge(element) }
        restCount += 1
        guard restCount == factor, let complete = rest else { return }
        elements.append(complete)
        (rest, restCount) = (nil, 0)
        if elements.count == limit { halve() }
    }

    private mutating func halve() {
        elements = stride(from: 0, to: limit, by: 2).map { index in
            var element = elements[index]
            element.merge(elements[index + 1])
            return element
        }
        factor *= 2
    }

    /// Forgets all values.
    mutating func reset() {
        self = TimeSeries(extent, limit: limit)
    }

    /// The last value.
    var last: Element? { rest ?? elements.last }

    /// The last values.
    ///
    /// - Parameter count: How many.
    /// - Returns: They, or fewer where there are fewer.
    func suffix(_ count: Int) -> ArraySlice<Element> { elements.suffix(count) }

    /// All values as columns of a picture.
    ///
    /// - Parameter width: The number of columns.
    /// - Returns: A value for each; `nil` where there are none at all.
    func columns(_ width: Int) -> [Element?] {
        let all = elements + [rest].compactMap(\.self)
        guard !all.isEmpty else { return Array(repeating: nil, count: width) }
        return (0..<width).map { column in
            let first = column * all.count / width
            return Self.merged(all[first..<max(first + 1, (column + 1) * all.count / width)])
        }
    }

    /// The last values as columns of a picture, the latest on the right.
    ///
    /// - Parameters:
    ///   - width: The number of columns.
    ///   - span: The number of values that they show, or a few more: each column shows as many, and
    ///     always the same, so that a picture moves and does not change.
    /// - Returns: A value for each column, `nil` for those before the first; the number of values that
    ///   all columns show.
    func columns(_ width: Int, last span: Int) -> (columns: [Element?], span: Int) {
        guard span > width else {
            let first = elements.count - span
            let columns = (0..<width).map { column in
                let index = first + column * span / width
                return index < 0 ? nil : elements[index]
            }
            return (columns, span)
        }
        let each = (span + width - 1) / width
        let dropped = count - elements.count
        let end = (count + each - 1) / each
        let columns = (0..<width).map { column -> Element? in
            let first = (end - width + column) * each - dropped
            let range = max(first, 0)..<max(min(first + each, elements.count), 0)
            return range.isEmpty || first < 0 ? nil : Self.merged(elements[range])
        }
        return (columns, each * width)
    }

    private static func merged(_ elements: ArraySlice<Element>) -> Element? {
        guard var merged = elements.first else { return nil }
        for element in elements.dropFirst() { merged.merge(element) }
        return merged
    }
}
