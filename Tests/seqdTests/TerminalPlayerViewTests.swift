import TerminalUI
import Testing
import Wording

@testable import seqd

@Suite("The player's view")
struct TerminalPlayerViewTests {
    /// Nothing special.
    private var calm: PlayerSnapshot {
        var snapshot = PlayerSnapshot()
        snapshot.state = .playing
        snapshot.position = "17:1"
        snapshot.seconds = 64.2
        snapshot.totalSeconds = 192
        snapshot.tempo = 120
        snapshot.voices = 12
        snapshot.peak = -6.21
        snapshot.highestPeak = -3.1
        snapshot.name = "song.mid"
        snapshot.index = .init(number: 2, count: 5)
        return snapshot
    }

    /// Everything at once.
    private var busy: PlayerSnapshot {
        var snapshot = calm
        snapshot.state = .paused
        snapshot.tempo = 150
        snapshot.speed = "1.25"
        snapshot.clippedCount = 3
        snapshot.isClipping = true
        snapshot.xruns = 2
        snapshot.loop = .init(start: 0.2, end: 0.5, startText: "5:1", endText: "9:1")
        snapshot.muted = [3, 10]
        snapshot.soloed = [1]
        snapshot.gain = 3
        snapshot.lyric = .init(sung: "Twin-kle twin-kle ", rest: "lit-tle star")
        snapshot.name = "A piece with a long name.mid"
        return snapshot
    }

    private func lines(
        _ snapshot: PlayerSnapshot,
        _ columns: Int,
        rows: Int = 24,
        _ ability: TerminalAbility = TerminalAbility()
    ) -> [String] {
        PlayerView(ability).lines(snapshot, columns: columns, rows: rows).map(\.plainText)
    }

    private let ascii = TerminalAbility(isUnicode: false, isColoured: false)

    @Test("says which keys are waited for in the place of the name")
    func practice() {
        var snapshot = calm
        snapshot.awaitedKeys = "C4 E4 G4"
        #expect(lines(snapshot, 80).last?.hasPrefix("waiting for C4 E4 G4  2/5  120 BPM") ?? false)
        #expect(lines(snapshot, 24).last == "waiting for C4 E4 G4")
    }

    @Test("has two lines at 80 columns: where it is, and how it sounds")
    func eighty() {
        #expect(
            lines(calm, 80) == [
                "▶   17:1  1m04.2s ━━━━━━━━━━━━━━━━━╸─────────────────────────────────── 3m12.0s",
                "song.mid  2/5  120 BPM  voices  12  peak  -6.2 dB  xruns 0  ? help",
            ]
        )
        #expect(
            lines(busy, 80) == [
                "Twin-kle twin-kle lit-tle star",
                "❚❚  17:1  1m04.2s ━━━━━━━━━━[━━━━━━╸────────]────────────────────────── 3m12.0s",
                "A piece with…  150 BPM 1.25×  peak  -6.2 dB  CLIP 3  xruns 2  solo 1  mute 3,10",
            ]
        )
    }

    @Test("shows that the device is lost, and for how long, before anything else")
    func lostDevice() {
        var snapshot = busy
        snapshot.lostSeconds = 3.7
        for columns in [80, 40, 30] {
            #expect(lines(snapshot, columns).last?.contains("DEVICE LOST 3 s") == true)
        }
        #expect(!lines(busy, 200).joined().contains("DEVICE"))
    }

    @Test("keeps what matters most at 40 and at 19 columns")
    func narrow() {
        #expect(
            lines(calm, 40) == [
                "▶   17:1  1m04.2s ━━━━───────── 3m12.0s",
                "song.mid  2/5  120 BPM  peak  -6.2 dB",
            ]
        )
        #expect(
            lines(busy, 40) == [
                "Twin-kle twin-kle lit-tle star",
                "❚❚  17:1  1m04.2s ━━[━──]────── 3m12.0s",
                "A piece with …  CLIP 3  xruns 2  solo 1",
            ]
        )
        #expect(lines(calm, 21) == ["▶  1m04.2s / 3m12.0s", "song.mid  120 BPM"])
        #expect(lines(calm, 19) == ["▶   17:1  1m04.2s", "song.mid  120 BPM"])
        #expect(
            lines(busy, 19) == ["le twin-kle lit-t…", "❚❚  17:1  1m04.2s", "A piece w…  CLIP 3"]
        )
        #expect(lines(calm, 8) == ["1m04.2s", "song.m…"])
    }

    @Test("counts in where bar and beat stand, and shows that the metronome is on")
    func click() {
        var snapshot = calm
        snapshot.isMetronomeOn = true
        #expect(
            lines(snapshot, 40) == [
                "▶   17:1  1m04.2s ━━━━───────── 3m12.0s",
                "song.mid  120 BPM  ♩  peak  -6.2 dB",
            ]
        )
        #expect(lines(snapshot, 80)[1].contains("120 BPM  ♩  voices"))
        #expect(lines(snapshot, 40, ascii)[1].contains("  metronome"))
        #expect(!lines(calm, 80)[1].contains("♩"))
        snapshot.countIn = 3
        #expect(lines(snapshot, 40)[0] == "▶  count-in 3  1m04.2s ━━╸───── 3m12.0s")
        #expect(
            lines(snapshot, 80, ascii)[0].hasPrefix(">  count-in 3  1m04.2s =====")
        )
        // The length is what is left out first.
        #expect(lines(snapshot, 26)[0] == "▶  count-in 3  1m04.2s")
        #expect(lines(snapshot, 21)[0] == "▶  1m04.2s / 3m12.0s")
        #expect(lines(snapshot, 19)[0] == "▶  1m04.2s")
    }

    @Test("is one line at 200 columns, and where there is one row")
    func wide() {
        let bar =
            String(repeating: "━", count: 24) + String(repeating: "─", count: 49)
        #expect(
            lines(calm, 200) == [
                "▶   17:1  1m04.2s \(bar) 3m12.0s  song.mid  2/5  120 BPM  voices  12  "
                    + "peak  -6.2 dB  max  -3.1 dB  xruns 0  ? help"
            ]
        )
        #expect(lines(busy, 200).count == 2)
        #expect(lines(busy, 40, rows: 1) == ["❚❚  17:1  1m04.2s ━━[━──]────── 3m12.0s"])
        var snapshot = calm
        snapshot.message = "no next file"
        #expect(lines(snapshot, 40, rows: 1) == ["no next file"])
    }

    @Test("is ASCII where that is all that the terminal takes")
    func plain() {
        var snapshot = busy
        snapshot.message = "speed 1.25×"
        snapshot.lyric = .init(sung: "", rest: "Für Élise")
        #expect(
            lines(snapshot, 60, ascii) == [
                "F?r ?lise",
                "||  17:1  1m04.2s ======[====-----]---------------- 3m12.0s",
                "speed 1.25x  CLIP 3  xruns 2  gain +3 dB  solo 1  mute 3,10",
            ]
        )
        #expect(lines(busy, 60, ascii)[0] == "Twin-kle twin-kle |lit-tle star")
        for columns in [1, 2, 9, 20, 40, 61, 80, 120, 200] {
            for text in lines(snapshot, columns, ascii) + lines(help(snapshot), columns, ascii) {
                #expect(text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }, "\(text)")
            }
        }
    }

    private func help(_ snapshot: PlayerSnapshot, page: Int = 0) -> PlayerSnapshot {
        var snapshot = snapshot
        snapshot.helpPage = page
        return snapshot
    }

    @Test("never reaches the last column nor exceeds the rows, whatever is to be shown")
    func bounds() {
        var strange = busy
        strange.name = String(repeating: "音楽", count: 100)
        strange.message = String(repeating: "e\u{301}\u{300}", count: 300)
        strange.lyric = .init(
            sung: String(repeating: "🎹 ", count: 100),
            rest: String(repeating: "音", count: 100)
        )
        strange.position = "9999999999:9999999"
        strange.seconds = .infinity
        strange.totalSeconds = .nan
        strange.tempo = .infinity
        strange.peak = .nan
        strange.highestPeak = -.infinity
        strange.gain = .nan
        strange.clippedCount = .max
        strange.xruns = .max
        strange.voices = .max
        strange.countIn = .max
        strange.isMetronomeOn = true
        strange.loop = .init(start: -.infinity, end: .nan, startText: nil, endText: "1:1")
        strange.muted = Array(-3...40)
        var message = strange
        message.message = nil
        for snapshot in [
            calm, busy, strange, message, PlayerSnapshot(), help(calm), help(calm, page: 2),
            help(strange),
        ] {
            for columns in Array(-1...22) + [40, 59, 60, 61, 80, 110, 159, 160, 200, 1_000] {
                for rows in [0, 1, 2, 3, 24] {
                    let lines = PlayerView(TerminalAbility())
                        .lines(snapshot, columns: columns, rows: rows)
                    #expect(lines.count <= max(rows, 0))
                    for line in lines {
                        let width = line.plainText.columns
                        #expect(width < columns && width == line.columns, "\(line.plainText)")
                    }
                }
            }
        }
    }

    @Test("shows nothing that a terminal would obey")
    func controls() {
        var snapshot = busy
        let evil = "\u{1B}[2J\u{9B}31m\r\n\u{7}\u{202E}"
        snapshot.name = evil + "name"
        snapshot.position = evil
        snapshot.speed = evil
        snapshot.lyric = .init(sung: evil, rest: evil)
        snapshot.loop = .init(startText: evil, endText: evil)
        for message in [nil, evil] {
            snapshot.message = message
            for columns in [10, 40, 80, 400] {
                for line in PlayerView(TerminalAbility()).lines(snapshot, columns: columns, rows: 9)
                {
                    let plain = line.plainText.unicodeScalars
                    #expect(plain.allSatisfy { $0.properties.generalCategory != .control })
                    #expect(plain.allSatisfy { !$0.properties.isBidiControl })
                }
            }
        }
    }

    @Test("says what a message says in full, before all else")
    func message() {
        var snapshot = busy
        snapshot.message = "channel 10 muted, and some more"
        #expect(lines(snapshot, 40)[2] == "channel 10 muted, and some more  CLIP 3")
    }

    @Test("moves a line of lyrics that is too long with the singer")
    func lyrics() {
        let syllables = (0..<40).map { "s\($0) " }
        for sung in 0...40 {
            var snapshot = calm
            snapshot.lyric = .init(
                sung: syllables.prefix(sung).joined(),
                rest: syllables.dropFirst(sung).joined()
            )
            let line = lines(snapshot, 40, ascii)[0]
            if sung > 0 { #expect(line.contains("s\(sung - 1) "), "\(line)") }
            if sung < 40 { #expect(line.contains("s\(sung) "), "\(line)") }
        }
        // A piece with lyrics keeps the line, so that nothing jumps.
        var snapshot = calm
        snapshot.lyric = .init(sung: "", rest: "")
        #expect(lines(snapshot, 80).count == 3)
    }

    @Test("is coloured where that is wanted, and carries no code where not")
    func colour() {
        let view = PlayerView(TerminalAbility())
        let lines = view.lines(busy, columns: 80, rows: 24)
        #expect(lines[2].encoded(isColoured: true).contains("\u{1B}[1;31mCLIP 3\u{1B}[0m"))
        #expect(lines[1].encoded(isColoured: true).contains("\u{1B}[33m1m04.2s\u{1B}[0m"))
        #expect(!lines[2].encoded(isColoured: false).contains("\u{1B}"))
    }

    @Test("lists every key in the help, in one column or two, as far as there are rows")
    func helpLines() {
        for columns in [40, 80, 200] {
            let text = lines(help(calm), columns).joined(separator: "\n")
            for key in [
                "space ", "← →", "shift ← →", "PgUp PgDn", ", . ", "↑ ↓", "[ ] \\", "1 2 … 9 0",
                "t 1 … t 6", "s 1, s t 1", "s s", "+ -", "m ", "i ", "n p", "r ", "? ", "q ",
            ] {
                #expect(text.contains("\(key)"), "\(key) at \(columns)")
            }
        }
        #expect(lines(help(calm), 80).count == 12)
        #expect(lines(help(calm), 40).count == 21)
        #expect(lines(help(calm), 40, rows: 5).count == 5)
    }

    @Test(
        "turns the pages of the help where the window is small, and says so",
        arguments: [3, 4, 10]
    )
    func helpPages(_ rows: Int) {
        let view = PlayerView(TerminalAbility())
        let all = Set(lines(help(calm), 40).dropFirst(2))
        let count = view.helpPageCount(calm, columns: 40, rows: rows)
        #expect(count > 1)
        var shown: Set<String> = []
        for page in 0..<count {
            var lines = lines(help(calm, page: page), 40, rows: rows).dropFirst(2)
            #expect(!lines.isEmpty && lines.count <= rows - 2)
            let hint = "… more: ?  (\(page + 1)/\(count))"
            // There is no room for it beside the one line.
            #expect((lines.last == hint) == (page + 1 < count && rows > 3), "\(lines)")
            if lines.last == hint { lines.removeLast() }
            shown.formUnion(lines)
        }
        #expect(shown == all)
        #expect(view.helpPageCount(calm, columns: 80, rows: 24) == 1)
        #expect(view.helpPageCount(calm, columns: 80, rows: 2) == 0)
        // The window has grown since the page was turned.
        #expect(lines(help(calm, page: 7), 80).count == 12)
    }

    /// Tracks of a band.
    private func rows(_ count: Int) -> [TrackRow] {
        (1...count).map { number in
            TrackRow(
                label: Player.keys(ofChannel: (number - 1) % 16 + 1),
                name: "Track \(number)",
                preset: "Electric Bass (finger)",
                isMuted: number == 2,
                isSoloed: number == 3,
                notes: number == 1
                    ? [.init(start: 0, end: 480, key: 60, velocity: 127)] : []
            )
        }
    }

    @Test("has the tracks below in a large window, each with the key that mutes it")
    func tracks() throws {
        var snapshot = calm
        snapshot.tracks = rows(12)
        let shown = lines(snapshot, 100, rows: 40)
        try #require(shown.count == 2 + 1 + 12)
        #expect(shown[2].hasPrefix("─ Tracks 12 ─") && shown[2].hasSuffix("─ 1 mutes, s 1 solos ─"))
        let name = "Track 1".padded(to: 24)
        #expect(shown[3] == "  1    \(name) Electric Bass (finger)   ████████ C4")
        #expect(shown[4].hasPrefix("  2 M  Track 2 "))
        #expect(shown[5].hasPrefix("  3  S Track 3 "))
        #expect(shown[12].hasPrefix("  0    Track 10 "))
        #expect(shown[13].hasPrefix("t 1    Track 11 "))
        // A smaller window has none, and neither has the help.
        for (columns, rows) in [(100, 31), (59, 40)] {
            #expect(lines(snapshot, columns, rows: rows).count == 2)
        }
        snapshot.helpPage = 0
        #expect(!lines(snapshot, 100, rows: 40).joined().contains("Track 1"))
        // Half of the window stays free for what is above.
        snapshot.helpPage = nil
        snapshot.tracks = rows(40)
        let cut = lines(snapshot, 100, rows: 40)
        #expect(cut.count == 2 + 20 && cut.last == "    22 more")
        for line in lines(snapshot, 60, rows: 40, ascii) {
            #expect(line.columns < 60 && line.utf8.allSatisfy { 0x20..<0x7F ~= $0 }, "\(line)")
        }
    }

    @Test("names neighbouring channels as a range")
    func channels() {
        #expect(PlayerView.channels([10, 3]) == "3,10")
        #expect(PlayerView.channels([1, 2]) == "1,2")
        #expect(PlayerView.channels([16, 1, 2, 3, 2, 10, 15, 14]) == "1-3,10,14-16")
    }
}
