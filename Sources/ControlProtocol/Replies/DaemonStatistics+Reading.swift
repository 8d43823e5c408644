extension DaemonStatistics {
    init(_ fields: JSONFields) throws(RequestError) {
        uptime = try fields.number("uptime")
        clients = try fields.integer("clients")
        connections = try fields.integer("connections")
        requests = try fields.integer("requests")
        events = try fields.integer("events")
        droppedEvents = try fields.integer("dropped")
        xruns = try fields.integer("xruns")
        memory = try fields.optionalInteger("memory")
        descriptors = try fields.optionalInteger("descriptors")
    }
}
