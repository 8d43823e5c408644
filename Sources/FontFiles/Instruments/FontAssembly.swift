package import Platform
package import SoundFont

/// A SoundFont made of the samples of another one, with those that are wanted, and not compressed.
package struct FontAssembly: Sendable {
    /// The bank, whose headers point into the new data.
    package private(set) var bank: SoundBank
    /// The samples that could not be read, in words.
    package private(set) var faults: [String] = []
    private var data: [UInt8] = []
    private var lowBytes: [UInt8] = []
    private let has24Bits: Bool

    /// Copies the samples that a bank's zones play.
    ///
    /// - Parameters:
    ///   - bank: The content's bank, or a part of its presets, instruments and zones.
    ///   - content: The font that the samples are in.
    /// - Throws: A font that cannot be read any more.
    package init(_ bank: SoundBank, from content: FontContent) throws(HostError) {
        self.bank = bank
        has24Bits = content.reading.layout.lowBytes != nil
        let used = Set(
            bank.instruments.flatMap { $0.zones.compactMap(\.target) }
        )
        var indices: [Int: Int] = [:]
        var samples: [SoundBank.Sample] = []
        for index in bank.samples.indices where used.contains(index) {
            indices[index] = samples.count
            samples.append(try copy(index, content))
        }
        for index in samples.indices {
            // A link to a sample that was removed counts as none (§7.10).
            if let link = indices[Int(samples[index].link)] {
                samples[index].link = UInt16(truncatingIfNeeded: link)
            } else if !samples[index].type.isDisjoint(with: [.left, .right, .linked]) {
                samples[index].type = .mono
                samples[index].link = 0
            }
        }
        self.bank.samples = samples
        self.bank.information.version = BankInformation.Version(2, 4)
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

    private mutating func copy(
        _ index: Int,
        _ content: FontContent
    ) throws(HostError) -> SoundBank.Sample {
        var sample = content.bank.samples[index]
        var frames: [Float] = []
        do throws(HostError) {
            frames = try content.frames(ofSample: index)
        } catch {
            faults.append(error.reason)
            // Two frames of silence replace it.
            frames = [0, 0]
        }
        let isCompressed = sample.type.contains(.vorbis)
        let start = data.count / 2
        // The loop of a compressed sample counts from its start.
        let base = isCompressed ? 0 : sample.start
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

    /// The font as an SF2 file.
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
