/// The property by which a sampler of a rack counts as the same as one of the rack before it, from
/// which it takes over.
package enum SamplerIdentity: Hashable {
    /// It has the same name.
    case named(String)
    /// It plays what no rule takes of the same port or live input, from 0, whatever its name is.
    case fallback(Int)
}

extension RackSettings {
    /// The identity of a sampler or MIDI output.
    ///
    /// - Parameter name: The name.
    /// - Returns: The identity; `nil` for the empty name of a number that is free.
    package func identity(of name: String) -> SamplerIdentity? {
        guard !name.isEmpty else { return nil }
        if !samplers.contains(where: { $0.name == name }) {
            let number = (0..<Self.maximumSamplers).first { fallbackName($0) == name }
            if let number { return .fallback(number) }
        }
        return .named(name)
    }
}
