import Glibc
import Platform
import SamplerHost
import Synchronization
import Wording

/// A cache of loudness measurements in a folder of the user's.
///
/// Any thread, and several processes at a time. Each measurement is a file of one line. The
/// folder may be deleted at any time.
package final class LoudnessCache: Sendable {
    /// The most measurements; the oldest are removed when there are more.
    package static let capacity = 4_096

    private let folder: String
    private let onFailure: @Sendable (String) -> Void
    private let hasFailed = Atomic(false)

    /// The folder for measurements, in the user's cache; `nil` for a user without a home.
    package static var usualFolder: String? { UserFolder.cache.map { "\($0)/loudness" } }

    /// Uses a folder, which is made when it is needed.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - onFailure: Gets the reason why a measurement cannot be stored, the first time; on any
    ///     thread.
    package init(folder: String, onFailure: @escaping @Sendable (String) -> Void) {
        self.folder = folder
        self.onFailure = onFailure
    }

    /// The measurement under a number; `nil` for one that is not known.
    func reading(_ digest: UInt64) -> LoudnessMeter.Reading? {
        guard let file = try? InputFile.read(path(of: digest), limit: 256) else { return nil }
        return LoudnessMeter.Reading(storedAs: String(decoding: file, as: UTF8.self))
    }

    /// Stores a measurement under a number.
    func store(_ reading: LoudnessMeter.Reading, as digest: UInt64) {
        let path = path(of: digest)
        do throws(DurableFile.Failure) {
            try DurableFile.makeFolder(folder)
            // Processes that store the same one do not disturb each other.
            try DurableFile.write(
                Array(reading.stored.utf8),
                to: path,
                by: "\(path).\(getpid())"
            )
            removeOldest()
        } catch {
            guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
            onFailure("\(error): measurements of loudness are not stored")
        }
    }

    private func path(of digest: UInt64) -> String {
        let digits = String(digest, radix: 16)
        return "\(folder)/" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Removes the oldest files, an eighth of all, if there are too many.
    private func removeOldest() {
        guard let names = FolderListing(folder)?.names, names.count > Self.capacity else { return }
        let ages = names.map { name in
            (path: "\(folder)/\(name)", age: FileStatus("\(folder)/\(name)")?.modified ?? 0)
        }
        let surplus = names.count - Self.capacity * 7 / 8
        for file in ages.sorted(by: { $0.age < $1.age }).prefix(surplus) {
            _ = unsafe unlink(file.path.systemPath)
        }
    }
}

extension LoudnessMeter.Reading {
    /// The line that stands for it: loudness in LUFS or `-`, sample peak and true peak as factors.
    fileprivate var stored: String {
        "\(loudness.map { "\($0)" } ?? "-") \(peak) \(truePeak)\n"
    }

    /// Reads a line; `nil` for a damaged one.
    fileprivate init?(storedAs line: String) {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count == 3, let peak = Double(words[1]), let truePeak = Double(words[2]),
            peak.isFinite, peak >= 0, truePeak.isFinite, truePeak >= 0
        else { return nil }
        var loudness: Double?
        if words[0] != "-" {
            guard let value = Double(words[0]), value.isFinite else { return nil }
            loudness = value
        }
        self.init(loudness: loudness, peak: peak, truePeak: truePeak)
    }
}
