import CFluidSynth

extension GeneratorValue {
    /// A generator by FluidSynth's name for it.
    @_noLocks
    init(_ generator: fluid_gen_type, _ value: Float) {
        self.init(UInt8(truncatingIfNeeded: generator.rawValue), value)
    }

    /// The generator that an AWE32's NRPN (127, 0 … 26) sets.
    ///
    /// - Parameters:
    ///   - number: The fine part of the parameter's number.
    ///   - data: The 14 bits of its data entry.
    /// - Returns: The generator, and whether it changes what sounds; `nil` where there is none.
    @_noLocks
    static func awe32(_ number: UInt8, data: Int) -> (value: GeneratorValue, isRealTime: Bool)? {
        var isRealTime = false
        let data = Int32(truncatingIfNeeded: data)
        let generator = unsafe seqd_awe32_generator(Int32(number), data, &isRealTime)
        guard generator.number != 255 else { return nil }
        return (GeneratorValue(generator.number, generator.value), isRealTime)
    }
}
