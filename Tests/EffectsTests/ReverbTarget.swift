import Effects
import Testing

/// What FluidSynth 2.3.1's reverb measures at 44.1 kHz, with parameters of version 2.4: means over eight
/// phases of its modulation.
struct ReverbTarget: Sendable, CustomTestStringConvertible {
    let name: String
    let roomSize: Double
    let damping: Double
    let width: Double
    let level: Double
    /// Seconds in the octaves from 125 Hz to 8 kHz.
    let times: [Double]
    /// dB in thirds of octaves from 99 Hz to 16 kHz.
    let thirds: [Double]
    let correlation: Double

    static let octaves: [Double] = [125, 250, 500, 1_000, 2_000, 4_000, 8_000]
    static let centres: [Double] = [
        99, 125, 157, 198, 250, 315, 397, 500, 630, 794, 1000, 1260, 1587, 2000, 2520, 3175, 4000,
        5040, 6350, 8000, 10079, 12699, 16000,
    ]

    var testDescription: String { name }

    var parameters: ReverbParameters {
        var parameters = ReverbParameters()
        parameters.roomSize = roomSize
        parameters.damping = damping
        parameters.width = width
        parameters.level = level
        return parameters
    }

    static let all: [ReverbTarget] = [
        ReverbTarget(
            name: "the default",
            roomSize: 0.5,
            damping: 0.3,
            width: 0.8,
            level: 0.7,
            times: [1.7, 1.675, 1.702, 1.678, 1.631, 1.449, 1.127],
            thirds: [
                -1.29, -4.89, -2.43, -1.51, -2.32, -1.16, -1.8, -2.42, -1.49, -2.08, -1.97, -1.93,
                -1.94, -2.05, -2.1, -2.18, -2.23, -2.27, -2.35, -2.42, -2.47, -2.53, -2.55,
            ],
            correlation: 0.242
        ),
        ReverbTarget(
            name: "a small bright room",
            roomSize: 0.2,
            damping: 0,
            width: 0.5,
            level: 0.9,
            times: [1.021, 0.917, 0.951, 0.946, 0.971, 0.975, 0.98],
            thirds: [
                -3.73, -8.36, -4.2, -3.46, -5.2, -3.18, -4.19, -4.53, -3.61, -4.4, -4.11, -4.17,
                -4.09, -4.15, -4.19, -4.22, -4.24, -4.23, -4.26, -4.3, -4.31, -4.36, -4.37,
            ],
            correlation: 0.614
        ),
        ReverbTarget(
            name: "the smallest room",
            roomSize: 0,
            damping: 0.5,
            width: 1,
            level: 0.5,
            times: [0.744, 0.683, 0.684, 0.675, 0.646, 0.587, 0.483],
            thirds: [
                -9.65, -15.34, -10.93, -9.86, -11.67, -9.99, -10.6, -11.18, -10.17, -11.06, -10.79,
                -10.83, -10.86, -10.97, -11.08, -11.31, -11.55, -11.84, -12.18, -12.53, -12.86,
                -13.15, -13.35,
            ],
            correlation: 0.048
        ),
        ReverbTarget(
            name: "mono",
            roomSize: 0.7,
            damping: 0.2,
            width: 0,
            level: 1,
            times: [2.655, 2.818, 2.767, 2.741, 2.665, 2.388, 1.861],
            thirds: [
                3.0, 0.94, 2.77, 3.34, 2.41, 4.13, 3.13, 2.76, 3.39, 3.04, 3.09, 3.15, 3.07, 3.03,
                2.95, 2.96, 2.99, 3.1, 3.14, 3.13, 3.25, 3.25, 3.31,
            ],
            correlation: 1.0
        ),
        ReverbTarget(
            name: "a large dull hall",
            roomSize: 0.9,
            damping: 0.7,
            width: 0.8,
            level: 0.7,
            times: [5.975, 5.851, 5.461, 4.588, 3.119, 1.647, 0.816],
            thirds: [
                5.11, 3.8, 4.04, 4.57, 4.46, 4.94, 4.61, 4.1, 4.36, 3.94, 3.66, 3.41, 2.97, 2.41,
                1.96, 1.57, 1.3, 1.17, 1.05, 1.01, 0.99, 0.97, 0.98,
            ],
            correlation: 0.252
        ),
    ]
}
