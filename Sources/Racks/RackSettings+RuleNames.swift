extension RackSettings {
    /// The name of a rule for people: its route, or its number in the file of the rack and its selector.
    ///
    /// - Parameters:
    ///   - rule: The rule, from 0.
    ///   - routes: The names of the routes, which come before the rules of the file.
    ///   - file: The file; `nil` for a rack without one.
    /// - Returns: The name, such as `band.json: rule 1 (ch:10)`.
    public func name(ofRule rule: Int, routes: [String], file: String?) -> String {
        guard !routes.indices.contains(rule) else { return routes[rule] }
        let name = "\(file ?? "the rack"): rule \(rule - routes.count + 1)"
        guard rules.indices.contains(rule) else { return name }
        return name + " (\(RoutingSelector(rules[rule].source, channels: rules[rule].channels)))"
    }
}
