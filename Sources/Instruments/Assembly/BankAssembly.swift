public import SoundFont

/// A SoundFont made of a description and the facts about its recordings.
///
/// It says where each channel of each recording goes; the frames themselves are copied by others.
public struct BankAssembly: Sendable {
    /// The presets, instruments and sample headers.
    public private(set) var bank: SoundBank
    /// The additions to the zones of each instrument that a SoundFont cannot hold.
    public private(set) var supplements: [[ZoneSupplement]] = []
    /// The origin of the frames of each sample.
    public private(set) var origins: [SampleOrigin] = []
    /// The frames to be copied.
    public private(set) var pieces: [SamplePiece] = []
    /// The number of frames of the sample data, the gaps between samples included; even.
    public private(set) var frameCount = 0
    /// Whether frames have 24 bits.
    public private(set) var has24Bits = false
    /// The findings of the description, and those that are due to the recordings.
    public private(set) var diagnostics: [InstrumentDiagnostic]

    /// Why nothing of an SFZ file can be played as a SoundFont; `nil` where something can.
    public private(set) var silence: String?

    private let description: InstrumentDescription
    private let recordings: [Recording?]
    private var log = InstrumentLog()
    private let gains: [Double]
    private var copies: [Copy: Int] = [:]
    private var headers: [Header: Int] = [:]
    private var names: Set<String> = []

    /// A channel of a recording.
    private struct Channel: Hashable {
        let source: Int
        let channel: Int
    }

    /// Frames of a channel that are in the sample data.
    private struct Copy: Hashable {
        let channel: Channel
        let frames: Range<Int>
    }

    /// The values that zones must have in common to share a sample's header.
    private struct Header: Hashable {
        let channel: Channel
        let frames: Range<Int>
        let loop: Range<Int>?
        let rootKey: Int
        let isLinked: Bool
    }

    /// Makes a SoundFont.
    ///
    /// - Parameters:
    ///   - description: The description.
    ///   - recordings: The facts about each of its sources; `nil` for those that cannot be read, whose
    ///     regions are left out.
    ///   - gains: The decibels by which the frames of each source will be louder than in the recording;
    ///     zones become softer by as much. None for 0.
    ///   - isForFile: Whether a file is made of it, which cannot hold ``supplements``: of the regions
    ///     that are played in turn or by chance the first are taken, and gains are approximated.
    /// - Throws: A description without anything to play (for an SFZ file only where a file is made:
    ///   see ``silence``), or with more than a SoundFont can hold.
    public init(
        _ description: InstrumentDescription,
        recordings: [Recording?],
        gains: [Double] = [],
        isForFile: Bool = false
    ) throws(InstrumentError) {
        self.description = description
        self.gains = gains
        self.recordings = recordings
        diagnostics = description.diagnostics
        bank = SoundBank(
            information: BankInformation(
                texts: [
                    BankInformation.Text("isng", "EMU8000"),
                    BankInformation.Text(
                        "INAM",
                        description.name.isEmpty ? "Instrument" : description.name
                    ),
                ] + description.texts.filter { $0.chunk != "INAM" && $0.chunk != "isng" }
            )
        )
        for program in description.programs { add(program, isForFile: isForFile) }
        diagnostics += log.diagnostics
        if supplements.allSatisfy(\.isEmpty) {
            let silence = InstrumentDiagnostic.silence(diagnostics)
            self.silence = silence
            guard !bank.presets.isEmpty else {
                throw InstrumentError(
                    .empty,
                    InstrumentPosition(file: description.name),
                    silence
                )
            }
        }
        // The low bytes of 24-bit frames have to be even in number (§6.2).
        frameCount += frameCount % 2
        // A header counts frames in 32 bits, a chunk bytes.
        guard frameCount <= 0x5000_0000, bank.samples.count < 65_535, bank.presets.count < 65_535
        else {
            throw InstrumentError(
                .tooLarge,
                InstrumentPosition(file: description.name),
                "\(bank.samples.count) samples with \(frameCount) frames are more than a SoundFont "
                    + "can hold"
            )
        }
    }

    private mutating func add(_ program: InstrumentDescription.Program, isForFile: Bool) {
        let name = Self.cut(program.name.isEmpty ? "Preset" : program.name, to: 20)
        var instrument = SoundBank.Instrument(name: name, global: Self.global)
        var supplements: [ZoneSupplement] = []
        for region in program.regions {
            if isForFile, let choice = region.choice, !choice.isFirst {
                tellLost(choice, region.position)
                continue
            }
            var supplement = ZoneSupplement(choice: region.choice, gain: region.noteGain)
            var region = region
            if let gain = region.noteGain {
                region.takeVelocity(gain, isForFile: isForFile)
                if isForFile { tellLost(gain, region.position) }
            }
            if isForFile { supplement = ZoneSupplement() }
            let zones = zones(of: region)
            instrument.zones += zones
            supplements += zones.map { _ in supplement }
        }
        // Other voices may play what was left out of an SFZ file.
        let isKept = description.sfz != nil && program.regions.isEmpty && !isForFile
        guard !instrument.zones.isEmpty || isKept else { return }
        let index = bank.add(instrument)
        self.supplements.append(supplements)
        bank.presets.append(
            SoundBank.Preset(
                name: name,
                bank: program.bank,
                program: program.number,
                zones: [SoundBank.Zone(target: index)]
            )
        )
    }

    private mutating func tellLost(_ choice: RegionChoice, _ position: InstrumentPosition) {
        if choice.position > 0 {
            log.addOnce(
                .warning,
                position,
                "seq_position",
                "a SoundFont has no round robin; only the first of each sequence is in the file"
            )
        } else {
            log.addOnce(
                .warning,
                position,
                "lorand",
                "a SoundFont has no random choice; only the regions from 0 on are in the file"
            )
        }
    }

    private mutating func tellLost(_ gain: NoteGain, _ position: InstrumentPosition) {
        if Set(gain.keys).count > 1 {
            log.addOnce(
                .warning,
                position,
                "xfin_lokey",
                "a SoundFont has no fade over keys; the file has the level in their middle"
            )
        }
        log.addOnce(
            .note,
            position,
            "amp_velcurve",
            "a SoundFont changes level by velocity in one way; the file agrees in the middle of "
                + "the velocities and at their end"
        )
    }

    /// A global zone that switches the default modulator to the cutoff off (§8.4.2).
    ///
    /// Some synthesizers darken soft notes by it, which no description asks for. It has another second
    /// source in version 2.01 of the specification.
    private static let global = SoundBank.Zone(
        target: nil,
        modulators: [ModulatorSource(rawValue: 0), ModulatorSource(rawValue: 2 | 3 << 10)].map {
            Modulator(
                source: ModulatorSource(rawValue: 2 | 0x100),
                destination: .filterCutoff,
                amount: 0,
                amountSource: $0
            )
        }
    )

    private mutating func zones(of region: Region) -> [SoundBank.Zone] {
        guard recordings.indices.contains(region.source), let recording = recordings[region.source]
        else { return [] }
        if let reason = Self.silence(of: region.keys, "keys")
            ?? Self.silence(of: region.velocities, "velocities")
        {
            log.add(.error, region.position, description.sources[region.source].name, reason)
            return []
        }
        var end = min(region.end ?? recording.frameCount, recording.frameCount)
        // A loop that begins where the region ends is played nevertheless.
        let repeated = loop(of: region, recording)
        if let repeated, end < repeated.lowerBound + 2 { end = repeated.upperBound }
        var region = region
        if let repeated, region.start >= repeated.upperBound {
            region.start =
                repeated.lowerBound + (region.start - repeated.lowerBound) % repeated.count
        }
        guard region.start < end - 1 else {
            log.add(
                .error,
                region.position,
                description.sources[region.source].name,
                "plays frames \(region.start) to \(end) of \(recording.frameCount); silent"
            )
            return []
        }
        let (loop, mode) = loop(of: region, recording, region.start..<end)
        let sides =
            recording.channelCount == 1
            ? [(channel: 0, pan: region.pan, gain: 0)] : Self.sides(balance: region.pan)
        let rootKey = region.rootKey ?? recording.rootKey ?? 60
        let detune =
            region.rootKey == nil || region.rootKey == recording.rootKey
            ? recording.detune : 0
        var indices: [Int] = []
        for side in sides {
            let header = Header(
                channel: Channel(source: region.source, channel: side.channel),
                frames: region.start..<end,
                loop: loop,
                rootKey: rootKey,
                isLinked: sides.count == 2
            )
            indices.append(index(of: header, recording))
        }
        if sides.count == 2 { link(indices[0], indices[1]) }
        return zip(sides, indices).map { side, index in
            var zone = SoundBank.Zone(
                target: index,
                keys: region.keys == ZoneRange(0, 127) ? nil : region.keys,
                velocities: region.velocities == ZoneRange(0, 127) ? nil : region.velocities,
                generators: region.generators,
                modulators: region.modulators
            )
            Self.set(&zone, .pan, side.pan * 500)
            // Synthesizers play 0.4 of an attenuation's centibels.
            Self.set(&zone, .attenuation, (gain(of: region.source) - region.gain - side.gain) * 25)
            let cents = min(max(region.tuning - detune, -12_000), 12_000)
            let semitones = (cents / 100).rounded(.toNearestOrAwayFromZero)
            Self.set(&zone, .coarseTune, semitones)
            Self.set(&zone, .fineTune, cents - semitones * 100)
            Self.set(&zone, .sampleModes, mode)
            return zone
        }
    }

    /// The fault of a range that holds no note; `nil` for other ranges.
    private static func silence(of range: ZoneRange, _ name: String) -> String? {
        guard range.numbers == nil else { return nil }
        return range.low > range.high
            ? "\(name) \(range.low) to \(range.high): the lowest is above the highest; silent"
            : "no \(name) from 0 to 127; silent"
    }

    private func gain(of source: Int) -> Double {
        gains.indices.contains(source) ? gains[source] : 0
    }

    /// The decibels by which each source has to be louder, so that no zone has a negative attenuation:
    /// synthesizers play none.
    ///
    /// - Parameter description: The description.
    /// - Returns: A number from 0 on for each source.
    public static func gains(for description: InstrumentDescription) -> [Double] {
        var gains = [Double](repeating: 0, count: description.sources.count)
        for region in description.programs.flatMap(\.regions)
        where gains.indices.contains(region.source) {
            let peak = region.noteGain?.peak(region.keys, region.velocities) ?? 0
            gains[region.source] = max(gains[region.source], region.gain + peak)
        }
        return gains
    }

    private static func set(_ zone: inout SoundBank.Zone, _ kind: GeneratorKind, _ value: Double) {
        let amount = Units.amount(kind == .attenuation ? min(max(value, -1_440), 1_440) : value)
        guard amount != 0 else { return }
        zone.generators.append(Generator(kind, amount))
    }

    /// The channels of a stereo recording, with their positions and levels: in the middle, a recording
    /// with two equal channels is as loud as one with a single channel.
    private static func sides(balance: Double) -> [(channel: Int, pan: Double, gain: Double)] {
        // The squares of both add up to 1; a voice at one side is as loud as its frames.
        [(0, -1, Units.decibels(sine(1 - balance))), (1, 1, Units.decibels(sine(1 + balance)))]
            .filter { $0.gain > -100 }
    }

    /// The sine of a part of an eighth of a turn, 0 … 2.
    private static func sine(_ x: Double) -> Double {
        let angle = x * 0.785_398_163_397_448_3
        var term = angle
        var sum = angle
        for n in 1...10 {
            term *= -angle * angle / Double(2 * n * (2 * n + 1))
            sum += term
        }
        return max(sum, 0)
    }

    /// The way of going through a recording.
    private static func mode(_ region: Region, _ recording: Recording) -> Region.LoopMode {
        region.loopMode ?? (recording.loop == nil ? .none : .continuous)
    }

    /// The loop that is played and lies within the recording; `nil` without one.
    private func loop(of region: Region, _ recording: Recording) -> Range<Int>? {
        let mode = Self.mode(region, recording)
        guard mode == .continuous || mode == .untilRelease,
            let end = region.loopEnd ?? recording.loop?.upperBound, end <= recording.frameCount,
            let start = region.loopStart ?? recording.loop?.lowerBound, start + 2 <= end
        else { return nil }
        return start..<end
    }

    /// The loop within the recording, and the value of the generator sampleModes.
    private mutating func loop(
        of region: Region,
        _ recording: Recording,
        _ frames: Range<Int>
    ) -> (loop: Range<Int>?, mode: Double) {
        let mode = Self.mode(region, recording)
        guard mode == .continuous || mode == .untilRelease else { return (nil, 0) }
        let first = region.loopStart ?? recording.loop?.lowerBound ?? frames.lowerBound
        let last = region.loopEnd ?? recording.loop?.upperBound ?? frames.upperBound
        let loop =
            max(
                first,
                frames.lowerBound
            )..<max(min(last, frames.upperBound), max(first, frames.lowerBound))
        guard loop.count >= 2 else {
            log.addOnce(
                .warning,
                region.position,
                description.sources[region.source].name,
                "loop from frame \(first) to \(last) is not within frames \(frames.lowerBound) to "
                    + "\(frames.upperBound); not looped"
            )
            return (nil, 0)
        }
        if let end = region.loopEnd, end > recording.frameCount {
            log.addOnce(
                // One frame too many is a usual slip in counting, which nobody hears.
                end == recording.frameCount + 1 ? .note : .warning,
                region.position,
                description.sources[region.source].name,
                "loop to frame \(end) of \(recording.frameCount); it ends with the last"
            )
        }
        return (loop, mode == .continuous ? 1 : 3)
    }

    private mutating func index(of header: Header, _ recording: Recording) -> Int {
        if let known = headers[header] { return known }
        // Synthesizers read some frames behind the end, which have to be silent: a sample that ends
        // before its recording gets a copy.
        let isWhole = header.frames.upperBound == recording.frameCount
        let copied = isWhole ? 0..<recording.frameCount : header.frames
        let start = start(of: Copy(channel: header.channel, frames: copied), recording)
        let loop = header.loop ?? header.frames.lowerBound..<header.frames.lowerBound
        let name = description.sources[header.channel.source].name
        let index = bank.add(
            SoundBank.Sample(
                name: unused(name, side: header.isLinked ? header.channel.channel : nil),
                start: start + header.frames.lowerBound,
                end: start + header.frames.upperBound,
                loopStart: start + loop.lowerBound,
                loopEnd: start + loop.upperBound,
                rate: UInt32(clamping: recording.rate),
                rootKey: UInt8(clamping: header.rootKey)
            )
        )
        headers[header] = index
        origins.append(
            SampleOrigin(source: header.channel.source, firstFrame: header.frames.lowerBound)
        )
        return index
    }

    /// The position in the sample data that the first frame of a recording has or would have.
    private mutating func start(of copy: Copy, _ recording: Recording) -> Int {
        if let known = copies[copy] { return known }
        let start = frameCount - copy.frames.lowerBound
        copies[copy] = start
        pieces.append(
            SamplePiece(
                source: copy.channel.source,
                channel: copy.channel.channel,
                frames: copy.frames,
                destination: frameCount
            )
        )
        // 46 zeros belong behind each sample (§6.1).
        frameCount += copy.frames.count + SoundBank.Sample.gap
        if recording.bits > 16 { has24Bits = true }
        return start
    }

    private mutating func link(_ left: Int, _ right: Int) {
        bank.samples[left].type = .left
        bank.samples[left].link = UInt16(truncatingIfNeeded: right)
        bank.samples[right].type = .right
        bank.samples[right].link = UInt16(truncatingIfNeeded: left)
    }

    /// A name that no other sample has (§7.10: names are unique).
    private mutating func unused(_ name: String, side: Int?) -> String {
        let ending = side.map { $0 == 0 ? "_L" : "_R" } ?? ""
        var candidate = Self.cut(name, to: 20 - ending.count) + ending
        var number = 2
        while !names.insert(candidate).inserted {
            let suffix = "~\(number)" + ending
            candidate = Self.cut(name, to: 20 - suffix.count) + suffix
            number += 1
        }
        return candidate
    }

    /// The beginning of a name in some bytes.
    private static func cut(_ name: String, to limit: Int) -> String {
        var name = name
        while name.utf8.count > limit { name.removeLast() }
        return name
    }
}
