import SoundFont

extension Layer {
    /// The settings that all drums share.
    static func drum(_ set: SampleSet) -> Layer {
        Layer(set).with {
            // The note's end does not end a drum.
            $0.release = 4
            $0.cutoff = 16_000
            $0.velocityToCutoff = 1_500
            $0.reverb = 0.14
        }
    }
}

extension Bank {
    /// A layer that plays a sound to its end.
    mutating func hit(
        _ name: String,
        rootKey: Int = 60,
        seconds: Double,
        rate: Double,
        drive: Double = 1.6,
        _ body: (inout OneShot) -> Void
    ) -> Layer {
        var shot = OneShot(
            seconds: seconds,
            rate: rate,
            seed: name.utf8.reduce(7) { ($0 * 31 + Int($1)) % 100_003 }
        )
        body(&shot)
        return Layer.drum([file.add(shot.sample(name, rootKey: rootKey, drive: drive))])
    }

    /// Computes all drums.
    mutating func makeDrums() -> Drums {
        let skins = makeSkins()
        let metals = makeMetals()
        let hands = makeHandDrums()
        let small = makeSmallPercussion()
        let drums = Drums(
            kick: skins.kick,
            deepKick: skins.deepKick,
            snare: skins.snare,
            tightSnare: skins.tightSnare,
            brushTap: skins.brushTap,
            brushSwirl: skins.brushSwirl,
            electronicKick: skins.electronicKick,
            electronicSnare: skins.electronicSnare,
            electronicTom: skins.electronicTom,
            sideStick: skins.sideStick,
            clap: skins.clap,
            closedHat: metals.closedHat,
            openHat: metals.openHat,
            tom: skins.tom,
            crash: metals.crash,
            ride: metals.ride,
            rideBell: metals.rideBell,
            tambourine: metals.tambourine,
            cowbell: metals.cowbell,
            vibraslap: small.vibraslap,
            bongo: hands.bongo,
            conga: hands.conga,
            timbale: hands.timbale,
            agogo: metals.agogo,
            cabasa: small.cabasa,
            maracas: small.maracas,
            whistle: small.whistle,
            shortGuiro: small.shortGuiro,
            longGuiro: small.longGuiro,
            claves: small.claves,
            woodBlock: small.woodBlock,
            muteCuica: hands.muteCuica,
            openCuica: hands.openCuica,
            triangle: metals.triangle,
            bellTree: metals.bellTree,
            castanets: small.castanets,
            scratch: small.scratch,
            click: small.click,
            taiko: hands.taiko
        )
        palette.tom = drums.tom.set
        palette.taiko = drums.taiko.set
        palette.agogo = drums.agogo.set
        palette.woodBlock = drums.woodBlock.set
        return drums
    }
}
