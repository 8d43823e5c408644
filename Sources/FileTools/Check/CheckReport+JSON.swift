package import CommandSupport
import Effects
package import JSON
import SMF
import SamplerHost
import Sequencer

extension CheckReport {
    /// The object that `--json` prints for the file.
    ///
    /// - Parameter isStrict: Whether a warning is an error.
    /// - Returns: The object.
    package func json(isStrict: Bool) -> JSONValue {
        var object = JSONObject()
        object.set("schema", 1)
        object.set("file", path)
        object.set("status", status(isStrict: isStrict).rawValue)
        object.set("findings", groups.flatMap(\.findings).map(\.json))
        object.set("counts", countsJSON)
        object.set("fonts", coverage?.json)
        if !levels.isEmpty { object.set("levels", levels.map(\.json)) }
        return .object(object)
    }

    /// The object that `--json` prints for a file that cannot be read.
    package static func json(path: String, failure: CommandFailure) -> JSONValue {
        var object = JSONObject()
        object.set("schema", 1)
        object.set("file", path)
        object.set("status", "unreadable")
        object.set("exitStatus", Int(failure.status.rawValue))
        object.set("message", failure.message)
        return .object(object)
    }

    private var countsJSON: JSONObject {
        var object = JSONObject()
        object.set("errors", count(of: .error))
        object.set("warnings", count(of: .warning))
        object.set("notes", count(of: .note))
        var codes: [String: Int] = [:]
        for (kind, count) in counts { codes[kind.code.rawValue, default: 0] += count }
        var byCode = JSONObject()
        for (code, count) in codes.sorted(by: { $0.key < $1.key }) { byCode.set(code, count) }
        object.set("codes", byCode)
        return object
    }
}

extension LoudnessMeter.Reading {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.set("loudness", loudness)
        object.set("peak", peak > 0 ? Decibels.level(peak) : nil)
        object.set("truePeak", truePeak > 0 ? Decibels.level(truePeak) : nil)
        return object
    }
}

extension CheckFinding {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.set("severity", diagnostic.severity.rawValue)
        object.set("code", diagnostic.code.rawValue)
        object.set("pattern", pattern)
        object.set("track", track)
        object.set("port", port)
        object.set("channel", channel)
        object.set("offset", diagnostic.offset)
        object.set("tick", diagnostic.tick)
        object.set("seconds", time?.seconds)
        object.set("position", time?.barBeat?.description)
        object.set("message", diagnostic.detail)
        return object
    }
}
