/// The bytes of a DLS bank.
public struct DLSBuilder: Sendable {
    /// The levels of the format, whose lists have names of their own.
    public enum Level: Sendable, CaseIterable {
        /// DLS 1.
        case one
        /// DLS 2.
        case two
    }

    /// Chunks of `lins`.
    public var instruments: [[UInt8]] = []
    /// Chunks of `wvpl`.
    public var waves: [[UInt8]] = []

    /// Makes an empty bank.
    public init() {}

    /// A number in some bytes, the least significant first.
    public static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A chunk with its header.
    public static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(content.count, 4) + content
            + (content.count % 2 == 1 ? [0] : [])
    }

    /// A chunk `LIST` of a type.
    public static func list(_ type: String, _ content: [UInt8]) -> [UInt8] {
        chunk("LIST", Array(type.utf8) + content)
    }

    /// A wave sample chunk.
    public static func waveSample(key: Int, tune: Int = 0, gain: Int = 0, loop: (Int, Int)? = nil)
        -> [UInt8]
    {
        var content = little(20, 4) + little(key, 2) + little(tune, 2) + little(gain * 655_360, 4)
        content += little(0, 4) + little(loop == nil ? 0 : 1, 4)
        if let loop {
            content += little(16, 4) + little(0, 4) + little(loop.0, 4) + little(loop.1, 4)
        }
        return chunk("wsmp", content)
    }

    /// An articulator: source, control, destination, and the scale in the destination's unit.
    public static func articulation(
        _ connections: [(Int, Int, Int, Double)],
        level: Level = .two
    ) -> [UInt8] {
        var content = little(8, 4) + little(connections.count, 4)
        for (source, control, destination, scale) in connections {
            content +=
                little(source, 2) + little(control, 2) + little(destination, 2) + little(0, 2)
            content += little(Int(scale * 65_536), 4)
        }
        return level == .one
            ? list("lart", chunk("art1", content)) : list("lar2", chunk("art2", content))
    }

    /// A wave of 16 bits.
    public static func wave(_ frames: [Int16], rate: Int = 22_050, extra: [UInt8] = []) -> [UInt8] {
        let format =
            little(1, 2) + little(1, 2) + little(rate, 4) + little(rate * 2, 4)
            + little(2, 2) + little(16, 2)
        let data = frames.flatMap { little(Int($0), 2) }
        return list("wave", chunk("fmt ", format) + extra + chunk("data", data))
    }

    /// A region of all velocities.
    public static func region(
        keys: (Int, Int),
        wave: Int,
        group: Int = 0,
        extra: [UInt8] = [],
        level: Level = .two
    ) -> [UInt8] {
        let header =
            little(keys.0, 2) + little(keys.1, 2) + little(0, 2) + little(127, 2)
            + little(0, 2) + little(group, 2)
        let link = little(0, 2) + little(0, 2) + little(1, 4) + little(wave, 4)
        return list(
            level == .one ? "rgn " : "rgn2",
            chunk("rgnh", header) + extra + chunk("wlnk", link)
        )
    }

    /// An instrument with a name.
    public static func instrument(
        bank: Int,
        program: Int,
        name: String,
        regions: [[UInt8]],
        extra: [UInt8] = []
    ) -> [UInt8] {
        let header = little(regions.count, 4) + little(bank, 4) + little(program, 4)
        return list(
            "ins ",
            chunk("insh", header) + list("lrgn", regions.flatMap { $0 }) + extra
                + list("INFO", chunk("INAM", Array(name.utf8) + [0]))
        )
    }

    /// The file.
    public var bytes: [UInt8] {
        var cues = Self.little(8, 4) + Self.little(waves.count, 4)
        var offset = 0
        for wave in waves {
            cues += Self.little(offset, 4)
            offset += wave.count
        }
        let body =
            Array("DLS ".utf8) + Self.chunk("colh", Self.little(instruments.count, 4))
            + Self.list("lins", instruments.flatMap { $0 }) + Self.chunk("ptbl", cues)
            + Self.list("wvpl", waves.flatMap { $0 })
        return Array("RIFF".utf8) + Self.little(body.count, 4) + body
    }
}
