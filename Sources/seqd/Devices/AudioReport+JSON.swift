import JSON
import SamplerHost

extension AudioReport {
    /// The report as one JSON object.
    var json: String {
        var document = JSONObject()
        document.set("schema", 1)
        document.set("output", output)
        document.set("font", font)
        document.set("notes", PeriodTrial.notes)
        document.set("seconds", seconds)
        document.set("smallestStablePeriod", smallest?.granted.period)
        document.set("priorityRefusal", trials[0].priorityRefusal)
        document.set("trials", trials.map(Self.object))
        return document.json.text + "\n"
    }

    private static func object(_ trial: PeriodTrial) -> JSONObject {
        var object = JSONObject()
        object.set("period", trial.granted.period)
        object.set("buffer", trial.granted.buffer)
        object.set("rate", trial.granted.rate)
        object.set("format", trial.granted.format.rawValue)
        object.set("latencySeconds", trial.granted.latency)
        object.set("isStable", trial.isStable)
        object.set("xruns", trial.xruns)
        object.set("late", trial.late)
        var render = JSONObject()
        for (name, permille) in [("p50", 500), ("p99", 990), ("max", 1_000)] {
            render.set(name, trial.render(permille: permille))
        }
        render.set("histogram", histogram(renderTimes(of: trial), renderBounds, "upToPercent"))
        object.set("render", render)
        var delays = JSONObject()
        for (name, permille) in [("p50", 500), ("p999", 999), ("max", 1_000)] {
            let nanoseconds = trial.delays.percentile(permille: permille)
            delays.set("\(name)Seconds", Double(nanoseconds) / 1e9)
        }
        let bounds = "upToMicroseconds"
        delays.set("histogram", histogram(Self.delays(of: trial), delayBounds, bounds))
        object.set("wakeUpDelay", delays)
        return object
    }

    /// The classes of a histogram; the last has no bound.
    private static func histogram(_ counts: [Int], _ bounds: [Int], _ key: String) -> [JSONObject] {
        counts.enumerated().map { index, count in
            var object = JSONObject()
            if index < bounds.count { object.set(key, bounds[index]) }
            object.set("count", count)
            return object
        }
    }
}
