import SoundFont

/// Makes regions of patches.
struct GUSRegions {
    /// The changes that a configuration asks for.
    struct Options {
        /// The only key that plays the patch, as in a drum kit; `nil` for all.
        var key: Int?
        /// The key whose pitch it always has; `nil` for that of the key.
        var note: Int?
        /// The level in percent; `nil` for the frames as they are.
        var amplification: Double?
        /// Whether samples are normalized, by 7 dB at most, as in TiMidity.
        var isNormalized = false
        /// The position, −1 to 1; `nil` for those of the samples.
        var pan: Double?
        /// Whether loops are left out.
        var stripsLoop = false
        /// Whether envelopes are left out; `nil` for those that TiMidity ignores.
        var stripsEnvelope: Bool?
        /// Whether the frames behind a loop are left out.
        var stripsTail = false
    }

    /// The most decibels by which TiMidity makes a sample louder (measured with TiMidity++ 2.14).
    private static let mostGain = 7.0

    /// The samples of all patches.
    private(set) var sources: [SampleSource] = []
    private var known: [EmbeddedFrames: Int] = [:]

    /// The regions of a patch, whose samples are added to ``sources``.
    ///
    /// - Parameters:
    ///   - patch: The patch.
    ///   - file: Its content.
    ///   - path: Its name, for messages.
    ///   - isOwn: Whether it is the description's own file.
    ///   - options: The changes.
    ///   - log: Gets the findings.
    /// - Returns: The regions.
    mutating func regions(
        of patch: GUSPatch,
        _ file: InstrumentBytes,
        path: String,
        isOwn: Bool,
        _ options: Options,
        _ log: inout InstrumentLog
    ) -> [Region] {
        var regions: [Region] = []
        for samples in patch.layers {
            let usable = samples.filter { $0.isPlayable }
            for sample in samples where !sample.isPlayable {
                log.add(
                    .warning,
                    InstrumentPosition(file: path, place: .byte(sample.offset)),
                    "sample",
                    "\(sample.frameCount) frames at \(sample.rate) Hz; left out"
                )
            }
            for (index, keys) in Self.keys(of: usable, options) {
                var sample = usable[index]
                Self.strip(&sample, options)
                let position = InstrumentPosition(file: path, place: .byte(sample.offset))
                let name = sample.name.isEmpty ? patch.name : sample.name
                var region = Region(
                    source: source(sample, name, position, isOwn ? nil : path),
                    position: position
                )
                region.keys = keys
                region.pan = options.pan ?? Self.pan(sample.balance)
                Self.setPitch(&region, sample, options)
                Self.setPlaying(&region, sample, options, &log)
                Self.setLevel(&region, sample, file, options)
                let oscillators = [(sample.tremolo, "tremolo"), (sample.vibrato, "vibrato")]
                for (oscillator, name) in oscillators
                where oscillator.depth > 0 && oscillator.rate > 0 {
                    log.addOnce(.note, position, name, "the \(name) of patches is not played")
                }
                regions.append(region)
            }
        }
        return regions
    }

    private mutating func source(
        _ sample: GUSSample,
        _ name: String,
        _ position: InstrumentPosition,
        _ path: String?
    ) -> Int {
        let order = sample.order
        var frames = EmbeddedFrames(
            bytes: sample.data,
            recording: Recording(
                frameCount: order.runs.reduce(0) { $0 + $1.frames.count },
                rate: sample.rate,
                bits: 8 * sample.width
            )
        )
        frames.coding = sample.modes.contains(.unsigned) ? .unsigned : .signed
        frames.runs = order.runs
        frames.file = path
        // Ranges of keys may share a sample.
        if let index = known[frames] { return index }
        known[frames] = sources.count
        sources.append(SampleSource(location: .embedded(frames), name: name, position: position))
        return sources.count - 1
    }

    // MARK: Keys

    /// The ranges of keys that play each sample.
    ///
    /// A key plays the first sample whose range has its pitch, or else the one with the nearest
    /// pitch, as in TiMidity.
    private static func keys(
        of samples: [GUSSample],
        _ options: Options
    ) -> [(index: Int, keys: ZoneRange)] {
        guard !samples.isEmpty else { return [] }
        var ranges: [(index: Int, keys: ZoneRange)] = []
        for key in options.key.map({ $0...$0 }) ?? 0...127 {
            let index = sample(forPitch: 100 * Double(options.note ?? key), samples)
            if let last = ranges.last, last.index == index {
                ranges[ranges.count - 1].keys = ZoneRange(last.keys.low, UInt8(key))
            } else {
                ranges.append((index, ZoneRange(UInt8(key), UInt8(key))))
            }
        }
        return ranges
    }

    private static func sample(forPitch cents: Double, _ samples: [GUSSample]) -> Int {
        // Frequencies are rounded to thousandths of a Hertz.
        let tolerance = 0.25
        let within = samples.firstIndex {
            $0.lowest <= cents + tolerance && cents - tolerance <= $0.highest
        }
        return within
            ?? samples.indices.min {
                abs(samples[$0].root - cents) < abs(samples[$1].root - cents)
            } ?? 0
    }

    // MARK: Parameters

    private static func pan(_ balance: UInt8) -> Double {
        let offset = Double(balance) - 7
        return offset < 0 ? offset / 7 : offset / 8
    }

    private static func setPitch(_ region: inout Region, _ sample: GUSSample, _ options: Options) {
        // An invalid root counts as middle C.
        let root = (0...12_700).contains(sample.root) ? sample.root : 6_000
        let rootKey = Int((root / 100).rounded())
        region.rootKey = rootKey
        region.tuning = 100 * Double(rootKey) - root
        if let note = options.note {
            region.set(.scaleTuning, 0, default: 100)
            region.tuning += 100 * Double(note - rootKey)
        } else if sample.scaleFactor != 1_024, sample.scaleFactor <= 2_048 {
            let scale = Double(sample.scaleFactor) / 1_024
            region.set(.scaleTuning, 100 * scale, default: 100)
            region.tuning += 100 * Double(min(sample.scaleKey, 127) - rootKey) * (1 - scale)
        }
    }

    /// Leaves out loops and envelopes that a configuration or TiMidity's rules take out.
    private static func strip(_ sample: inout GUSSample, _ options: Options) {
        if options.stripsLoop {
            sample.modes.subtract([.sustain, .looping, .pingPong, .reverse])
        }
        switch options.stripsEnvelope {
        case true?: sample.modes.remove(.envelope)
        case false?: break
        case nil:
            if !sample.isLooping || sample.envelope.isIgnored || !sample.modes.contains(.sustain) {
                sample.modes.remove(.envelope)
            }
        }
    }

    private static func setPlaying(
        _ region: inout Region,
        _ sample: GUSSample,
        _ options: Options,
        _ log: inout InstrumentLog
    ) {
        let loop = sample.order.loop
        if loop == nil, sample.isLooping {
            log.add(
                .warning,
                region.position,
                "loop",
                "\(sample.loop.lowerBound)-\(sample.loop.upperBound) of \(sample.frameCount) frames; "
                    + "left out"
            )
        }
        region.loopStart = loop?.lowerBound
        region.loopEnd = loop?.upperBound
        if options.stripsTail, sample.loop.count > 1, sample.loop.upperBound <= sample.frameCount {
            region.end = loop?.upperBound ?? sample.loop.upperBound
        }
        guard sample.modes.contains(.envelope) else {
            // The release lasts to the last frame.
            region.loopMode = loop == nil ? .oneShot : .untilRelease
            region.set(.volumeRelease, 8_000, default: -12_000)
            return
        }
        region.loopMode = loop == nil ? Region.LoopMode.none : .continuous
        let envelope = sample.envelope
        region.set(.volumeAttack, Units.timecents(envelope.attack), default: -12_000)
        if envelope.sustain > 0 {
            region.set(.volumeDecay, Units.timecents(envelope.decay), default: -12_000)
            // In thousandths of the fall to silence.
            let part = min(envelope.sustain / GUSEnvelope.whole, 1)
            region.set(.volumeSustain, 1_000 * part)
        }
        region.set(.volumeRelease, Units.timecents(envelope.release), default: -12_000)
    }

    private static func setLevel(
        _ region: inout Region,
        _ sample: GUSSample,
        _ file: InstrumentBytes,
        _ options: Options
    ) {
        if sample.modes.contains(.envelope) { region.gain -= sample.envelope.attenuation }
        if let percent = options.amplification {
            region.gain += Units.decibels(percent / 100)
        } else if options.isNormalized {
            let peak = sample.peak(in: file.bytes)
            if peak > 0 { region.gain += min(-Units.decibels(peak), Self.mostGain) }
        }
    }
}
