import CommandSupport
import SamplerHost
import Wording

/// The engine of live inputs in the foreground.
enum LiveEngine {
    /// Makes the engine: a sampler for each input, or one rack for all of them if there are rules.
    ///
    /// - Parameters:
    ///   - settings: The settings of the engine.
    ///   - rack: The rack of the options.
    ///   - sound: The options for the sound.
    ///   - routing: The options for the rules.
    ///   - hasRules: Whether the rack is for all inputs, by its rules.
    ///   - inputs: The number of inputs.
    ///   - isQuiet: Whether only errors are reported.
    /// - Returns: The engine.
    /// - Throws: The fault in a SoundFont or in the rules.
    static func make(
        _ settings: EngineSettings,
        on rack: RackSettings,
        _ sound: SoundOptions,
        _ routing: RoutingOptions,
        hasRules: Bool,
        inputs: Int,
        isQuiet: Bool
    ) throws(CommandFailure) -> Engine {
        let engine: Engine
        if hasRules {
            engine = try make(settings, on: rack, sound, routing, rules: inputs, isQuiet: isQuiet)
        } else {
            if !isQuiet { sound.reportFoundFont(rack.fonts, routing) }
            engine = try CommandFailure.catching { () throws(HostError) in
                try Engine(settings, inputs: inputs)
            }
        }
        if !isQuiet {
            let faults = engine.inputSampleFaults.map(\.description)
            for fault in BoundedLines.of(faults) { Console.report(fault) }
        }
        return engine
    }

    private static func make(
        _ settings: EngineSettings,
        on rack: RackSettings,
        _ sound: SoundOptions,
        _ routing: RoutingOptions,
        rules inputs: Int,
        isQuiet: Bool
    ) throws(CommandFailure) -> Engine {
        let routes: LiveRouting
        do throws(RoutingError) {
            routes = try rack.routing(ofInputs: inputs)
        } catch {
            throw CommandFailure(.usage, error.description)
        }
        let samplers = try CommandFailure.catching { () throws(HostError) in
            try SamplerRack(
                live: rack,
                inputs: inputs,
                rate: settings.rate,
                maximumPeriod: settings.maximumPeriod
            )
        }
        if !isQuiet {
            if rack.usesFallback(samplers) { sound.reportFoundFont(rack.fonts, routing) }
            Console.report(routing.words(of: routes.findings, in: rack), of: nil)
        }
        return try CommandFailure.catching { () throws(HostError) in
            try Engine(settings, live: samplers, inputs: inputs)
        }
    }
}
