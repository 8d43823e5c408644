/// Commands of the daemon with arguments of all kinds, and the same as JSON-RPC.
enum RequestSeeds {
    static var words: [[UInt8]] { lines.map { Array($0.utf8) } }

    static var json: [[UInt8]] {
        objects.map { Array(#"{"jsonrpc":"2.0","id":1,"method":\#($0)}"#.utf8) }
            + [Array(#"[{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0"},1,null]"#.utf8)]
    }

    private static let lines = [
        #"play "/a b.mid" /c.mid count-in=2 encoding=EUC-KR embedded-font=off at="@Verse 2""#,
        "seek +10s", "seek -2 bars", "seek 12:3:240", "seek 1m23.5s", "seek +480t",
        "loop 1:1 9:1 x4",
        "loop file", "speed 1/3", "tempo 120.5", "seek-lyric \"hel\\\"lo\" 2", "insert 2 /a.mid",
        "move id:3 1", "swap 1 2", "jump id:17", "remove 1 3", "repeat on", "save list",
        "load \"my list\"", "delete-playlist x", "gain -3.5 at=next-bar", "mute 1 \"track:Bass\"",
        "solo ch:10", "transpose -2", "strip bass gain=-3 pan=-20 mute=on solo=off reverb=-inf",
        "effect hall reverb=plate chorus=off", "load-font /a.sf2+128 \"/b c.sf3\" engine=seqd",
        "load-rack /r.json at=3:1", "route ch:10=/d.sf2@128:25,gain=-3 track:3=/s.sf2", "unroute 1",
        "program 2/10 128:8", "note 1 C4 100 0.25", "cc 1 64 127", "midi F07E7F0901F7 input=4",
        "subscribe bar note levels=20 position=0.5", "unsubscribe all", "watch on bar",
        "render /a.mid /b.wav rate=44100 tail=1.5 normalize=lufs=-16 stems=samplers replace=on",
        "tap master /a.flac format=s24 replace=on", "untap 3", "device hw:1", "begin", "end at=5:1",
        "discard", "why", "log-level debug", "help seek", "cancel-job 3", "cancel all",
        "metronome on", "chase-notes off", "connect 2=Key*", "disconnect hardware",
    ]

    private static let objects = [
        #""play","params":{"path":["/a.mid","/b.mid"],"count-in":2,"at":"3:1"}"#,
        #""seek","params":["+10s"]"#,
        #""note","params":{"channel":"2/10","key":"C#-1","velocity":1}"#,
        #""strip","params":{"name":"b","gain":-3.5,"pan":20,"mute":true,"tune":-1e1}"#,
        #""subscribe","params":{"types":["bar","note"],"position":2.5}"#,
        #""midi","params":{"bytes":"903C64"}"#, #""status""#, #""gain","params":[-1]"#,
        #""render","params":{"source":"/a","target":"/b.wav","normalize":"peak=-1","tail":1}"#,
        #""tap","params":{"strip":"master","target":"/p","type":"wav"}"#, #""end","params":[]"#,
        #""route","params":{"routes":["ch:1=/a.sf2"]}"#,
        #""help","params":{"command":"\u0073eek"}"#,
    ]
}
