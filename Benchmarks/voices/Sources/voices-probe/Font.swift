import Foundation
import SoundFont
import SoundFontRegions
import Voices

/// A font as both engines play it.
struct Font {
    let path: String
    let bank: RegionBank
    let tables: RegionTables

    /// Reads a SoundFont.
    init(_ path: String) throws {
        self.path = path
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let reading = try SoundBankReading(bytes)
        let range = reading.layout.frames ?? 0..<0
        let frames = bytes.withUnsafeBytes { bytes in
            [Int16](unsafeUninitializedCapacity: range.count / 2) { memory, count in
                UnsafeMutableRawBufferPointer(memory)
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
                count = range.count / 2
            }
        }
        bank = RegionBank(
            reading,
            frames: SampleFrames(frames),
            mode: .reference
        )
        tables = RegionTables(bank)
    }
}
