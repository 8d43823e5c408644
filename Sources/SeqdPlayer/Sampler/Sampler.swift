public import MIDI
import Platform
public import Playback

/// An instrument that a program plays note by note, with sixteen channels.
///
/// ```swift
/// let sampler = try Sampler()
/// try sampler.noteOn(60)
/// try await Task.sleep(for: .seconds(1))
/// try sampler.noteOff(60)
/// ```
///
/// It plays as `seqd live` does, with the same parts; an event sounds with the next period that is
/// rendered. Any thread and any task may use it. A device is released after ten seconds of silence.
///
/// With a file as its output it is rendered step by step, by ``render(seconds:)``: what is played
/// between two steps begins with the second one.
public final class Sampler: Sendable {
    let core: SamplerCore

    /// Reads the SoundFonts and opens the output.
    ///
    /// - Parameters:
    ///   - soundFont: As of ``Player/init(_:soundFont:output:settings:sound:)-(String,_,_,_,_)``.
    ///   - output: The destination of the sound.
    ///   - sound: The settings of the sound.
    /// - Throws: `noInput` or `data` for a font that cannot be read, `usage` for settings out of
    ///   range, `unavailable`, `busy` or `notPermitted` for the device.
    public init(
        soundFont: String? = nil,
        output: SoundOutput = .device(),
        sound: SoundSettings = SoundSettings()
    ) throws(PlaybackError) {
        core = try SamplerCore(output, SoundSettings(sound, soundFont: soundFont))
    }

    deinit { core.close() }

    // MARK: Playing

    /// Begins a note.
    ///
    /// - Parameters:
    ///   - key: The key, 0 … 127; 60 is middle C.
    ///   - velocity: The velocity, 1 … 127.
    ///   - channel: The channel, 0 … 15; 9 plays drums.
    /// - Throws: As ``send(_:)``.
    public func noteOn(
        _ key: UInt8,
        velocity: UInt8 = 100,
        channel: UInt8 = 0
    ) throws(PlaybackError) {
        try check("key", key, 0...127)
        try check("velocity", velocity, 1...127)
        try check("channel", channel, 0...15)
        try send(.noteOn(channel: channel, key: key, velocity: velocity))
    }

    /// Ends a note; a pedal may hold it.
    ///
    /// - Parameters:
    ///   - key: The key, 0 … 127.
    ///   - channel: The channel, 0 … 15.
    /// - Throws: As ``send(_:)``.
    public func noteOff(_ key: UInt8, channel: UInt8 = 0) throws(PlaybackError) {
        try check("key", key, 0...127)
        try check("channel", channel, 0...15)
        try send(.noteOff(channel: channel, key: key))
    }

    /// Gives a channel a preset of the SoundFonts.
    ///
    /// - Parameters:
    ///   - program: The program, 0 … 127.
    ///   - bank: The bank, 0 … 16,383; 128 makes the channel a drum channel.
    ///   - channel: The channel, 0 … 15.
    /// - Throws: As ``send(_:)``.
    public func select(
        program: UInt8,
        bank: UInt16 = 0,
        channel: UInt8 = 0
    ) throws(PlaybackError) {
        try check("program", program, 0...127)
        try check("bank", bank, 0...16_383)
        try check("channel", channel, 0...15)
        try core.select(program: program, bank: bank, channel: channel)
    }

    /// Sends any channel message: controllers, pedals, pitch bend, pressure.
    ///
    /// - Parameter message: The message, such as `.controlChange(…)`; of system messages, all but
    ///   System Reset are ignored.
    /// - Throws: `unavailable` when too many events wait; the failure of the device or file, after
    ///   which nothing plays any more.
    public func send(_ message: MIDIMessage) throws(PlaybackError) { try core.send(message) }

    /// Sends a System Exclusive message.
    ///
    /// - Parameter bytes: The message without F0 and F7.
    /// - Throws: As ``send(_:)``.
    public func send(systemExclusive bytes: [UInt8]) throws(PlaybackError) {
        try core.send(systemExclusive: bytes)
    }

    /// Ends all notes and releases all pedals.
    ///
    /// - Throws: As ``send(_:)``.
    public func panic() throws(PlaybackError) { try core.panic() }

    /// Changes the gain within 10 ms.
    ///
    /// - Parameter decibels: The gain in dB, −60 … 24.
    /// - Throws: `usage` for another one.
    public func setGain(_ decibels: Double) throws(PlaybackError) {
        guard Player.gains.contains(decibels) else {
            throw PlaybackError(.usage, "sampler: gain \(decibels) dB: expected -60 to 24 dB")
        }
        core.setGain(decibels)
    }

    // MARK: The output

    /// Renders a part of a sound file; what was played before begins with it.
    ///
    /// - Parameter seconds: The duration, above 0, rounded up to a period of `SoundSettings.period`
    ///   frames.
    /// - Throws: `usage` where the output is not a file; the failure of the file.
    public func render(seconds: Double) throws(PlaybackError) {
        guard seconds > 0, seconds <= 1e9 else {
            throw PlaybackError(.usage, "sampler: render \(seconds) s: expected more than 0 s")
        }
        try core.render(seconds: seconds)
    }

    /// Fades out within 10 ms, and completes the sound file or releases the device.
    ///
    /// - Throws: The failure of the device or file.
    public func finish() throws(PlaybackError) { try core.finish() }

    private func check<Number: FixedWidthInteger>(
        _ name: String,
        _ value: Number,
        _ range: ClosedRange<Number>
    ) throws(PlaybackError) {
        guard !range.contains(value) else { return }
        throw PlaybackError(
            .usage,
            "sampler: \(name) \(value): expected \(range.lowerBound) to \(range.upperBound)"
        )
    }
}
