import SoundFont
import SoundTestSupport
import TestSupport

@testable import SamplerHost

/// An SF3 file: a preset for each of some programs, each a sine of its own, compressed.
enum CompressedFont {
    /// The frequency of a preset's sine on key 69.
    static func tone(_ program: Int) -> Double { 300 + 50 * Double(program) }

    /// Writes a font, without its first programs; the sines have this amplitude.
    static func write(
        in directory: TemporaryDirectory,
        programs: Int,
        from first: Int = 0,
        amplitude: Float = 1
    ) throws -> String {
        var bank = SoundBank(information: BankInformation(version: .init(3, 0)))
        bank.information.texts = [.init("isng", "EMU8000"), .init("INAM", "compressed")]
        var data: [UInt8] = []
        for program in first..<programs {
            let bytes = try vorbis(tone(program), amplitude, in: directory)
            let sample = bank.add(
                SoundBank.Sample(
                    name: "tone \(program)",
                    start: data.count,
                    end: data.count + bytes.count,
                    loopStart: 0,
                    loopEnd: 0,
                    rate: 48_000,
                    rootKey: 69,
                    type: [.mono, .vorbis]
                )
            )
            data += bytes
            let instrument = bank.add(
                SoundBank.Instrument(
                    name: "tone \(program)",
                    zones: [SoundBank.Zone(target: sample)]
                )
            )
            bank.presets.append(
                SoundBank.Preset(
                    name: "tone \(program)",
                    bank: 0,
                    program: UInt16(program),
                    zones: [SoundBank.Zone(target: instrument)]
                )
            )
        }
        if data.count % 2 == 1 { data.append(0) }
        return try directory.write(try bank.bytes(SampleData(bytes: data)), to: "font.sf3")
    }

    /// A second of a sine as an Ogg file.
    private static func vorbis(
        _ frequency: Double,
        _ amplitude: Float,
        in directory: TemporaryDirectory
    ) throws -> [UInt8] {
        let path = directory.path("tone.ogg")
        let sink = try SoundFileWriter.open(
            path: path,
            type: .ogg,
            format: try SoundFileType.ogg.check(rate: 48_000, format: nil),
            rate: 48_000,
            periodFrames: 48_000,
            map: try ChannelMap(parsing: "mono"),
            expectedFrames: 48_000
        )
        var bytes: [UInt8] = []
        for value in WAVBuilder.sine(frequency, frames: 48_000) {
            withUnsafeBytes(of: Float(value) * amplitude) { bytes += $0 }
        }
        _ = try sink.write(bytes.span.bytes, frames: 48_000)
        try sink.finish()
        return try InputFile.read(path)
    }
}
