/// The identity by which a sampler takes over from the same sampler of the previous rack.
package enum SamplerIdentity: Hashable {
    /// It has the same name.
    case named(String)
    /// It plays the parts of the same port or live input, from 0, that no rule takes, under any
    /// name.
    case fallback(Int)
}

extension RackSettings {
    /// The identity of a sampler or MIDI output.
    ///
    /// - Parameter name: The name.
    /// - Returns: The identity; `nil` for the empty name of an unused number.
    package func identity(of name: String) -> SamplerIdentity? {
        guard !name.isEmpty else { return nil }
        if !samplers.contains(where: { $0.name == name }) {
            let number = (0..<Self.maximumSamplers).first { fallbackName($0) == name }
            if let number { return .fallback(number) }
        }
        return .named(name)
    }
}
