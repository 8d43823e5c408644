extension DaemonStatistics {
    func write(to answer: inout Answer) {
        answer.set("uptime", (uptime * 1_000).rounded() / 1_000)
        answer.set("clients", clients)
        answer.set("connections", connections)
        answer.set("requests", requests)
        answer.set("events", events)
        answer.set("dropped", droppedEvents)
        answer.set("xruns", xruns)
        answer.set("memory", memory)
        answer.set("descriptors", descriptors)
    }
}
