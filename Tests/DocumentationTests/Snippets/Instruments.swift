import Instruments

/// The example of Instruments's page.
func startWithInstruments(_ bytes: [UInt8]) throws {
    // begin
    let instrument = try SFZReader.read(bytes, path: "piano.sfz")
    for program in instrument.programs {
        print(program.name, program.regions.count)
    }
    for source in instrument.sources { print(source.name) }
    // end
}
