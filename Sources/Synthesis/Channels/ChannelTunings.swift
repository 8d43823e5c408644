package import MIDI
package import Racks
import Tuning

/// The tunings of the sixteen channels of an instance.
///
/// Every channel starts with tuning program 0 of bank 0. A tuning program has the pitches that
/// messages of the MIDI Tuning Standard have set, and for the other keys those of the sampler. The
/// distance of A4 from 440 Hz is added to all. Channels that play drums have equal temperament at
/// 440 Hz in the place of the sampler's tuning, and a program only when they have selected one.
///
/// Allocated with the shard; then the audio thread's.
@safe
package struct ChannelTunings: ~Copyable {
    /// The tuning programs that messages may set, of 128 banks with 128 each.
    package static var programLimit: Int { @_noLocks get { 128 } }

    /// The tunings of a channel.
    private struct Channel: BitwiseCopyable {
        var bank: UInt8 = 0
        /// The bank that the next selection of a program takes it from.
        var nextBank: UInt8 = 0
        var program: UInt8 = 0
        /// Whether a message has selected the program.
        var isSelected = false
        /// Whether it has offsets for the twelve notes, and no program.
        var hasOctave = false
        /// Whether its keys are as the rest says.
        var isCurrent = true
        var isRhythm = false
    }

    /// By key: what is added to equal temperament in cents; NaN for a silent key.
    private let base: UnsafeMutablePointer<Float>
    /// By channel and key: what is added; NaN for a silent key.
    private let keys: UnsafeMutablePointer<Float>
    /// By channel and note.
    private let octaves: UnsafeMutablePointer<Float>
    /// By set program and key: what is added; NaN for a key that is not set.
    private let programs: UnsafeMutablePointer<Float>
    /// By set program: bank and program.
    private let numbers: UnsafeMutablePointer<UInt16>
    private var programCount = 0
    private var channels = InlineArray<16, Channel>(repeating: Channel())
    /// The distance of A4 from 440 Hz in cents.
    private let concertPitch: Float
    /// Whether nothing is tuned, which is so nearly always.
    package private(set) var isPlain: Bool
    private let isPlainAtFirst: Bool

    /// Tunes all channels.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameter tuning: The sampler's tuning.
    package init(_ tuning: SamplerTuning) {
        unsafe base = .allocate(capacity: 128)
        for key in 0..<128 {
            let pitch = tuning.keys.pitches[key]
            unsafe (base + key).initialize(
                to: pitch.map { Float($0 - Double(key) * 100) } ?? .nan
            )
        }
        unsafe keys = .allocate(capacity: 16 * 128)
        unsafe keys.initialize(repeating: 0, count: 16 * 128)
        unsafe octaves = .allocate(capacity: 16 * 12)
        unsafe octaves.initialize(repeating: 0, count: 16 * 12)
        unsafe programs = .allocate(capacity: Self.programLimit * 128)
        // A program's part is filled when a message sets it: until then it occupies no memory.
        unsafe numbers = .allocate(capacity: Self.programLimit)
        concertPitch = Float(tuning.concertPitch)
        isPlain = tuning == SamplerTuning()
        isPlainAtFirst = isPlain
        for channel in 0..<16 { channels[channel].isCurrent = isPlain }
    }

    deinit {
        unsafe base.deallocate()
        unsafe keys.deallocate()
        unsafe octaves.deallocate()
        unsafe programs.deallocate()
        unsafe numbers.deallocate()
    }

    /// The cents that are added to the keys of a channel.
    ///
    /// - Parameters:
    ///   - channel: The channel, 0 … 15.
    ///   - isRhythm: Whether it plays drums.
    /// - Returns: 128 values in cents, NaN for a silent key; they stay where they are.
    @_noLocks
    package mutating func cents(_ channel: Int, isRhythm: Bool) -> UnsafePointer<Float> {
        let row = unsafe keys + channel * 128
        let state = channels[channel]
        if !state.isCurrent || state.isRhythm != isRhythm {
            fill(channel, isRhythm: isRhythm)
            channels[channel].isCurrent = true
            channels[channel].isRhythm = isRhythm
        }
        return unsafe UnsafePointer(row)
    }

    @_noLocks
    private func fill(_ channel: Int, isRhythm: Bool) {
        let row = unsafe keys + channel * 128
        let state = channels[channel]
        let shift = isRhythm ? 0 : concertPitch
        let hasProgram = !state.hasOctave && (!isRhythm || state.isSelected)
        let slot = hasProgram ? self.slot(state.bank, state.program) : -1
        for key in 0..<128 {
            var cents = isRhythm ? 0 : unsafe base[key]
            if state.hasOctave {
                cents = unsafe octaves[channel * 12 + key % 12]
            } else if slot >= 0, unsafe programs[slot * 128 + key] == programs[slot * 128 + key] {
                cents = unsafe programs[slot * 128 + key]
            }
            unsafe row[key] = cents + shift
        }
    }

    /// The slot of a program that a message has set; −1 for none.
    @_noLocks
    private func slot(_ bank: UInt8, _ program: UInt8) -> Int {
        let number = UInt16(bank) << 8 | UInt16(program)
        for slot in 0..<programCount where unsafe numbers[slot] == number { return slot }
        return -1
    }

    /// The slot of a program, which it gets where no message has set it yet; −1 where all are taken.
    @_noLocks
    private mutating func takeSlot(_ bank: UInt8, _ program: UInt8) -> Int {
        let known = slot(bank, program)
        guard known < 0 else { return known }
        guard programCount < Self.programLimit else { return -1 }
        let slot = programCount
        programCount += 1
        unsafe numbers[slot] = UInt16(bank) << 8 | UInt16(program)
        for key in 0..<128 { unsafe programs[slot * 128 + key] = .nan }
        return slot
    }

    /// Selects a tuning program of a channel (RPN 3), or the bank that the next one is of (RPN 4).
    @_noLocks
    package mutating func select(_ number: UInt8, isBank: Bool, _ channel: Int) {
        guard !isBank else {
            channels[channel].nextBank = number
            return
        }
        channels[channel].bank = channels[channel].nextBank
        channels[channel].program = number
        channels[channel].isSelected = true
        channels[channel].hasOctave = false
        channels[channel].isCurrent = false
        isPlain = isPlainAtFirst && programCount == 0 && !hasOctaves
    }

    /// Selects the program or the bank next to the one that a channel has, where there is one.
    @_noLocks
    package mutating func step(up: Bool, isBank: Bool, _ channel: Int) {
        let number = isBank ? channels[channel].nextBank : channels[channel].program
        guard up ? number < 127 : number > 0 else { return }
        select(up ? number + 1 : number - 1, isBank: isBank, channel)
    }

    /// Whether some channel has offsets for the twelve notes.
    private var hasOctaves: Bool {
        @_noLocks get {
            for channel in 0..<16 where channels[channel].hasOctave { return true }
            return false
        }
    }

    /// Carries out a message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - bytes: Its bytes.
    /// - Returns: The channels that sound otherwise now, bit n for channel n.
    @_noLocks
    package mutating func apply(_ message: TuningMessage, _ bytes: UnsafePointer<UInt8>) -> UInt16 {
        var changed = message.channels
        switch message.kind {
        case .octave:
            for channel in 0..<16 where changed >> UInt16(channel) & 1 == 1 {
                channels[channel].hasOctave = true
                for note in 0..<12 {
                    unsafe octaves[channel * 12 + note] = message.offset(note, in: bytes)
                }
            }
        case .octaveProgram:
            let slot = takeSlot(message.bank, message.program)
            guard slot >= 0 else { return 0 }
            for key in 0..<128 {
                unsafe programs[slot * 128 + key] = message.offset(key % 12, in: bytes)
            }
            changed = users(message)
        case .notes, .program:
            let slot = takeSlot(message.bank, message.program)
            guard slot >= 0 else { return 0 }
            for index in 0..<message.count {
                guard let (key, cents) = unsafe message.key(index, in: bytes) else { continue }
                unsafe programs[slot * 128 + Int(key)] = cents - Float(key) * 100
            }
            changed = users(message)
        }
        for channel in 0..<16 where changed >> UInt16(channel) & 1 == 1 {
            channels[channel].isCurrent = false
        }
        isPlain = false
        return changed
    }

    /// The channels that are tuned by the program of a message.
    @_noLocks
    private func users(_ message: TuningMessage) -> UInt16 {
        var users: UInt16 = 0
        for channel in 0..<16
        where !channels[channel].hasOctave && channels[channel].bank == message.bank
            && channels[channel].program == message.program
        {
            users |= 1 << UInt16(channel)
        }
        return users
    }

    /// Undoes what messages have set.
    @_noLocks
    package mutating func reset() {
        programCount = 0
        for channel in 0..<16 {
            channels[channel] = Channel()
            channels[channel].isCurrent = false
        }
        isPlain = isPlainAtFirst
    }

    /// Takes over the tuning programs that messages have set in another instance.
    @_noLocks
    package mutating func copyPrograms(from other: borrowing ChannelTunings) {
        programCount = other.programCount
        for slot in 0..<programCount { unsafe numbers[slot] = other.numbers[slot] }
        for index in 0..<programCount * 128 { unsafe programs[index] = other.programs[index] }
        for channel in 0..<16 { channels[channel].isCurrent = false }
        if programCount > 0 { isPlain = false }
    }

    /// Tunes a channel as messages have tuned it in another instance.
    @_noLocks
    package mutating func copy(
        _ channel: Int,
        from other: borrowing ChannelTunings,
        _ source: Int
    ) {
        channels[channel] = other.channels[source]
        channels[channel].isCurrent = false
        for note in 0..<12 {
            unsafe octaves[channel * 12 + note] = other.octaves[source * 12 + note]
        }
        if channels[channel].hasOctave { isPlain = false }
    }
}
