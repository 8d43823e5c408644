import SMF

extension MatrixRefusal {
    private static let good = Fixture.track(Fixture.note)

    /// All rows with a file that is refused.
    static let all: [MatrixRefusal] = [
        MatrixRefusal(
            name: "'.mid' that is RIFF WAVE / HTML / empty, a: WAVE",
            bytes: Fixture.riffChunk("RIFF", Array("WAVEfmt ".utf8) + [16, 0, 0, 0]),
            code: .notMIDI,
            reason: "WAVE"
        ),
        MatrixRefusal(
            name: "'.mid' that is RIFF WAVE / HTML / empty, b: HTML",
            bytes: Array("<!DOCTYPE html>\n<title>404</title>".utf8),
            code: .notMIDI,
            reason: "HTML"
        ),
        MatrixRefusal(
            name: "'.mid' that is RIFF WAVE / HTML / empty, c: empty",
            bytes: [],
            code: .empty,
            reason: "empty"
        ),
        MatrixRefusal(
            name: "division 0",
            bytes: Fixture.header(tracks: 1, division: 0) + good,
            code: .divisionInvalid,
            reason: "division is 0"
        ),
        MatrixRefusal(
            name: "MThd length < 6",
            bytes: Fixture.bytes("'MThd' 00000004 0001 0001") + good,
            code: .headerShort,
            reason: "header length is 4"
        ),
        MatrixRefusal(
            name: "MTrk with no MThd",
            bytes: good,
            code: .headerMissing,
            reason: "MThd"
        ),
        MatrixRefusal(
            name: "FF 60 XMF patch prefix; XMF container; XMI; MUS, a: XMF",
            bytes: Fixture.bytes("'XMF_2.00' 00000002 0123"),
            code: .notMIDI,
            reason: "XMF"
        ),
        MatrixRefusal(
            name: "FF 60 XMF patch prefix; XMF container; XMI; MUS, b: XMI",
            bytes: Fixture.bytes("'FORM' 0000000E 'XDIRINFO' 00000002 0100"),
            code: .notMIDI,
            reason: "XMI"
        ),
        MatrixRefusal(
            name: "FF 60 XMF patch prefix; XMF container; XMI; MUS, c: MUS",
            bytes: Fixture.bytes("'MUS'1A 0800 1000 0100 0000 0000"),
            code: .notMIDI,
            reason: "MUS"
        ),
        MatrixRefusal(
            name: "gzip'ed .mid",
            bytes: Fixture.bytes("1F8B0800 00000000 0003 0300 00000000 00000000"),
            code: .notMIDI,
            reason: "gzip"
        ),
    ]
}
