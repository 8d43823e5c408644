import Foundation

/// The committed bank, found from this file's place in the source tree.
let bankPath = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SoundFonts/seqd-gm.sf2").path
