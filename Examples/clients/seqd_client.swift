// Sends one command line to the daemon (words dialect) and prints the answer, without Foundation.
//   swiftc Examples/clients/seqd_client.swift && ./seqd_client note 1 60 100 0.5
import Glibc

let words = CommandLine.arguments.dropFirst()
guard !words.isEmpty else {
    fputs("usage: \(CommandLine.arguments[0]) COMMAND [ARGUMENT...]\n", stderr)
    exit(64)
}

/// An environment variable, or `nil` if it is unset or empty.
func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
let folder = variable("XDG_RUNTIME_DIR") ?? "/run/user/\(getuid())"
let path = variable("SEQD_SOCKET") ?? folder + "/seqd/control.sock"
var address = sockaddr_un()
address.sun_family = sa_family_t(AF_UNIX)
withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
let daemon = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
let connected = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(daemon, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
}
guard connected == 0, let stream = fdopen(daemon, "r+") else {
    let reason = String(cString: strerror(errno))
    fputs("no daemon at \(path): \(reason) (seqd daemon starts one)\n", stderr)
    exit(69)
}
fputs(words.joined(separator: " ") + "\n", stream)
var line = [CChar](repeating: 0, count: 65_536)
while fgets(&line, CInt(line.count), stream) != nil {
    fputs(line, stdout)
    if strncmp(line, "OK\n", 3) == 0 { exit(0) }
    if strncmp(line, "ERR ", 4) == 0 { exit(1) }
}
fputs("the daemon has closed the connection\n", stderr)
exit(69)
