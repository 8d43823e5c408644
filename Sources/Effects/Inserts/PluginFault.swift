/// The reason why a plugin is bypassed.
public enum PluginFault: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// It output a value that is not a number, or is infinite.
    case noNumber
    /// It took longer than a period, three times within a second.
    case late
}

extension PluginFault: CustomStringConvertible {
    /// The words behind the plugin's name.
    public var description: String {
        switch self {
        case .noNumber: "output NaN or infinity"
        case .late: "took longer than a period three times within a second"
        }
    }
}
