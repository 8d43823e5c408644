/// The parameter of compressors and gates that names a strip.
package enum SideChainName {
    /// The name of the parameter.
    package static let parameter = "sidechain"
    /// The value for no strip, which no strip can have as its name.
    static let none = "none"
    /// The description of a valid value.
    static let expectation = "the name of a strip, or none"
}
