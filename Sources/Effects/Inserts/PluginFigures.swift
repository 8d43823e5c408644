/// The figures of a plugin that the audio thread publishes.
package struct PluginFigures: BitwiseCopyable {
    /// The reason why it is bypassed; `nil` if it is not.
    package var fault: PluginFault?

    @_noLocks
    init() {}
}
