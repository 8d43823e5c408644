extension Kit {
    private static let skins = [35, 36, 38, 40]
    private static let toms = [41, 43, 45, 47, 48, 50]

    /// In a live room: more of it, deeper toms.
    static func room(_ standard: Kit) -> Kit {
        var kit = standard
        kit.change(skins + toms + [37, 39]) { $0.reverb = 0.5 }
        kit.change(toms) { $0.tune -= 200 }
        kit.change([38]) { $0.tune = -120 }
        return kit
    }

    /// Heavy: lower drums, everything louder and roomier.
    static func power(_ standard: Kit, _ drums: Drums) -> Kit {
        var kit = room(standard)
        kit.put(36, drums.kick, drums.deepKick) {
            $0.attenuation = 3; $0.reverb = 0.25
        }
        kit.put(38, drums.snare, drums.clap) {
            $0.attenuation = 3; $0.reverb = 0.5; $0.tune = -250
        }
        kit.change(toms) { $0.tune -= 150 }
        return kit
    }

    /// Synthesized drums, as of the eighties.
    static func electronic(_ standard: Kit, _ drums: Drums) -> Kit {
        var kit = standard
        kit.put(36, drums.electronicKick) {
            $0.tune = 150; $0.decay = 0.6
        }
        kit.put(38, drums.electronicSnare)
        kit.put(40, drums.electronicSnare) { $0.tune = 300 }
        kit.putElectronicToms(drums)
        return kit
    }

    /// An analogue drum machine: a booming kick, a thin snare, short metal.
    static func machine(_ standard: Kit, _ drums: Drums) -> Kit {
        var kit = standard
        kit.put(35, drums.electronicKick) { $0.tune = -150 }
        kit.put(36, drums.electronicKick)
        kit.put(37, drums.claves) {
            $0.tune = -500; $0.attenuation = 4
        }
        kit.put(38, drums.tightSnare) {
            $0.tune = -150; $0.decay = 0.5; $0.reverb = 0.05
        }
        kit.put(40, drums.electronicSnare) {
            $0.tune = 200; $0.decay = 0.5
        }
        kit.change([42, 44, 46]) { $0.tune = 250 }
        kit.change([46]) { $0.decay = 0.7 }
        kit.change([49, 57]) {
            $0.tune = 300; $0.decay = 1.6
        }
        kit.putElectronicToms(drums)
        for (key, cents) in [(62, 700), (63, 500), (64, 100)] {
            kit.put(key, drums.electronicTom) {
                $0.tune = Double(cents); $0.decay = 0.5
            }
        }
        kit.change([70]) { $0.tune = 400 }
        return kit
    }

    /// Light and dry, with a pitched kick.
    static func jazz(_ standard: Kit) -> Kit {
        var kit = standard
        kit.change([35, 36]) {
            $0.tune = 220; $0.attenuation = 1.5; $0.cutoff = 3_500
        }
        kit.change([38, 40]) {
            $0.tune = 150; $0.attenuation = 1; $0.cutoff = 9_000
        }
        kit.change(toms) { $0.tune += 150 }
        return kit
    }

    /// The jazz kit under brushes.
    static func brush(_ standard: Kit, _ drums: Drums) -> Kit {
        var kit = jazz(standard)
        kit.change([35, 36]) { $0.attenuation = 3 }
        kit.put(38, drums.brushTap)
        kit.put(39, drums.brushTap) {
            $0.tune = -300; $0.reverb = 0.25
        }
        kit.put(40, drums.brushSwirl) { $0.attenuation = 2 }
        kit.change(toms) {
            $0.attack = 0.006; $0.cutoff = 2_500; $0.attenuation = 2
        }
        kit.change([42, 44, 46, 49, 51, 53, 57, 59]) {
            $0.cutoff = 8_000; $0.attenuation += 2
        }
        return kit
    }

    /// A timpani set on 41–53, a concert bass drum, snare and cymbals.
    static func orchestra(_ standard: Kit, _ drums: Drums, timpani: SampleSet) -> Kit {
        var kit = standard
        // GS moves the hi-hats and the ride down here.
        kit.put(27, from: 42) { _ in }
        kit.put(28, from: 44) { _ in }
        kit.put(29, from: 46) { _ in }
        kit.put(30, from: 51) { _ in }
        kit.put(35, drums.taiko) {
            $0.tune = -400; $0.reverb = 0.4
        }
        kit.put(36, drums.taiko) {
            $0.tune = -150; $0.reverb = 0.4
        }
        kit.put(38, drums.tightSnare) { $0.reverb = 0.35 }
        kit.put(39, drums.castanets) { $0.attenuation = 4 }
        kit.put(40, drums.tightSnare) {
            $0.tune = -100; $0.reverb = 0.35
        }
        for key in 41...53 {
            let drum = Layer.drum(timpani).with {
                $0.tune = Double(key - 43) * 100
                $0.decay = 5
                $0.release = 3
                $0.cutoff = 3_500
                $0.reverb = 0.35
            }
            kit.put(key, drum)
        }
        kit.change([57, 59]) { $0.reverb = 0.35 }
        kit.put(59, drums.crash) {
            $0.tune = -100; $0.attenuation = 2; $0.reverb = 0.35
        }
        return kit
    }

    private mutating func putElectronicToms(_ drums: Drums) {
        for (key, cents) in [(41, -500), (43, -250), (45, 0), (47, 250), (48, 500), (50, 750)] {
            put(key, from: key) {
                $0.set = drums.electronicTom.set
                $0.tune = Double(cents)
            }
        }
    }
}

extension Bank {
    /// The kits of bank 128, under the numbers that GS gave them.
    mutating func addKits(_ drums: Drums) {
        let standard = Kit.standard(drums)
        kit(0, "Standard Kit", standard)
        kit(8, "Room Kit", Kit.room(standard))
        kit(16, "Power Kit", Kit.power(standard, drums))
        kit(24, "Electronic Kit", Kit.electronic(standard, drums))
        kit(25, "TR-808 Kit", Kit.machine(standard, drums))
        kit(32, "Jazz Kit", Kit.jazz(standard))
        kit(40, "Brush Kit", Kit.brush(standard, drums))
        kit(48, "Orchestra Kit", Kit.orchestra(standard, drums, timpani: palette.timpani))
    }
}
