import Instruments
package import Platform
package import SoundFont
import Synchronization

/// A SoundFont made of the samples of another one, with those that are wanted.
///
/// It is an SF2 file, or with compressed samples an SF3 file.
package struct FontAssembly: Sendable {
    /// The bank, whose headers point into the new data.
    package private(set) var bank: SoundBank
    /// The samples that could not be read, in words.
    package private(set) var faults: [String] = []
    /// The samples whose streams are damaged and that were compressed again, in words.
    package private(set) var damages: [String] = []
    /// The decibels by which compression has made samples softer, of each that it has.
    package private(set) var attenuations: [Double] = []
    private var data: [UInt8] = []
    private var lowBytes: [UInt8] = []
    private let has24Bits: Bool

    /// Copies the samples that a bank's zones play.
    ///
    /// - Parameters:
    ///   - bank: The content's bank, or a part of its presets, instruments and zones.
    ///   - content: The font that the samples are in.
    ///   - compression: The compression for an SF3 file; `nil` for an SF2 file.
    /// - Throws: A sample that cannot be compressed.
    package init(
        _ bank: SoundBank,
        from content: FontContent,
        compression: SampleCompression? = nil
    ) throws(HostError) {
        self.bank = bank
        has24Bits = compression == nil && content.reading.layout.lowBytes != nil
        let used = Set(
            bank.instruments.flatMap { $0.zones.compactMap(\.target) }
        )
        let kept = bank.samples.indices.filter(used.contains)
        let streams = try compression.map { compression throws(HostError) in
            try Self.streams(of: kept, content, compression)
        }
        var indices: [Int: Int] = [:]
        var samples: [SoundBank.Sample] = []
        for (number, index) in kept.enumerated() {
            indices[index] = number
            samples.append(
                streams.map { append($0[number], content.bank.samples[index]) }
                    ?? copy(index, content)
            )
        }
        for index in samples.indices {
            // A link to a sample that was removed counts as none (§7.10).
            if let link = indices[Int(samples[index].link)] {
                samples[index].link = UInt16(truncatingIfNeeded: link)
            } else if !samples[index].type.isDisjoint(with: [.left, .right, .linked]) {
                samples[index].type.remove([.left, .right, .linked])
                samples[index].type.insert(.mono)
                samples[index].link = 0
            }
        }
        self.bank.samples = samples
        // Version 3 says that samples may be compressed (FluidSynth's description of SF3).
        self.bank.information.version =
            compression == nil ? BankInformation.Version(2, 4) : BankInformation.Version(3, 0)
        for instrument in self.bank.instruments.indices {
            for zone in self.bank.instruments[instrument].zones.indices {
                let target = self.bank.instruments[instrument].zones[zone].target
                self.bank.instruments[instrument].zones[zone].target = target.flatMap {
                    indices[$0]
                }
            }
        }
        // The low bytes of 24-bit frames have to be even in number (§6.2).
        if has24Bits, lowBytes.count % 2 == 1 {
            lowBytes.append(0)
            data += [0, 0]
        }
    }

    // MARK: Frames

    private mutating func copy(_ index: Int, _ content: FontContent) -> SoundBank.Sample {
        var sample = content.bank.samples[index]
        let (frames, fault) = Self.frames(index, content)
        if let fault { faults.append(fault) }
        let start = data.count / 2
        let base = sample.loopBase
        sample.loopStart = start + max(sample.loopStart - base, 0)
        sample.loopEnd = start + max(sample.loopEnd - base, 0)
        sample.start = start
        sample.end = start + frames.count
        sample.type.remove([.vorbis, .readOnlyMemory])
        if sample.type.isEmpty { sample.type = .mono }
        for frame in frames { append(frame) }
        for _ in 0..<SoundBank.Sample.gap { append(0) }
        return sample
    }

    /// The frames of a sample, and why they could not be read; two frames of silence then replace
    /// them.
    private static func frames(
        _ index: Int,
        _ content: FontContent
    ) -> (frames: [Float], fault: String?) {
        do throws(HostError) {
            return (try content.frames(ofSample: index), nil)
        } catch {
            return ([0, 0], error.reason)
        }
    }

    private mutating func append(_ value: Float) {
        if has24Bits {
            let number = Int32(min(max((value * 8_388_608).rounded(), -8_388_608), 8_388_607))
            lowBytes.append(UInt8(truncatingIfNeeded: number))
            data.append(UInt8(truncatingIfNeeded: number >> 8))
            data.append(UInt8(truncatingIfNeeded: number >> 16))
        } else {
            let number = Int32(min(max((value * 32_768).rounded(), -32_768), 32_767))
            data.append(UInt8(truncatingIfNeeded: number))
            data.append(UInt8(truncatingIfNeeded: number >> 8))
        }
    }

    // MARK: Streams

    /// A compressed sample, and why its frames could not be read.
    private struct Compressed: Sendable {
        var stream: SampleCompression.Stream
        var fault: String?
        var damage: String?
    }

    /// The samples that threads have compressed.
    private final class Results: Sendable {
        let values = Mutex<[Int: Result<Compressed, HostError>]>([:])
    }

    /// Compresses samples, several at once.
    private static func streams(
        of samples: [Int],
        _ content: FontContent,
        _ compression: SampleCompression
    ) throws(HostError) -> [Compressed] {
        let results = Results()
        ParallelWork.forEach(Array(samples.indices)) { number in
            let result = compressed(number, samples[number], content, compression)
            results.values.withLock { $0[number] = result }
        }
        let all = results.values.withLock { $0 }
        var streams: [Compressed] = []
        for number in samples.indices {
            guard var stream = try all[number]?.get() else { continue }
            // libsndfile keeps one reason for all threads: it is asked again, without others.
            if stream.fault != nil { stream.fault = frames(samples[number], content).fault }
            streams.append(stream)
        }
        return streams
    }

    private static func compressed(
        _ number: Int,
        _ index: Int,
        _ content: FontContent,
        _ compression: SampleCompression
    ) -> Result<Compressed, HostError> {
        let sample = content.bank.samples[index]
        var damage: String?
        if compression.keepsStreams {
            switch original(index, content) {
            case .success(let bytes?): return .success(Compressed(stream: .init(bytes: bytes)))
            case .success(nil): break
            case .failure(let error): damage = "sample \(sample.name): \(error.reason)"
            }
        }
        var (frames, fault) = Self.frames(index, content)
        // A loop may end in the zeros behind the sample, and not behind a stream's last frame.
        let loopEnd = sample.loopEnd - sample.loopBase
        let loopEndLimit = frames.count + SoundBank.Sample.gap
        if fault == nil, sample.loopStart < sample.loopEnd, loopEnd <= loopEndLimit {
            frames += [Float](repeating: 0, count: max(loopEnd - frames.count, 0))
        }
        return Result { () throws(HostError) in
            let stream = try compression.stream(
                of: frames,
                rate: Int(sample.playedRate),
                serial: UInt32(truncatingIfNeeded: number),
                name: "\(content.path): sample \(sample.name)"
            )
            return Compressed(stream: stream, fault: fault, damage: fault == nil ? damage : nil)
        }
    }

    /// The stream of a sample, if it can be copied as it is.
    ///
    /// - Parameters:
    ///   - index: The sample.
    ///   - content: The font.
    /// - Returns: The bytes; `nil` without a stream of one channel that has all of the sample, at its
    ///   level, and a failure for one that is damaged.
    private static func original(
        _ index: Int,
        _ content: FontContent
    ) -> Result<[UInt8]?, HostError> {
        guard let sample = content.encodedSample(index), sample.compression == .vorbis,
            sample.recording.channelCount == 1,
            content.image?.frames.hasLevelOfRecording(index) ?? true
        else { return .success(nil) }
        if let fault = content.fault(in: sample) {
            return .failure(HostError(.data, content.path, fault))
        }
        return Result { () throws(HostError) in
            let bytes = try content.bytes(of: sample)
            // A recording may be as loud as it likes; the sample of a font should not be clipped.
            let isFile = content.image != nil
            return isFile && SampleCompression.exceedsFullScale(bytes) ? nil : bytes
        }
    }

    private mutating func append(
        _ compressed: Compressed,
        _ original: SoundBank.Sample
    ) -> SoundBank.Sample {
        if let fault = compressed.fault { faults.append(fault) }
        if let damage = compressed.damage { damages.append(damage) }
        let stream = compressed.stream
        if stream.attenuation > 0 { attenuations.append(stream.attenuation) }
        var sample = original
        sample.start = data.count
        sample.end = data.count + stream.bytes.count
        // The loop of a compressed sample counts from its start.
        sample.loopStart = max(original.loopStart - original.loopBase, 0)
        sample.loopEnd = max(original.loopEnd - original.loopBase, 0)
        sample.type.remove(.readOnlyMemory)
        if sample.type.isDisjoint(with: [.mono, .left, .right, .linked]) {
            sample.type.insert(.mono)
        }
        sample.type.insert(.vorbis)
        data += stream.bytes
        return sample
    }

    // MARK: The file

    /// The font as an SF2 or SF3 file.
    ///
    /// - Throws: More than a file can count.
    package func bytes() throws(HostError) -> [UInt8] {
        do throws(SoundFontWriteError) {
            return try bank.bytes(SoundFont.SampleData(bytes: data, lowBytes: lowBytes))
        } catch {
            throw HostError(.data, bank.information.name, "too large for a SoundFont: \(error)")
        }
    }
}

extension SoundBank.Sample {
    /// The number that its loop counts from: that of its first frame, or 0 where it is compressed.
    package var loopBase: Int { type.contains(.vorbis) ? 0 : start }
}
