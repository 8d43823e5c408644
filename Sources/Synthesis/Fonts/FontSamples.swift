package import CFluidSynth
import CLinux
import CSndFile
package import FontFiles
import Glibc
import Platform
package import SoundFont
import Synchronization
import Voices

/// The samples of a font: where their frames are, and what FluidSynth must know of them, worked out
/// once for all its instances.
///
/// Frames stay in the mapped file; compressed ones are decoded into memory when they are first
/// needed, and those of 24 bits become floats there for our own voices. All of it is for loaders'
/// threads.
@safe
package final class FontSamples: @unchecked Sendable {
    /// Decoded frames.
    @safe
    private struct Decoded: @unchecked Sendable {
        let frames: UnsafeMutablePointer<Int16>
        let bounds: SampleBounds
    }

    /// The computed properties of a sample.
    private enum Finding: Sendable {
        case peak(Int32)
        case decoded(Decoded, peak: Int32)
        case unusable
    }

    private let file: MappedFile
    private let samples: [SoundBank.Sample]
    private let bounds: [SampleBounds?]
    private let isCopied: [Bool]
    /// Those that follow the samples of the bank.
    private let held: [HeldSample]
    private let data: UnsafeRawPointer?
    /// The number of bytes from `data` on.
    private let size: Int
    private let lowBytes: UnsafeRawPointer?
    /// A copy of the frames, where they stand at an odd position in the file.
    private let copy: UnsafeMutableRawPointer?
    private let findings: Mutex<[Int: Finding]> = Mutex([:])
    /// The frames of samples of 24 bits, for our own voices.
    private let floats: Mutex<[Int: SampleFrames]> = Mutex([:])
    /// Reads the frames of an instrument that is no SoundFont; `nil` for a SoundFont.
    private let image: InstrumentImage?

    package init(
        _ file: MappedFile,
        _ reading: SoundBankReading,
        isCopied: [Bool],
        held: [HeldSample],
        image: InstrumentImage? = nil
    ) {
        self.file = file
        self.image = image
        self.isCopied = isCopied
        self.held = held
        let bank = reading.bank
        samples = bank.samples + held.map { bank.samples[$0.sample] }
        bounds = samples.map { SampleBounds($0, in: reading.layout) }
        let layout = reading.layout
        size = layout.frames?.count ?? 0
        let start = unsafe layout.frames.flatMap { range in
            unsafe file.bytes.baseAddress.map { unsafe $0 + range.lowerBound }
        }
        unsafe lowBytes = layout.lowBytes.flatMap { range in
            unsafe file.bytes.baseAddress.map { unsafe $0 + range.lowerBound }
        }
        if let start = unsafe start, UInt(bitPattern: start) % 2 == 1 {
            let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            unsafe copy.copyMemory(from: start, byteCount: size)
            unsafe self.copy = copy
            unsafe data = UnsafeRawPointer(copy)
        } else {
            unsafe copy = nil
            unsafe data = start
        }
    }

    deinit {
        unsafe copy?.deallocate()
        findings.withLock { findings in
            for case .decoded(let decoded, _) in findings.values { unsafe free(decoded.frames) }
        }
    }

    /// The number of samples.
    package var count: Int { samples.count }

    /// Whether a sample has to be decoded, copied, or read from a file of its own, before all of it can
    /// be played.
    package func mustBeDecoded(_ index: Int) -> Bool { image != nil || isMade(index) }

    /// Whether samples have to be decoded or read.
    package var areDecoded: Bool { samples.indices.contains(where: mustBeDecoded) }

    /// Whether samples of the file itself have to be decoded or read.
    var areCompressed: Bool {
        image != nil || bounds.contains { $0?.isCompressed ?? false }
    }

    /// Whether the beginnings of samples can be played before the rest is read.
    package var hasHeads: Bool { image != nil }

    /// Whether an attempt to decode a sample has failed.
    package func isUndecodable(_ index: Int) -> Bool {
        if case .unusable = findings.withLock({ $0[index] }) { true } else { false }
    }

    /// Whether only the beginning of a sample, or nothing, has been read from its file.
    package func isUnfinished(_ index: Int) -> Bool {
        image.map { !$0.frames.isFilled(source(index)) } ?? false
    }

    /// Whether the frames of a sample are not those of the file.
    private func isMade(_ index: Int) -> Bool {
        heldSample(index) != nil || bounds[index]?.isCompressed ?? false
    }

    private func heldSample(_ index: Int) -> HeldSample? {
        let number = index - (samples.count - held.count)
        return number >= 0 ? held[number] : nil
    }

    /// The sample of the file that has the frames.
    private func source(_ index: Int) -> Int { heldSample(index)?.sample ?? index }

    /// A sample for an instance of FluidSynth, as far as it can be told without reading its frames.
    ///
    /// - Parameters:
    ///   - index: The sample.
    ///   - isHeadEnough: Whether it may be one of which only the beginning has been read.
    /// - Returns: `nil` for one that cannot be played, or is compressed and has not been prepared.
    package func sample(_ index: Int, isHeadEnough: Bool = false) -> seqd_sample? {
        guard let bounds = bounds[index] else { return nil }
        if let frames = image?.frames, !frames.isFilled(source(index)) {
            // FluidSynth copies samples as they are now.
            guard isHeadEnough, frames.hasHead(source(index)), !isCopied[index], !bounds.isShort
            else { return nil }
        }
        switch findings.withLock({ $0[index] }) {
        case .unusable: return nil
        case .decoded(let decoded, let peak):
            return unsafe sample(
                index,
                decoded.bounds,
                UnsafePointer(decoded.frames),
                nil,
                peak: peak
            )
        case .peak(let peak): return unsafe sample(index, bounds, peak: peak)
        case nil: return isMade(index) ? nil : unsafe sample(index, bounds, peak: -1)
        }
    }

    /// The decibels by which the frames of a sample, which have been read, are louder than those of
    /// its recording.
    func gain(_ index: Int) -> Double { image?.frames.gain(source(index)) ?? 0 }

    /// The frames of the file, for samples of ``regionSample(_:_:)``.
    var frames: SampleFrames {
        let words = unsafe data?.assumingMemoryBound(to: Int16.self)
        return unsafe SampleFrames(
            UnsafeBufferPointer(start: words, count: words == nil ? 0 : size / 2),
            owner: self
        )
    }

    /// Whether our own voices play only samples that were prepared: compressed ones are decoded, and
    /// those of 24 bits become floats.
    var areConverted: Bool { unsafe areCompressed || lowBytes != nil }

    /// A sample for our own voices.
    ///
    /// - Parameters:
    ///   - index: The sample.
    ///   - file: The frames of the file.
    /// - Returns: `nil` for one that cannot be played, or is converted and has not been prepared.
    func regionSample(_ index: Int, _ file: SampleFrames) -> RegionSample? {
        guard let bounds = bounds[index] else { return nil }
        if unsafe lowBytes != nil, !isMade(index) {
            return floats.withLock { $0[index] }.map { regionSample(index, $0, bounds, from: 0) }
        }
        switch findings.withLock({ $0[index] }) {
        case .decoded(let decoded, _):
            let memory = unsafe UnsafeBufferPointer(
                start: decoded.frames,
                count: decoded.bounds.count
            )
            let frames = unsafe SampleFrames(memory, owner: self)
            return regionSample(index, frames, decoded.bounds, from: decoded.bounds.start)
        case .unusable: return nil
        case .peak, nil:
            return isMade(index) ? nil : regionSample(index, file, bounds, from: bounds.start)
        }
    }

    private func regionSample(
        _ index: Int,
        _ frames: SampleFrames,
        _ bounds: SampleBounds,
        from start: Int
    ) -> RegionSample {
        let sample = samples[index]
        return RegionSample(
            frames,
            range: start..<start + bounds.count,
            loop: bounds.loopStart..<bounds.loopEnd,
            rate: Double(sample.playedRate),
            rootKey: Double(sample.playedRootKey),
            correction: Double(sample.correction)
        )
    }

    /// Brings samples into memory and works out what FluidSynth must know of them.
    ///
    /// Reads the file and decodes.
    ///
    /// - Parameters:
    ///   - indices: The samples, in the order in which they are needed.
    ///   - isRealtime: Whether they are for playing in real time; else the pages of uncompressed ones
    ///     are left to come as they are played, which takes less memory.
    package func prepare(_ indices: some Sequence<Int>, isRealtime: Bool = true) {
        let indices = Array(indices)
        image?.frames.fill(indices.map(source))
        for index in indices {
            guard let bounds = bounds[index] else { continue }
            if isMade(index) {
                guard findings.withLock({ $0[index] == nil }) else { continue }
                let finding = heldSample(index).map { hold($0, bounds) } ?? decode(bounds)
                findings.withLock { findings in
                    // Another loader may have been faster.
                    guard findings[index] == nil else {
                        if case .decoded(let decoded, _) = finding { unsafe free(decoded.frames) }
                        return
                    }
                    findings[index] = finding
                }
            } else {
                if isRealtime { load(bounds) }
                guard findings.withLock({ $0[index] == nil }) else { continue }
                let finding = Finding.peak(peak(bounds))
                findings.withLock { $0[index] = finding }
                if !isRealtime { drop(bounds) }
            }
        }
    }

    /// Converts samples of 24 bits to floats, for ``regionSample(_:_:)``.
    ///
    /// - Parameter indices: The samples; those with other frames are ignored.
    func convert(_ indices: some Sequence<Int>) {
        guard unsafe lowBytes != nil else { return }
        let missing = indices.filter { index in
            !isMade(index) && floats.withLock { $0[index] == nil }
        }
        ParallelWork.forEach(missing) { self.convert($0) }
    }

    private func convert(_ index: Int) {
        guard let bounds = bounds[index], let frames = converted(bounds) else { return }
        // Another loader may have been faster.
        floats.withLock { $0[index] = $0[index] ?? frames }
        drop(bounds)
    }

    private func converted(_ bounds: SampleBounds) -> SampleFrames? {
        guard let data = unsafe data, let lowBytes = unsafe lowBytes else { return nil }
        let high = unsafe (data + 2 * bounds.start).assumingMemoryBound(to: Int16.self)
        let low = unsafe (lowBytes + bounds.start).assumingMemoryBound(to: UInt8.self)
        return SampleFrames(
            (0..<bounds.count).map { frame in
                Float(unsafe Int32(high[frame]) << 8 | Int32(low[frame])) / 8_388_608
            }
        )
    }

    /// Reads the beginnings of samples, and brings them into memory.
    ///
    /// - Parameter indices: The samples, in the order in which they are needed.
    package func prepareHeads(_ indices: [Int]) {
        image?.frames.fillHeads(indices.map(source))
        for index in indices {
            if let bounds = bounds[index] { load(bounds, upTo: InstrumentImage.headFrames) }
        }
    }

    /// Releases the pages of the file, which reading brings back; decoded samples stay.
    package func dropPages() {
        file.drop()
    }

    /// Brings back the pages of the samples that were prepared.
    package func loadPages() {
        file.keep()
        let prepared = findings.withLock { findings in
            findings.compactMap { index, finding in
                if case .peak = finding { index } else { nil }
            }
        }
        for index in prepared.sorted() {
            if let bounds = bounds[index] { load(bounds) }
        }
    }

    private func load(_ bounds: SampleBounds, upTo limit: Int = .max) {
        guard let data = unsafe data, unsafe copy == nil else { return }
        let count = min(bounds.count, limit)
        unsafe seqd_mapping_load(data + 2 * bounds.start, 2 * count)
        if let lowBytes = unsafe lowBytes {
            unsafe seqd_mapping_load(lowBytes + bounds.start, count)
        }
    }

    /// Releases the pages that nothing but a sample is on.
    private func drop(_ bounds: SampleBounds) {
        guard let data = unsafe data, unsafe copy == nil else { return }
        unsafe seqd_mapping_drop_inside(data + 2 * bounds.start, 2 * bounds.count)
        if let lowBytes = unsafe lowBytes {
            unsafe seqd_mapping_drop_inside(lowBytes + bounds.start, bounds.count)
        }
    }

    /// The highest magnitude in the loop, which may continue behind the sample.
    private func peak(_ bounds: SampleBounds) -> Int32 {
        guard let data = unsafe data else { return 0 }
        let first = bounds.start + bounds.loopStart
        let end = min(bounds.start + bounds.loopEnd, size / 2)
        guard first < end else { return 0 }
        return unsafe seqd_peak(
            (data + 2 * first).assumingMemoryBound(to: Int16.self),
            lowBytes.map { unsafe ($0 + first).assumingMemoryBound(to: UInt8.self) },
            end - first
        )
    }

    private func decode(_ bounds: SampleBounds) -> Finding {
        guard let data = unsafe data else { return .unusable }
        var frames: UnsafeMutablePointer<Int16>?
        let count = unsafe Int(
            seqd_sndfile_decode(data + bounds.start, Int64(bounds.count), &frames)
        )
        // One frame is too few for FluidSynth.
        guard let frames = unsafe frames, count >= 2 else {
            unsafe free(frames)
            return .unusable
        }
        return unsafe decoded(
            frames,
            SampleBounds(decoded: count, loopStart: bounds.loopStart, loopEnd: bounds.loopEnd)
        )
    }

    /// Makes the copy of a sample in which the loop's only frame stands many times.
    private func hold(_ held: HeldSample, _ bounds: SampleBounds) -> Finding {
        var original: (frames: UnsafePointer<Int16>, count: Int)?
        if bounds.isCompressed {
            guard case .decoded(let decoded, _) = decode(bounds) else { return .unusable }
            unsafe original = (UnsafePointer(decoded.frames), decoded.bounds.count)
        } else if let data = unsafe data {
            let first = unsafe (data + 2 * bounds.start).assumingMemoryBound(to: Int16.self)
            unsafe original = (first, bounds.count)
        }
        guard let original = unsafe original else { return .unusable }
        defer {
            if bounds.isCompressed {
                unsafe free(UnsafeMutablePointer(mutating: original.frames))
            }
        }
        let count = unsafe original.count + HeldSample.length - 1
        guard let memory = unsafe malloc(2 * count) else { return .unusable }
        let frames = unsafe memory.bindMemory(to: Int16.self, capacity: count)
        let frame = unsafe min(held.frame, original.count - 1)
        for index in 0..<count {
            let behind = max(index - HeldSample.length + 1, frame)
            unsafe frames[index] = original.frames[min(index, behind)]
        }
        return unsafe decoded(
            frames,
            SampleBounds(decoded: count, loopStart: frame, loopEnd: frame + HeldSample.length)
        )
    }

    /// Frames that were made, and the highest of their loop.
    private func decoded(_ frames: UnsafeMutablePointer<Int16>, _ bounds: SampleBounds) -> Finding {
        let first = bounds.loopStart
        let end = min(bounds.loopEnd, bounds.count)
        let peak = unsafe first < end ? seqd_peak(frames + first, nil, end - first) : 0
        return unsafe .decoded(Decoded(frames: frames, bounds: bounds), peak: peak)
    }

    private func sample(_ index: Int, _ bounds: SampleBounds, peak: Int32) -> seqd_sample? {
        guard let data = unsafe data else { return nil }
        return unsafe sample(
            index,
            bounds,
            (data + 2 * bounds.start).assumingMemoryBound(to: Int16.self),
            lowBytes.map { unsafe ($0 + bounds.start).assumingMemoryBound(to: UInt8.self) },
            peak: peak
        )
    }

    private func sample(
        _ index: Int,
        _ bounds: SampleBounds,
        _ frames: UnsafePointer<Int16>,
        _ lowBytes: UnsafePointer<UInt8>?,
        peak: Int32
    ) -> seqd_sample {
        let sample = samples[index]
        return unsafe seqd_sample(
            frames: frames,
            low_bytes: lowBytes,
            count: UInt32(bounds.count),
            rate: sample.playedRate,
            loop_start: UInt32(truncatingIfNeeded: bounds.loopStart),
            loop_end: UInt32(truncatingIfNeeded: bounds.loopEnd),
            peak: peak,
            // Centibels.
            attenuation: Float(10 * gain(index)),
            root_key: sample.playedRootKey,
            correction: sample.correction,
            is_copied: isCopied[index] || bounds.isShort
        )
    }
}
