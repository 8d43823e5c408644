import JSON
import SamplerHost

extension DeviceReport {
    /// The report for programs.
    var json: JSONValue {
        var document = JSONObject()
        document.set("schema", 1)
        document.set("fault", fault)
        document.set("default", defaultObject)
        // An absent list is not an empty one: a driver does not answer.
        document.set("outputs", outputs.map { $0.map(Self.object) })
        document.set(
            "plugins",
            plugins.map { plugin in
                var object = JSONObject()
                object.set("name", plugin.name)
                object.set("summary", plugin.summary)
                object.set("card", plugin.card)
                return object
            }
        )
        document.set("jack", jackObject)
        document.set("sequencer", sequencerObject)
        return document.json
    }

    private var defaultObject: JSONObject {
        var object = JSONObject()
        object.set("name", "default")
        object.set("plugins", route?.plugins)
        switch route?.end {
        case .hardware(let address)?: object.set("hardware", address.direct)
        case .plugin(let type)?: object.set("endPlugin", type)
        case .unknown?, nil: break
        }
        Self.set(defaultState, in: &object)
        return object
    }

    private static func set(_ state: DeviceState?, in object: inout JSONObject) {
        object.set("state", state?.word ?? "unresponsive")
        if case .unavailable(let reason)? = state { object.set("reason", reason) }
    }

    private static func object(_ output: HardwareOutput) -> JSONObject {
        var object = JSONObject()
        object.set("name", output.address.converting)
        object.set("hardware", output.address.direct)
        object.set("card", output.address.card)
        object.set("device", output.address.device)
        object.set("cardName", output.cardName)
        object.set("deviceName", output.deviceName)
        object.set("subdevices", output.subdevices)
        set(output.state, in: &object)
        object.set("users", output.users)
        guard case .free(let abilities?) = output.state else { return object }
        object.set("rates", abilities.rates)
        object.set("takesAnyRate", abilities.takesAnyRate)
        object.set("lowestRate", abilities.rateRange.lowerBound)
        object.set("highestRate", abilities.rateRange.upperBound)
        object.set("formats", abilities.formats.map(\.rawValue))
        object.set("fewestChannels", abilities.channels.lowerBound)
        object.set("mostChannels", abilities.channels.upperBound)
        return object
    }

    private var jackObject: JSONObject {
        var object = JSONObject()
        guard case .success(let server)? = jack else {
            object.set("available", false)
            if case .failure(let error)? = jack { object.set("reason", error.reason) }
            return object
        }
        object.set("available", true)
        object.set("rate", server.rate)
        object.set("period", server.period)
        object.set("library", server.library)
        object.set("version", server.version)
        object.set("pipeWire", server.isPipeWire)
        return object
    }

    private var sequencerObject: JSONObject {
        var object = JSONObject()
        switch ports {
        case .failure(let error):
            object.set("available", false)
            object.set("reason", error.reason)
        case .success(let ports):
            object.set("available", true)
            object.set(
                "ports",
                ports.map { port in
                    var object = JSONObject()
                    object.set("address", port.address.description)
                    object.set("client", port.clientName)
                    object.set("name", port.name)
                    object.set("readable", port.isReadable)
                    object.set("writable", port.isWritable)
                    object.set("hardware", port.isHardware)
                    if port.isReadable { object.set("connect", port.pattern(among: ports)) }
                    return object
                }
            )
        }
        return object
    }
}
