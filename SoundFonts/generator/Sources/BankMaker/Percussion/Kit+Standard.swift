extension Kit {
    /// Classes of hits that cut each other off.
    private enum Choke {
        static let hat = 1
        static let whistle = 2
        static let guiro = 3
        static let cuica = 4
        static let triangle = 5
        static let surdo = 6
        static let scratch = 7
    }

    /// The General MIDI kit on keys 35–81, with the keys that GS adds below and above.
    static func standard(_ drums: Drums) -> Kit {
        var kit = Kit()
        kit.putDrums(drums)
        kit.putCymbals(drums)
        kit.putLatin(drums)
        kit.putExtras(drums)
        return kit
    }

    private mutating func putDrums(_ drums: Drums) {
        put(35, drums.deepKick)
        put(36, drums.kick)
        put(37, drums.sideStick) {
            $0.attenuation = 3; $0.pan = 0.05
        }
        put(38, drums.snare)
        put(39, drums.clap) {
            $0.attenuation = 1; $0.pan = 0.1
        }
        put(40, drums.tightSnare) { $0.attenuation = 0.5 }
        // From the floor tom to the high one, left to right as the drummer sits: seen from the
        // hall, high left to low right.
        let toms = [(41, -660, 0.5), (43, -310, 0.36), (45, 0, 0.2), (47, 290, -0.05)]
        for (key, cents, pan) in toms + [(48, 595, -0.25), (50, 900, -0.45)] {
            put(key, drums.tom) {
                $0.tune = Double(cents)
                $0.pan = pan
            }
        }
    }

    private mutating func putCymbals(_ drums: Drums) {
        put(42, drums.closedHat) {
            $0.exclusiveClass = Choke.hat
            $0.attenuation = 5
            $0.pan = -0.3
        }
        put(44, drums.closedHat) {
            $0.exclusiveClass = Choke.hat
            $0.attenuation = 8
            $0.tune = -250
            $0.attack = 0.004
            $0.cutoff = 9_000
            $0.pan = -0.3
        }
        put(46, drums.openHat) {
            $0.exclusiveClass = Choke.hat
            $0.attenuation = 5
            $0.pan = -0.3
        }
        put(49, drums.crash) {
            $0.attenuation = 2; $0.pan = -0.4
        }
        put(51, drums.ride) {
            $0.attenuation = 5; $0.pan = 0.4
        }
        // A plate with a bent rim: lower and rougher than the crash, and sooner gone.
        put(52, drums.crash.with { $0.tune = -900 }, drums.openHat.with { $0.tune = -1_300 }) {
            $0.attenuation = 4
            $0.decay = 1.4
            $0.pan = 0.5
        }
        put(53, drums.rideBell) {
            $0.attenuation = 5; $0.pan = 0.4
        }
        put(55, drums.crash) {
            $0.tune = 500
            $0.decay = 1
            $0.attenuation = 4
            $0.pan = -0.15
        }
        put(57, drums.crash) {
            $0.tune = -250
            $0.attenuation = 2
            $0.pan = 0.45
        }
        put(59, drums.ride) {
            $0.tune = -200
            $0.attenuation = 5
            $0.pan = 0.3
        }
    }

    private mutating func putLatin(_ drums: Drums) {
        put(54, drums.tambourine) {
            $0.attenuation = 6; $0.pan = 0.2
        }
        put(56, drums.cowbell) {
            $0.attenuation = 4; $0.pan = 0.15
        }
        put(58, drums.vibraslap) {
            $0.attenuation = 5; $0.pan = -0.3
        }
        put(60, drums.bongo) {
            $0.attenuation = 3; $0.pan = 0.35
        }
        put(61, drums.bongo) {
            $0.tune = -430; $0.attenuation = 3; $0.pan = 0.35
        }
        put(62, drums.conga) {
            $0.tune = 200
            $0.decay = 0.13
            $0.attenuation = 3
            $0.pan = -0.35
        }
        put(63, drums.conga) {
            $0.tune = 180; $0.attenuation = 2; $0.pan = -0.35
        }
        put(64, drums.conga) {
            $0.tune = -290; $0.attenuation = 2; $0.pan = -0.25
        }
        put(65, drums.timbale) {
            $0.tune = 220; $0.attenuation = 3; $0.pan = 0.25
        }
        put(66, drums.timbale) {
            $0.tune = -180; $0.attenuation = 3; $0.pan = 0.25
        }
        put(67, drums.agogo) {
            $0.tune = 600; $0.attenuation = 5; $0.pan = -0.4
        }
        put(68, drums.agogo) {
            $0.tune = 100; $0.attenuation = 5; $0.pan = -0.4
        }
        put(69, drums.cabasa) {
            $0.attenuation = 6; $0.pan = -0.4
        }
        put(70, drums.maracas) {
            $0.attenuation = 6; $0.pan = -0.45
        }
        put(71, drums.whistle) {
            $0.decay = 0.28
            $0.exclusiveClass = Choke.whistle
            $0.attenuation = 4
            $0.pan = 0.4
        }
        put(72, drums.whistle) {
            $0.hold = 0.35
            $0.decay = 0.5
            $0.exclusiveClass = Choke.whistle
            $0.attenuation = 4
            $0.pan = 0.4
        }
        put(73, drums.shortGuiro) {
            $0.exclusiveClass = Choke.guiro
            $0.attenuation = 4
            $0.pan = 0.4
        }
        put(74, drums.longGuiro) {
            $0.exclusiveClass = Choke.guiro
            $0.attenuation = 4
            $0.pan = 0.4
        }
        put(75, drums.claves) {
            $0.attenuation = 5; $0.pan = 0.3
        }
        put(76, drums.woodBlock) {
            $0.tune = 100; $0.attenuation = 4; $0.pan = 0.45
        }
        put(77, drums.woodBlock) {
            $0.tune = -380; $0.attenuation = 4; $0.pan = 0.45
        }
        put(78, drums.muteCuica) {
            $0.exclusiveClass = Choke.cuica
            $0.attenuation = 4
            $0.pan = -0.3
        }
        put(79, drums.openCuica) {
            $0.exclusiveClass = Choke.cuica
            $0.attenuation = 4
            $0.pan = -0.3
        }
        put(80, drums.triangle) {
            $0.decay = 0.25
            $0.exclusiveClass = Choke.triangle
            $0.attenuation = 7
            $0.pan = -0.45
        }
        put(81, drums.triangle) {
            $0.exclusiveClass = Choke.triangle
            $0.attenuation = 7
            $0.pan = -0.45
        }
    }

    /// GS: 27–34 and 82–87.
    private mutating func putExtras(_ drums: Drums) {
        put(27, drums.claves) {
            $0.pitchSweep = Layer.Sweep(cents: 2_400, decay: 0.05)
            $0.tune = -1_200
            $0.attenuation = 5
        }
        put(28, drums.clap) {
            $0.decay = 0.15; $0.tune = 400; $0.attenuation = 3
        }
        put(29, drums.scratch) {
            $0.exclusiveClass = Choke.scratch; $0.attenuation = 4
        }
        put(30, drums.scratch) {
            $0.exclusiveClass = Choke.scratch
            $0.tune = -500
            $0.attenuation = 4
        }
        put(31, drums.sideStick) {
            $0.tune = 700; $0.attenuation = 5
        }
        put(32, drums.click) {
            $0.tune = -700; $0.attenuation = 6
        }
        put(33, drums.click) { $0.attenuation = 6 }
        put(34, drums.triangle) {
            $0.tune = -1_200; $0.decay = 1; $0.attenuation = 8
        }
        put(82, drums.cabasa) {
            $0.tune = 300; $0.attenuation = 6; $0.pan = 0.4
        }
        put(83, drums.tambourine) {
            $0.tune = 500; $0.attenuation = 7; $0.pan = 0.3
        }
        put(84, drums.bellTree) {
            $0.attenuation = 7; $0.pan = -0.3
        }
        put(85, drums.castanets) {
            $0.attenuation = 5; $0.pan = 0.35
        }
        put(86, drums.tom) {
            $0.tune = -900
            $0.decay = 0.3
            $0.exclusiveClass = Choke.surdo
            $0.pan = -0.2
        }
        put(87, drums.tom) {
            $0.tune = -900
            $0.exclusiveClass = Choke.surdo
            $0.pan = -0.2
        }
    }
}
