import Instruments
import Voices

/// The samples of an SFZ file's regions, each once.
struct SampleIndices {
    private(set) var samples: [RegionSample] = []
    private var recordings: [Int: [Int]] = [:]
    private var waves: [GeneratedWave: Int] = [:]
    private var silentSample: Int?

    /// The regions that are played for one: itself with its recording, or a wave for each octave.
    mutating func parts(
        _ reader: RegionReader,
        _ source: Int?,
        _ recording: Recording?,
        sides: (Int) -> [SampleFrames],
        wave: (GeneratedWave) -> SampleFrames?,
        usedControllers: Set<Int>
    ) -> [Region] {
        if let source {
            guard let recording else { return [] }
            let indices = indices(source, recording, sides)
            guard let left = indices.first,
                var region = reader.finished(recording, usedControllers: usedControllers)
            else { return [] }
            region.sample = left
            if indices.count > 1 { region.articulation?.rightSample = indices[1] }
            return [region]
        }
        guard reader.sample.hasPrefix("*"), Self.isKnown(reader.sample),
            let region = reader.finished(nil, usedControllers: usedControllers)
        else { return [] }
        guard let shape = Self.shape(reader.sample) else { return [silent(region)] }
        return octaves(shape, region, wave)
    }

    /// Whether a name of a sample, if it is that of a wave, is known.
    static func isKnown(_ name: String) -> Bool {
        !name.hasPrefix("*") || name.lowercased() == silence || shape(name) != nil
    }

    private static let silence = "*silence"

    /// A region that is not heard, but takes part in groups and turns.
    private mutating func silent(_ region: Region) -> Region {
        let index = silentSample ?? samples.count
        if silentSample == nil {
            let frames = SampleFrames([Float](repeating: 0, count: 64))
            samples.append(RegionSample(frames, loop: 0..<64, rate: 48_000))
            silentSample = index
        }
        var region = region
        region.sample = index
        region.articulation?.loop = nil
        region.articulation?.end = nil
        region.articulation?.repeats = nil
        region.articulation?.loopMode = .continuous
        return region
    }

    private mutating func indices(
        _ source: Int,
        _ recording: Recording,
        _ sides: (Int) -> [SampleFrames]
    ) -> [Int] {
        if let known = recordings[source] { return known }
        let loop = recording.loop ?? 0..<0
        let indices = sides(source).map { frames in
            samples.append(RegionSample(frames, loop: loop, rate: Double(recording.rate)))
            return samples.count - 1
        }
        recordings[source] = indices
        return indices
    }

    private static func shape(_ name: String) -> GeneratedWave.Shape? {
        switch name.lowercased() {
        case "*tri": .triangle
        case "*gnoise": .noise
        case let name where name.hasPrefix("*"):
            GeneratedWave.Shape(rawValue: String(name.dropFirst()))
        default: nil
        }
    }

    /// A wave of fewer harmonics for each octave that a region's keys come to.
    private mutating func octaves(
        _ shape: GeneratedWave.Shape,
        _ region: Region,
        _ frames: (GeneratedWave) -> SampleFrames?
    ) -> [Region] {
        typealias P = ArticulationParameter
        guard var articulation = region.articulation else { return [] }
        (articulation.loop, articulation.end, articulation.repeats) = (nil, nil, nil)
        articulation.loopMode = .continuous
        var parts: [Region] = []
        for key in region.keys {
            let (center, track) = (
                articulation.values[P.pitchKeycenter], articulation.values[P.pitchKeytrack]
            )
            let distance: Float = Float(key) - center
            let pitch: Float = 100 * center + track * distance + articulation.values[P.pitch]
            let wave =
                shape == .noise
                ? GeneratedWave(.noise, period: 1)
                : GeneratedWave.nearest(shape, cents: Double(pitch))
            guard let index = index(wave, frames) else { return [] }
            if let last = parts.last, last.sample == index {
                parts[parts.count - 1].keys = last.keys.lowerBound...key
                continue
            }
            var part = region
            (part.sample, part.keys) = (index, key...key)
            var own = articulation
            if shape == .noise {
                own.values[P.pitchKeytrack] = 0
            } else {
                // The wave's own pitch is that of the key center.
                own.values[P.pitch] += 100 * center - Float(wave.cents)
            }
            part.articulation = own
            parts.append(part)
        }
        return parts
    }

    private mutating func index(
        _ wave: GeneratedWave,
        _ frames: (GeneratedWave) -> SampleFrames?
    ) -> Int? {
        if let known = waves[wave] { return known }
        guard let made = frames(wave) else { return nil }
        let recording = wave.recording
        samples.append(
            RegionSample(made, loop: recording.loop ?? 0..<0, rate: Double(recording.rate))
        )
        waves[wave] = samples.count - 1
        return samples.count - 1
    }
}
