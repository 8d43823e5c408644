import ControlProtocol
import Playback
import SamplerHost

/// Errors of the libraries below as errors of requests; the numbers are those that the protocol
/// documents.
extension RequestError {
    /// The error of a request that failed in the sampler host.
    init(_ error: HostError) {
        self.init(Code(error.code), error.description)
    }

    /// The error of a request that failed to read or play something.
    init(_ error: PlaybackError) {
        self.init(Code(error.code), error.message)
    }

    /// Does something that fails in the sampler host.
    static func catching<Value>(
        _ work: () throws(HostError) -> Value
    ) throws(RequestError) -> Value {
        do throws(HostError) {
            return try work()
        } catch {
            throw RequestError(error)
        }
    }

    /// Does something that fails to read or play something.
    static func catching<Value: ~Copyable>(
        _ work: () throws(PlaybackError) -> Value
    ) throws(RequestError) -> Value {
        do throws(PlaybackError) {
            return try work()
        } catch {
            throw RequestError(error)
        }
    }
}

extension RequestError.Code {
    /// The number for a class of errors.
    init(_ code: HostError.Code) {
        switch code {
        case .usage: self = .usage
        case .data: self = .data
        case .noInput: self = .noInput
        case .unavailable: self = .unavailable
        case .internal: self = .software
        case .cannotCreate: self = .cannotCreate
        case .io: self = .io
        case .busy: self = .busy
        case .notPermitted: self = .notPermitted
        case .cancelled: self = .busy
        }
    }
}
