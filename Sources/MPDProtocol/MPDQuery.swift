/// The arguments of a search: a filter, and what is shown of its result.
package struct MPDQuery: Hashable, Sendable {
    /// The songs that are wanted.
    package var filter: MPDFilter
    /// The tag by which they are sorted, if one is given.
    package private(set) var sort: MPDFilter.Field?
    private var isDescending = false
    private var range: Range<Int>?
    /// The position at which they are added, if one is given.
    package private(set) var position: String?
    /// The tags by which values are grouped.
    package private(set) var groups: [String] = []

    /// Reads arguments.
    ///
    /// - Parameters:
    ///   - arguments: The filter, and behind it `sort`, `window`, `position` and `group`, each with
    ///     its value.
    ///   - isSearch: Whether a part of a text is enough, and case does not matter.
    /// - Throws: 2 for anything else.
    package init(_ arguments: [String], isSearch: Bool) throws(MPDFault) {
        var arguments = arguments
        while arguments.count >= 2 {
            let value = arguments[arguments.count - 1]
            switch arguments[arguments.count - 2].lowercased() {
            case "sort":
                isDescending = value.hasPrefix("-")
                sort = try MPDFilter.field(isDescending ? String(value.dropFirst()) : value)
            case "window": range = try MPDArgument.range(value, of: .max)
            case "position": position = value
            case "group": groups.append(value)
            default:
                filter = try MPDFilter(arguments, isSearch: isSearch)
                return
            }
            arguments.removeLast(2)
        }
        filter = try MPDFilter(arguments, isSearch: isSearch)
    }

    /// The part of a result that is shown.
    package func window<Element>(_ result: [Element]) -> [Element] {
        guard let range else { return result }
        return Array(result[range.clamped(to: result.indices)])
    }

    /// A result in the order that is wanted.
    package func sorted<Element>(
        _ result: [Element],
        _ song: (Element) -> MPDSong
    ) -> [Element] {
        guard let sort else { return result }
        func key(_ element: Element) -> String {
            let song = song(element)
            return switch sort {
            case .tag(let tag): song.tags[tag] ?? ""
            case .file: song.file
            case .any, .none: ""
            }
        }
        let order = result.indices.sorted { first, second in
            let (one, other) = (key(result[first]), key(result[second]))
            // The sort is not stable by itself.
            if one == other { return first < second }
            return isDescending ? one > other : one < other
        }
        return order.map { result[$0] }
    }
}
