import CommandSupport
import TestSupport
import Testing

@testable import seqd

extension Seqd {
    /// The failure with which a command line is refused before the command runs; `nil` for one that is
    /// accepted.
    static func refusal(of arguments: [String]) -> CommandFailure? {
        do {
            _ = try command(arguments)
            return nil
        } catch {
            return failure(error, arguments)
        }
    }
}

@Suite("An option that cannot apply")
struct UselessOptionTests {
    private static let cases: [(arguments: [String], says: String)] = [
        (["play", "x.mid", "--null", "--device", "hw:0"], "cannot be used together"),
        (["live", "--null", "--device", "default"], "cannot be used together"),
        (["play", "x.mid", "--quiet", "-v"], "--quiet prints less"),
        (["live", "--quiet", "--verbose"], "--quiet prints less"),
        (["tone", "--quiet", "-v"], "--quiet prints less"),
        (["play", "x.mid", "--watch-at", "now"], "needs --watch"),
        (["play", "x.mid", "--connect", "none"], "--connect: needs --practice"),
        (["play", "x.mid", "--latency", "asap"], "--latency: needs --practice"),
        (["play", "x.mid", "--practice-heard"], "needs --practice"),
        (["play", "x.mid", "--practice", "1", "--follow", "mtc"], "--practice: not with --follow"),
        (["play", "x.mid", "--ramp", "1..2/3"], "--ramp: needs --loop-range, --loop or --loops"),
        (["play", "x.mid", "--loop", "--ramp", "1..2/3", "--speed", "2"], "used together"),
        (["play", "x.mid", "--loop-count", "2"], "--loop-count needs --loop-range"),
        (["live", "--connect", "none", "--connect", "Key*"], "--connect none connects nothing"),
        (["render", "x.mid", "--chase-notes"], "it needs --from or --loop-range"),
        (["render", "x", "--continue"], "--continue needs a folder for the outputs: -o DIR/"),
        (["render", "x", "-o", "x.wav", "--continue"], "--continue needs a folder"),
        (
            ["render", "x.mid", "-o", "x/", "--continue", "--tap", "master=y.wav"],
            "--continue and --tap cannot be used together"
        ),
        (["render", "x", "--normalize", "peak=3"], "expected peak=DB or true-peak=DB from -60"),
        (["render", "x", "--normalize", "lufs=-14", "--gain", "3"], "cannot be used together"),
        (["render", "x", "--normalize", "lufs=-14", "--tap", "master=y.wav"], "used together"),
        (["render", "x", "--normalize", "peak=-1", "--no-limiter"], "for lufs only"),
        (["render", "x", "--normalize", "lufs=-14", "--stems", "tracks"], "used together"),
        (["render", "x", "-o", "-", "--stems", "tracks"], "--stems needs an output with a name"),
        (["render", "x", "--rack", "r.json", "--stems", "tracks"], "use samplers"),
        (["render", "x", "-o", "x/", "--shard", "9/8"], "expected I/N with I from 1 to N"),
        (["render", "-", "-", "-o", "x/"], "standard input (-) given more than once"),
        (["dump", "x.mid", "--force"], "--force replaces files"),
        (["dump", "x.mid", "-o", "x.csv", "--positions"], "CSV records do not have"),
        (["dump", "x.mid", "--csv", "--encoding", "UTF-8"], "CSV records do not have"),
        (["ctl", "--socket", "/s", "--name", "n", "ping"], "cannot be used together"),
        (["monitor", "--socket", "/s", "--name", "n"], "cannot be used together"),
        (["mpd", "--listen", "/s", "--listen", "/s"], "given more than once"),
        (["web", "--listen", "localhost", "--listen", "127.0.0.1:8310"], "given more than once"),
        (["web", "--new-token", "a", "--tokens"], "cannot be used together"),
        (["web", "--new-token", "a"], "needs one of --observer, --transport and --admin"),
        (["web", "--observer"], "need --new-token"),
        (["doctor", "--socket", "/s", "--name", "n"], "cannot be used together"),
    ]

    /// Those that the command itself refuses.
    private static let later: [(arguments: [String], says: String)] = [
        (["render", "x.mid", "-o", "x.flac", "--type", "wav"], "leave --type out"),
        (
            ["check", "x.mid", "--only", "stuck-note", "--ignore", "pedal-held"],
            "--ignore pedal-held: --only does not look for it"
        ),
        (
            ["check", "x.mid", "--only", "stuck-note", "--ignore", "stuck-note"],
            "--ignore leaves nothing of --only stuck-note"
        ),
        (
            ["check", "x.mid", "--only", "stuck-note,key-silent"],
            "--only key-silent needs --sf2"
        ),
        (
            ["edit", "x.mid", "-o", "y.mid", "--transpose", "2", "--track", "Piano"],
            "--track Piano: no operation follows that uses"
        ),
        (
            ["edit", "x.mid", "-o", "y.mid", "--transpose", "2", "--channel", "all"],
            "--channel all: no operation follows that uses"
        ),
        (
            ["edit", "x.mid", "-o", "y.mid", "--track", "2", "--set-tempo", "90"],
            "--track 2: no operation follows that uses"
        ),
    ]

    @Test("is refused with status 64, in one line", arguments: cases.indices)
    func refused(_ index: Int) throws {
        let (arguments, says) = Self.cases[index]
        let refusal = try #require(Seqd.refusal(of: arguments))
        #expect(refusal.status == .usage)
        let message = try #require(refusal.message)
        #expect(message.contains(says) && !message.contains("\n"), "\(message)")
    }

    @Test("is refused by the command, in one line", arguments: later.indices)
    func refusedLater(_ index: Int) async throws {
        let (arguments, says) = Self.later[index]
        let run = try await seqd(arguments)
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.output.isEmpty && run.errorText.contains(says), "\(run)")
        #expect(run.errorText.split(separator: "\n").count == 1, "\(run)")
    }
}
