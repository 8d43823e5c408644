/// The figures of a plugin that the audio thread publishes.
package struct PluginFigures: BitwiseCopyable {
    /// The reason why it is bypassed; `nil` if it is not.
    package var fault: PluginFault?
    /// The mean time that it takes, as a part of the period; 0 for a file.
    package var meanLoad = 0.0
    /// The longest time.
    package var longestLoad = 0.0

    @_noLocks
    init() {}
}
