// The effects of effects buses, which inserts can be too.

extension ChorusParameters: InsertParameters {
    static var usualMix: Double { 0.5 }

    var effect: InsertSettings.Effect { .chorus(self) }

    func gap(rate: Int) -> Int {
        // The longest delay of a line and its modulation.
        rate * 36 / 100
    }
}

extension ReverbParameters: InsertParameters {
    static var usualMix: Double { 0.3 }

    var effect: InsertSettings.Effect { .reverb(self) }

    func gap(rate: Int) -> Int {
        // A first reflection; an echo.
        algorithm.isRoom ? rate / 10 : rate * 6 / 10
    }
}
