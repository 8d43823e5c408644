import ControlProtocol
import JSON

/// Takes JSON-RPC requests, alone and in batches, and events as a client reads them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: FuzzInput(start, count).bytes, as: UTF8.self)
    guard let value = try? JSONReader.read(text) else { return 0 }
    let written = value.text
    guard let same = try? JSONReader.read(written) else {
        preconditionFailure("does not read back: \(written)")
    }
    precondition(same.text == written)
    let requests = if case .array(let requests) = value { requests } else { [value] }
    for case .success(let request) in requests.map(JSONRequest.read) {
        let timed = try? Request(method: request.method, parameters: request.params)
        timed?.requireAgreement()
    }
    return 0
}
