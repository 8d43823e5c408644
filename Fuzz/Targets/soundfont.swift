import SoundFont

/// Takes the bytes for a SoundFont.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    guard let reading = try? SoundBankReading(bytes) else { return 0 }
    reading.requireSoundness(byteCount: count)
    let data = SampleData(
        bytes: reading.layout.frames.map { Array(bytes[$0]) } ?? [],
        lowBytes: reading.layout.lowBytes.map { Array(bytes[$0]) } ?? []
    )
    // A file can say no more than the tables of another one can count.
    let written = succeed("writing") { () throws(SoundFontWriteError) in
        try reading.bank.bytes(data)
    }
    let again = succeed("reading again") { () throws(SoundFontError) in
        try SoundBankReading(written)
    }
    require(again.bank.withoutNames == reading.bank.withoutNames, "the bank is another one")
    return 0
}

extension SoundBankReading {
    /// Requires that nothing points outside of what there is.
    fileprivate func requireSoundness(byteCount: Int) {
        for range in [layout.frames, layout.lowBytes] {
            guard let range else { continue }
            require(range.lowerBound >= 0 && range.upperBound <= byteCount, "frames at \(range)")
        }
        if let low = layout.lowBytes {
            require(low.count >= layout.frameCount, "\(low.count) low bytes")
        }
        require(diagnostics.count <= 1_001, "\(diagnostics.count) diagnostics")
        for diagnostic in diagnostics {
            require((0...byteCount).contains(diagnostic.offset), "\(diagnostic)")
        }
        for preset in bank.presets {
            require(preset.global?.target == nil, "a global zone with a target")
            for zone in preset.zones { zone.requireTarget(below: bank.instruments.count) }
        }
        for instrument in bank.instruments {
            require(instrument.global?.target == nil, "a global zone with a target")
            for zone in instrument.zones { zone.requireTarget(below: bank.samples.count) }
        }
        for sample in bank.samples where sample.silence(in: layout) == nil {
            let size = layout.frames?.count ?? 0
            let end = sample.type.contains(.vorbis) ? sample.end : 2 * sample.end
            // The end may be one frame behind the data.
            require(sample.start >= 0 && end <= size + 2, "sample to \(end) of \(size)")
        }
    }
}

extension SoundBank.Zone {
    fileprivate func requireTarget(below count: Int) {
        require((0..<count).contains(target ?? -1), "target \(target ?? -1) of \(count)")
    }
}

extension SoundBank {
    /// The bank without its names and texts: bytes that are not UTF-8 do not survive.
    fileprivate var withoutNames: SoundBank {
        var bank = self
        for index in bank.presets.indices { bank.presets[index].name = "" }
        for index in bank.instruments.indices { bank.instruments[index].name = "" }
        for index in bank.samples.indices { bank.samples[index].name = "" }
        return bank
    }
}
