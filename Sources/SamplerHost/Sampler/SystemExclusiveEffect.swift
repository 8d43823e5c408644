/// The effect of a System Exclusive message on a FluidSynth instance.
///
/// `SystemExclusive` gives the meaning of a message. FluidSynth ignores some of them: those for
/// other devices, those with a wrong checksum or with unknown data, and General MIDI System Off
/// (`fluid_synth_sysex`, the same in versions 2.3 and 2.4).
enum SystemExclusiveEffect: Hashable, BitwiseCopyable {
    /// All channels return to their initial state; this mode chooses banks from now on.
    case reset(BankMode)
    /// In GS mode, a channel becomes a rhythm part or a melodic one, with program 0. No effect in
    /// other modes.
    case part(channel: UInt8, isRhythm: Bool)
    /// Nothing that concerns the selection of presets.
    case none

    /// The setting `synth.device-id` of all instances: the device ID in Roland's and Yamaha's files.
    static var deviceID: UInt8 {
        @_noLocks get { 16 }
    }

    /// Reads a message.
    ///
    /// - Parameters:
    ///   - bytes: The message, F0 and F7 left out.
    ///   - count: How many bytes there are.
    @_noLocks
    init(of bytes: UnsafePointer<UInt8>, count: Int) {
        self = .none
        // Device ID 127 addresses all devices.
        guard count >= 4, unsafe bytes[1] == Self.deviceID || bytes[1] == 0x7F else { return }
        switch unsafe (bytes[0], bytes[2]) {
        case (0x7E, 0x09):
            if unsafe bytes[3] == 1 || bytes[3] == 3 { self = .reset(.gm) }
        case (0x41, 0x42):
            if count == 9, unsafe bytes[3] == 0x12 { self = unsafe Self.ofGS(bytes) }
        case (0x43, 0x4C):
            guard count == 7, unsafe bytes[3] == 0, unsafe bytes[4] == 0, unsafe bytes[6] == 0
            else { return }
            if unsafe bytes[5] == 0x7E || bytes[5] == 0x7F { self = .reset(.xg) }
        default: break
        }
    }

    /// Reads a Roland GS data set message with one byte of data.
    @_noLocks
    private static func ofGS(_ bytes: UnsafePointer<UInt8>) -> SystemExclusiveEffect {
        var sum: UInt8 = 0
        for index in 4..<9 { unsafe sum &+= bytes[index] }
        guard sum & 0x7F == 0, unsafe bytes[8] < 0x80 else { return .none }
        switch unsafe (bytes[4], bytes[5], bytes[6], bytes[7]) {
        case (0x40, 0x00, 0x7F, 0x00): return .reset(.gs)
        // The end of GS mode.
        case (0x40, 0x00, 0x7F, 0x7F): return .reset(.gm)
        case (0x40, 0x10...0x1F, 0x15, 0...2):
            // Blocks 1 … 9 are parts 1 … 9, block 0 is part 10, and 10 … 15 are parts 11 … 16.
            let block = unsafe bytes[5] & 0x0F
            let channel: UInt8 = block == 0 ? 9 : (block < 10 ? block - 1 : block)
            return unsafe .part(channel: channel, isRhythm: bytes[7] != 0)
        default: return .none
        }
    }
}
