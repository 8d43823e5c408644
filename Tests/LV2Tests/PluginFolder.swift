import CPlugin
import Glibc
import LV2
import Platform
import TestSupport

/// A folder with the bundles of some test plugins.
final class PluginFolder {
    let folder: TemporaryDirectory
    let library: PluginLibrary

    init(_ sources: [PluginSource], isCompiled: Bool = true) async throws {
        folder = try TemporaryDirectory()
        for source in sources { try await source.build(in: folder, isCompiled: isCompiled) }
        library = try PluginLibrary(path: folder.path)
    }

    /// Makes an instance without a trial.
    func plugin(_ words: String, rate: Int = 48_000) throws -> Plugin {
        try Plugin(Self.settings(words), rate: rate, library: library, trial: nil)
    }

    static func settings(_ words: String) throws -> PluginSettings {
        try PluginSettings(parsing: words.split(separator: ",").map(String.init))
    }
}

/// Two channels.
struct Sound: Equatable {
    var left: [Float]
    var right: [Float]

    init(left: [Float], right: [Float]) { (self.left, self.right) = (left, right) }

    init(mono: [Float]) { self.init(left: mono, right: mono) }

    /// A sine on both sides.
    init(sine frequency: Double, amplitude: Double, frames: Int, rate: Int = 48_000) {
        self.init(
            mono: (0..<frames).map { frame in
                Float(amplitude * sine(frequency * Double(frame) / Double(rate)))
            }
        )
    }

    /// Different numbers on both sides.
    init(ramp frames: Int) {
        self.init(
            left: (0..<frames).map { Float($0 % 31) / 64 },
            right: (0..<frames).map { -Float($0 % 17) / 32 }
        )
    }

    var isFinite: Bool { (left + right).allSatisfy(\.isFinite) }

    var peak: Float { (left + right).map(\.magnitude).max() ?? 0 }

    /// The root mean square of the left side from a frame on.
    func level(from start: Int) -> Double {
        let rest = left[start...]
        return (rest.reduce(0) { $0 + Double($1) * Double($1) } / Double(rest.count)).squareRoot()
    }

    /// The sound after a plugin, in blocks of some lengths, which are repeated.
    func through(_ plugin: Plugin, blocks: [Int] = [64]) -> Sound {
        var (left, right) = (left, right)
        let count = left.count
        left.withUnsafeMutableBufferPointer { left in
            right.withUnsafeMutableBufferPointer { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return }
                var (start, block) = (0, 0)
                while start < count {
                    let frames = min(blocks[block % blocks.count], count - start)
                    seqd_plugin_process(plugin.handle, left + start, right + start, UInt32(frames))
                    start += frames
                    block += 1
                }
            }
        }
        return Sound(left: left, right: right)
    }
}

/// The sine of a number of turns.
private func sine(_ turns: Double) -> Double { Glibc.sin(2 * .pi * turns) }
