import Foundation
import Testing

@testable import Voices

private typealias P = ArticulationParameter

/// The filters and the equalizer of articulated regions.
@Suite struct ArticulatedFilterTests {
    /// The decibels by which a region changes a sine.
    private func decibels(
        at hertz: Double,
        _ change: (inout Articulation) -> Void
    ) -> Double {
        // 100 frames of a sine are looped.
        let cents = Float(1_200 * log2(hertz / 480))
        func peak(_ region: Region) -> Double {
            let player = Player([region], .sine)
            player.noteOn()
            return Double(player.left(24_000)[12_000...].map(abs).max() ?? 0)
        }
        let plain = peak(.articulated { $0.values[P.pitch] = cents })
        let filtered = peak(
            .articulated {
                $0.values[P.pitch] = cents
                change(&$0)
            }
        )
        return 20 * log10(filtered / plain)
    }

    private func decibels(
        _ kind: FilterKind,
        cutoff: Double,
        at hertz: Double,
        resonance: Float = 0,
        gain: Float = 0
    ) -> Double {
        decibels(at: hertz) {
            $0.filters[0] = kind
            $0.values[P.filter(0) + P.cutoff] = Float(1_200 * log2(cutoff))
            $0.values[P.filter(0) + P.resonance] = resonance
            $0.values[P.filter(0) + P.filterGain] = gain
        }
    }

    // The response of Julius Smith's four coefficients above and below at 48 kHz.
    @Test(arguments: [
        (20.0, -0.21), (100, -6.71), (1_000, -16.75), (4_000, -22.40), (13_000, -28.03),
    ])
    func pinkFallsByThreeDecibelsAnOctave(_ hertz: Double, _ expected: Double) {
        for cutoff in [100.0, 10_000] {
            let value = decibels(.pink, cutoff: cutoff, at: hertz)
            #expect(abs(value - expected) < 0.3, "\(value) dB")
        }
    }

    @Test(arguments: [
        (FilterKind.lowPass1, 1_000.0, -3.01), (.highPass1, 1_000, -3.01),
        (.lowPass1, 8_000, -18.4), (.highPass1, 125, -18.1),
        (.lowPass2, 1_000, 0), (.lowPass2, 8_000, -36.7), (.lowPass4, 8_000, -73.5),
        (.highPass2, 1_000, 0), (.highPass2, 125, -36.0), (.highPass4, 125, -72),
        (.bandPass2, 1_000, 0), (.bandPass2, 125, -18.0), (.allPass1, 1_000, 0),
        (.bandStop2, 125, 0), (.bandPass6, 1_000, 0), (.bandPass4, 125, -36.0),
        (.bandPass1, 1_000, -6.02),
    ])
    func kindsHaveTheirSlopes(_ kind: FilterKind, _ hertz: Double, _ expected: Double) {
        let value = decibels(kind, cutoff: 1_000, at: hertz)
        #expect(abs(value - expected) < 1.2, "\(kind) at \(hertz) Hz: \(value) dB")
    }

    @Test func resonanceIsTheGainAtTheCutoff() {
        for resonance: Float in [-6, 0, 6, 20] {
            let value = decibels(.lowPass2, cutoff: 1_000, at: 1_000, resonance: resonance)
            #expect(abs(value - Double(resonance)) < 0.3)
        }
    }

    @Test func cutoffsGoDownToAHertz() {
        #expect(decibels(.lowPass2, cutoff: 4, at: 480) < -60)
        #expect(decibels(.lowPass4, cutoff: 0.01, at: 480) < -55)
        #expect(abs(decibels(.highPass2, cutoff: 1, at: 480)) < 0.1)
    }

    @Test func bandStopsSilenceTheirMiddle() {
        #expect(decibels(.bandStop2, cutoff: 1_000, at: 1_000) < -30)
    }

    @Test func shelvesAndPeaksHaveTheirGain() {
        #expect(abs(decibels(.lowShelf, cutoff: 1_000, at: 60, gain: 12) - 12) < 0.5)
        #expect(abs(decibels(.lowShelf, cutoff: 1_000, at: 15_000, gain: 12)) < 0.5)
        #expect(abs(decibels(.highShelf, cutoff: 1_000, at: 15_000, gain: -12) + 12) < 0.5)
        #expect(abs(decibels(.peak, cutoff: 1_000, at: 1_000, gain: 9) - 9) < 0.3)
    }

    @Test func bandsOfTheEqualizerHaveTheirGainAndWidth() {
        func band(_ hertz: Double, _ bandwidth: Float = 1) -> Double {
            decibels(at: hertz) {
                $0.equalizer[0] = .peak
                $0.values[P.band(0) + P.frequency] = 1_000
                $0.values[P.band(0) + P.bandwidth] = bandwidth
                $0.values[P.band(0) + P.bandGain] = 12
            }
        }
        #expect(abs(band(1_000) - 12) < 0.3)
        // Half the gain at the edges.
        #expect(abs(band(1_000 * 1.41421) - 6) < 0.7)
        #expect(abs(band(1_000 * 2, 2) - 6) < 0.8)
        #expect(abs(band(60)) < 0.5)
    }

    @Test func twoFiltersStandBehindEachOther() {
        let value = decibels(at: 8_000) {
            $0.filters = [.lowPass2, .lowPass2]
            for filter in 0..<2 {
                $0.values[P.filter(filter) + P.cutoff] = Float(1_200 * log2(1_000.0))
            }
        }
        #expect(abs(value + 73.5) < 2)
    }

    @Test func theCutoffFollowsEnvelopeKeyAndVelocity() {
        let base = Float(1_200 * log2(1_000.0))
        let opened = decibels(at: 4_000) {
            $0.filters[0] = .lowPass2
            $0.values[P.filter(0) + P.cutoff] = base
            $0.values[P.envelope(1) + P.depth] = 4_800
            $0.connections = [
                Connection(
                    .envelope(1),
                    to: P.filter(0) + P.cutoff,
                    amount: 1,
                    scale: P.envelope(1) + P.depth
                )
            ]
        }
        #expect(abs(opened) < 0.7)
        let byVelocity = decibels(at: 4_000) {
            $0.filters[0] = .lowPass2
            $0.values[P.filter(0) + P.cutoff] = base
            $0.values[P.filter(0) + P.filterVelocity] = 4_800
        }
        #expect(abs(byVelocity) < 0.7)
    }
}
