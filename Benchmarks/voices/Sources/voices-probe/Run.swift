import Voices

/// A note as both engines play it, and the steps of the run.
struct Run {
    static let rate = 44_100.0
    /// FluidSynth's factor of all voices, and the same in dB.
    static let gain = 0.2
    static let decibels = -13.979400086720377

    /// A block, in which nothing changes.
    static let block = 64

    var bank = 0
    var program = 0
    var key = 60
    var velocity = 100
    /// The blocks before the note-off, and after it.
    var held = 400
    var released = 300
    /// The controllers that messages move: those of ``moves``.
    var moved: Set<Int> = []

    /// The messages of a run: a controller and its value, at a block; 128 is the wheel, of 128 steps,
    /// and 129 the pressure.
    static let moves: [(block: Int, number: Int, value: Int)] = [
        (0, 91, 20), (20, 1, 90), (40, 7, 60), (60, 11, 100), (80, 10, 20), (100, 128, 100),
        (120, 129, 80), (140, 7, 127), (160, 1, 0), (180, 128, 0), (200, 10, 120), (220, 128, 64),
        (240, 64, 127), (500, 64, 0),
    ]

    /// The sound of FluidSynth.
    func play(_ reference: Reference) -> [Float] {
        reference.renew()
        reference.select(bank: bank, program: program)
        reference.noteOn(key, velocity)
        var output: [Float] = []
        for block in 0..<(held + released) {
            if block == held { reference.noteOff(key) }
            if !moved.isEmpty {
                for move in Self.moves where move.block == block && moved.contains(move.number) {
                    switch move.number {
                    case 128: reference.bend(min(16_383, move.value * 128))
                    case 129: reference.press(move.value)
                    default: reference.control(move.number, move.value)
                    }
                }
            }
            reference.render(Self.block, to: &output)
        }
        return output
    }

    /// The sound of our voices.
    func play(_ preset: PresetReference, _ kernels: KernelSet) -> [Float] {
        var engine = VoiceEngine(
            polyphony: 256,
            rate: Self.rate,
            mode: .reference,
            gain: Self.decibels,
            kernels: kernels
        )
        engine.setPreset(preset, channel: 0)
        engine.noteOn(channel: 0, key: UInt8(key), velocity: UInt8(velocity))
        var output: [Float] = []
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 4 * Self.block)
        defer { memory.deallocate() }
        for block in 0..<(held + released) {
            if block == held { engine.noteOff(channel: 0, key: UInt8(key)) }
            if !moved.isEmpty {
                for move in Self.moves where move.block == block && moved.contains(move.number) {
                    switch move.number {
                    case 128: engine.setWheel(min(16_383, move.value * 128), channel: 0)
                    case 129: engine.setPressure(UInt8(move.value), channel: 0)
                    default: engine.control(UInt8(move.number), UInt8(move.value), channel: 0)
                    }
                }
            }
            engine.render(
                Self.block,
                left: memory,
                right: memory + 64,
                reverb: memory + 128,
                chorus: memory + 192
            )
            for frame in 0..<Self.block {
                output.append(memory[frame])
                output.append(memory[64 + frame])
            }
        }
        return output
    }
}
