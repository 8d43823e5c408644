import ControlProtocol

/// Takes lines of the daemon's words, as clients of each role.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: FuzzInput(start, count).bytes, as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline).map(String.init) {
        for role in Permission.allCases {
            guard let request = try? Request(words: line, role: role) else { continue }
            request.requireAgreement()
        }
    }
    return 0
}
