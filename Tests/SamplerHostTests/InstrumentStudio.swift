import SamplerHost
import TestSupport

/// A folder with sound files of known waves, and the sound of instruments in it.
struct InstrumentStudio {
    let directory: TemporaryDirectory

    /// A sine of 440 Hz for two seconds, at −12.04 dBFS.
    static let sine = WAVBuilder.sine(440, frames: 96_000)

    init() throws {
        directory = try TemporaryDirectory()
        try add("sine.wav", WAVBuilder([Self.sine]))
    }

    func add(_ name: String, _ file: WAVBuilder) throws {
        try directory.write(file.bytes, to: name)
    }

    /// Writes an SFZ file.
    func write(_ text: String) throws -> String {
        try directory.write(Array(text.utf8), to: "test.sfz")
    }

    /// A note of SFZ text.
    func sfz(_ text: String, key: UInt8 = 69, velocity: UInt8 = 127, length: UInt32 = 500) throws
        -> Rendering
    {
        try note(of: try write(text), key: key, velocity: velocity, length: length)
    }

    /// A note of an instrument, dry: it begins at frame 0 and rings for a second after its end.
    func note(
        of path: String,
        key: UInt8 = 69,
        velocity: UInt8 = 127,
        length: UInt32 = 500
    ) throws -> Rendering {
        try render(path) {
            $0.note(at: 0, length: length, channel: 0, key: key, velocity: velocity)
        }
    }

    func render(
        _ path: String,
        engine: SynthesisEngine = TestedEngine.current,
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) throws -> Rendering {
        var options = Rendering.Options()
        options.limiter = false
        options.engine = engine
        options.tail = .frames(48_000)
        return try Rendering(SMFBuilder.milliseconds(body), font: path, options)
    }
}
