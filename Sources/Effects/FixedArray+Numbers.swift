import Realtime

extension FixedArray<Double> {
    /// Sets a value to an element that is a number.
    @_noLocks
    func take(_ index: Int, _ value: inout Double) {
        if !self[index].isNaN { value = self[index] }
    }
}
