import Realtime

/// The values of a plugin's controls on their way, step by step.
struct PluginControlPath: ~Copyable {
    /// The value of a control.
    struct Value: BitwiseCopyable {
        /// The index of the control among the plugin's ports.
        let port: UInt32
        let value: Float
    }

    /// The values of all steps, those of the first step first.
    private let values: FixedArray<Value>
    /// The number of controls.
    let count: Int

    /// Makes a path.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter steps: The values of each step, as many in each.
    init(_ steps: [[Value]]) {
        count = steps.first?.count ?? 0
        let all = steps.flatMap(\.self)
        values = FixedArray(count: all.count) { all[$0] }
    }

    /// The value of a control at the end of a step.
    @_noLocks
    func value(_ index: Int, ofStep step: Int) -> Value { values[step &* count &+ index] }
}
