import FontFiles
public import Platform
import SoundFont

/// The check of a file before anything is played with it: the RIFF structure, the chunks' sizes and
/// the cross-references of the preset data.
public enum SoundFontFile {
    /// Checks a file, and keeps it open until the next rack is made.
    ///
    /// - Parameter path: An SF2 or SF3 file.
    /// - Returns: Remarks on its structure: odd, but everything else in it plays.
    /// - Throws: `noInput` where it cannot be read, `data` where it is not a SoundFont or is cut
    ///   short.
    @discardableResult
    public static func check(_ path: String) throws(HostError) -> [String] {
        let font = try SharedSoundFont.open(path)
        SharedSoundFont.keep(font)
        return font.zones.remarks
    }

    /// Whether a file is a bank in the DLS format, by its first bytes.
    package static func isDownloadableSounds(_ path: String) -> Bool {
        do throws(HostError) {
            let file = try InputFile(path)
            let head = try file.bytes(at: 0, count: 12)
            return head.starts(with: Array("RIFF".utf8))
                && head.dropFirst(8) == Array("DLS ".utf8)[...]
        } catch {
            return false
        }
    }
}
