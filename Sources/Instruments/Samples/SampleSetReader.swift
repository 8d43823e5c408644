import SoundFont

/// Makes an instrument of sound files alone: their keys are in their names, or in their instrument
/// data.
///
/// Each file sounds at its key as recorded. Between two keys, the zones meet half-way; the outer ones
/// reach to the ends of the keyboard. Velocities are shared out in the same way.
public enum SampleSetReader {
    /// A sound file, and the facts that count here.
    public struct File: Hashable, Sendable {
        /// The path.
        public var path: String
        /// The key of the file's instrument data; `nil` without.
        public var rootKey: Int?
        /// The key, the velocity and the side, which count before the instrument data.
        public var name: SampleName

        /// Makes a file.
        ///
        /// - Parameters:
        ///   - path: The path.
        ///   - rootKey: The key of the file's instrument data; `nil` without.
        ///   - name: The key, the velocity and the side; `nil` for those in the path.
        public init(path: String, rootKey: Int? = nil, name: SampleName? = nil) {
            self.path = path
            self.rootKey = rootKey
            self.name = name ?? SampleName(path)
        }
    }

    /// The seconds that a note needs to die away when its key goes up.
    private static let release = 0.3
    /// The key of the first sound of a kit, C2: General MIDI's bass drum.
    private static let firstDrum = 36

    private struct Sound {
        let file: Int
        let key: Int
        let velocity: Int?
        let side: Int
        /// Whether the file has the key, in its name or its data.
        var isNamed = true
    }

    /// Lays files out over the keyboard.
    ///
    /// One file without a key sounds on all keys, as recorded on C4. Where none of several files has
    /// a key, they are a kit: each on a key of its own from C2 on.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - name: The name of the instrument.
    /// - Returns: One program, 0:0; the sources are the files in the order of their names.
    /// - Throws: No file, or more than a SoundFont has room for.
    public static func read(
        _ files: [File],
        name: String
    ) throws(InstrumentError) -> InstrumentDescription {
        let position = InstrumentPosition(file: name)
        guard !files.isEmpty else { throw InstrumentError(.empty, position, "no sound files") }
        guard files.count <= 30_000 else {
            throw InstrumentError(.tooLarge, position, "\(files.count) files, at most 30000")
        }
        var log = InstrumentLog()
        let files = files.sorted { $0.path < $1.path }
        let (sounds, isKit) = sounds(files, &log)
        var description = InstrumentDescription(
            name: FilePath.stem(of: name),
            sources: files.map {
                SampleSource(file: $0.path, position: InstrumentPosition(file: $0.path))
            }
        )
        description.programs = [
            .init(
                name: description.name,
                regions: isKit ? kit(sounds, files) : regions(sounds, files, &log)
            )
        ]
        description.hasKeys = sounds.contains { $0.isNamed }
        description.diagnostics = log.diagnostics
        return description
    }

    /// The files as sounds, and whether they are a kit.
    private static func sounds(
        _ files: [File],
        _ log: inout InstrumentLog
    ) -> (sounds: [Sound], isKit: Bool) {
        let names = files.map(\.name)
        let keys = zip(files, names).map { file, name in name.key ?? file.rootKey }
        if keys.allSatisfy({ $0 == nil }) {
            guard files.count > 1 else {
                return ([Sound(file: 0, key: 60, velocity: nil, side: 0, isNamed: false)], false)
            }
            log.add(
                .note,
                InstrumentPosition(file: files[0].path),
                "key",
                "no file has a key in its name; they are a kit from key \(firstDrum) on"
            )
            let room = 128 - firstDrum
            for file in files.dropFirst(room) {
                log.add(
                    .warning,
                    InstrumentPosition(file: file.path),
                    "key",
                    "a kit has room for \(room) files; left out"
                )
            }
            let drums = files.indices.prefix(room).map {
                Sound(file: $0, key: firstDrum + $0, velocity: nil, side: 0, isNamed: false)
            }
            return (drums, true)
        }
        let sounds: [Sound] = files.indices.compactMap { index in
            guard let key = keys[index] else {
                log.add(
                    .warning,
                    InstrumentPosition(file: files[index].path),
                    "key",
                    "neither the name nor the file has one, such as C4 or 60; left out"
                )
                return nil
            }
            let name = names[index]
            return Sound(file: index, key: key, velocity: name.velocity, side: name.side)
        }
        return (sounds, false)
    }

    /// Regions of one key each that play to their end.
    private static func kit(_ sounds: [Sound], _ files: [File]) -> [Region] {
        sounds.map { sound in
            var region = region(of: sound, files)
            region.keys = ZoneRange(UInt8(sound.key), UInt8(sound.key))
            region.loopMode = .oneShot
            region.set(.volumeRelease, 8_000)
            return region
        }
    }

    private static func region(of sound: Sound, _ files: [File]) -> Region {
        var region = Region(
            source: sound.file,
            position: InstrumentPosition(file: files[sound.file].path)
        )
        region.rootKey = sound.key
        region.pan = Double(sound.side)
        // A voice at one side is louder than one in the middle.
        region.gain = sound.side == 0 ? 0 : -3.010_3
        return region
    }

    private static func regions(
        _ sounds: [Sound],
        _ files: [File],
        _ log: inout InstrumentLog
    ) -> [Region] {
        let byKey = Dictionary(grouping: sounds, by: \.key)
        let zones = halfway(byKey.keys.sorted(), 0...127)
        let numbers = velocities(sounds.compactMap(\.velocity))
        var regions: [Region] = []
        for (key, keys) in zones {
            let layers = Dictionary(grouping: byKey[key] ?? []) { sound in
                sound.velocity.map { numbers[$0] ?? $0 } ?? 127
            }
            for (velocity, velocities) in halfway(layers.keys.sorted(), 0...127) {
                for sound in chosen(layers[velocity] ?? [], files, &log) {
                    var region = region(of: sound, files)
                    region.keys = ZoneRange(UInt8(keys.lowerBound), UInt8(keys.upperBound))
                    region.velocities = ZoneRange(
                        UInt8(velocities.lowerBound),
                        UInt8(velocities.upperBound)
                    )
                    region.set(.volumeRelease, Units.timecents(release))
                    regions.append(region)
                }
            }
        }
        return regions
    }

    /// The sounds that share a key and a velocity and are played: one, or the two sides of one.
    private static func chosen(
        _ sounds: [Sound],
        _ files: [File],
        _ log: inout InstrumentLog
    ) -> [Sound] {
        let left = sounds.first { $0.side < 0 }
        let right = sounds.first { $0.side > 0 }
        let chosen: [Sound]
        if let left, let right {
            chosen = [left, right]
        } else if let first = sounds.first {
            // A side without the other is no side.
            chosen = [Sound(file: first.file, key: first.key, velocity: first.velocity, side: 0)]
        } else {
            chosen = []
        }
        for sound in sounds where !chosen.contains(where: { $0.file == sound.file }) {
            log.add(
                .warning,
                InstrumentPosition(file: files[sound.file].path),
                NoteName.name(sound.key),
                "another file has this key and velocity; left out"
            )
        }
        return chosen
    }

    /// The velocities of the numbers in the names: 1, 2, 3 … count layers from soft to loud.
    private static func velocities(_ numbers: [Int]) -> [Int: Int] {
        let sorted = Set(numbers).sorted()
        guard sorted.count > 1, sorted == Array(1...sorted.count) else { return [:] }
        var velocities: [Int: Int] = [:]
        for number in sorted { velocities[number] = number * 127 / sorted.count }
        return velocities
    }

    /// Shares a range out among numbers that rise: between two of them it is divided half-way.
    private static func halfway(
        _ numbers: [Int],
        _ range: ClosedRange<Int>
    ) -> [(number: Int, range: ClosedRange<Int>)] {
        numbers.indices.map { index in
            let low = index == 0 ? range.lowerBound : (numbers[index - 1] + numbers[index]) / 2 + 1
            let high =
                index == numbers.count - 1
                ? range.upperBound : (numbers[index] + numbers[index + 1]) / 2
            return (numbers[index], low...high)
        }
    }
}
