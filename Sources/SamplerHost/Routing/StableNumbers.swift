/// Reserved indices, which stay the same from one rack to the next.
enum StableNumbers {
    /// The members of a new rack by their numbers: those of an old one at their indices, then the
    /// others.
    ///
    /// - Parameters:
    ///   - wanted: The members.
    ///   - old: Those of the old rack by their numbers; `nil` for a number that is free.
    /// - Returns: The members; never fewer entries than there were.
    static func numbered<Member: Equatable>(_ wanted: [Member], after old: [Member?]) -> [Member?] {
        var numbered = old.map { member in member.flatMap { wanted.contains($0) ? $0 : nil } }
        for member in wanted where !numbered.contains(member) {
            // A number that is freed now still means the old member in the old rack.
            let gap = numbered.indices.first {
                numbered[$0] == nil && (!old.indices.contains($0) || old[$0] == nil)
            }
            if let gap { numbered[gap] = member } else { numbered.append(member) }
        }
        return numbered
    }

    /// The same for names, where a number that is free has an empty one.
    static func names(_ wanted: [String], after old: [String]) -> [String] {
        numbered(wanted, after: old.map { $0.isEmpty ? nil : $0 }).map { $0 ?? "" }
    }
}
