import Foundation
import TestSupport
import Testing

@testable import Scope

@Suite("The Fourier transform")
struct FourierTransformTests {
    @Test("equals the definition, for all sizes", arguments: [2, 4, 8, 64, 512])
    func definition(size: Int) {
        var random = SeededGenerator(seed: 1)
        let samples = (0..<size).map { _ in
            (Float.random(in: -1...1, using: &random), Float.random(in: -1...1, using: &random))
        }
        var (real, imaginary) = (samples.map(\.0), samples.map(\.1))
        FourierTransform(size: size).transform(&real, &imaginary)
        for bin in 0..<size {
            var (re, im) = (0.0, 0.0)
            for (index, sample) in samples.enumerated() {
                let angle = -2 * Double.pi * Double(bin * index % size) / Double(size)
                re += Double(sample.0) * cos(angle) - Double(sample.1) * sin(angle)
                im += Double(sample.0) * sin(angle) + Double(sample.1) * cos(angle)
            }
            #expect(abs(re - Double(real[bin])) < 1e-3 && abs(im - Double(imaginary[bin])) < 1e-3)
        }
    }

    @Test("separates two real signals")
    func realSignals() {
        let size = 256
        let transform = FourierTransform(size: size)
        var real = (0..<size).map { Float(cos(2 * Double.pi * 10 * Double($0) / Double(size))) }
        var imaginary = (0..<size).map {
            Float(0.5 * sin(2 * Double.pi * 30 * Double($0) / Double(size)))
        }
        transform.transform(&real, &imaginary)
        for bin in 0...size / 2 {
            let (first, second) = transform.powers(real, imaginary, of: bin)
            // The amplitude times half of the size.
            #expect(abs(first.squareRoot() - (bin == 10 ? 128 : 0)) < 0.01, "\(bin)")
            #expect(abs(second.squareRoot() - (bin == 30 ? 64 : 0)) < 0.01, "\(bin)")
        }
    }
}
