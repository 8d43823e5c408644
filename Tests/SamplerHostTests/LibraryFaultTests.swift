import SamplerHost
import Testing

@Suite("A known fault of FluidSynth")
struct LibraryFaultTests {
    @Test(
        "is that of the versions that have it",
        arguments: [
            ("2.3.1", ["CVE-2025-56225", "GHSA-976m-35rw-h3m6"], 4),
            ("2.4.0", ["CVE-2025-56225", "GHSA-976m-35rw-h3m6"], 2),
            ("2.4.10", ["GHSA-976m-35rw-h3m6"], 0),
            ("2.5.2", ["GHSA-59ph-rx8r-8p4j, GHSA-hp72-35pr-6h6r, GHSA-r4mc-v3p8-pv47"], 0),
            ("2.5.6", [], 0), ("2.6.0-rc1", [], 0),
        ]
    )
    func versions(version: String, advisories: [String], heard: Int) {
        let faults = LibraryFault.ofFluidSynth(version)
        let named = Set(faults.compactMap(\.advisory))
        #expect(named.isSuperset(of: advisories), "\(named)")
        #expect(!advisories.isEmpty || named.isEmpty, "\(named)")
        #expect(faults.count { $0.effect == .heard } == heard)
    }
}
