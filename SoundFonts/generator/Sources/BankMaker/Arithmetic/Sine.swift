/// The sine of an angle in turns.
///
/// Only additions and multiplications, which IEEE 754 rounds the same everywhere: a C library's
/// `sin` differs from machine to machine in its last bit. Within 1e-13 of the true value.
func sine(turns: Double) -> Double {
    var turn = turns - turns.rounded(.down)
    // Fold to a quarter turn on either side of 0.
    if turn > 0.75 { turn -= 1 } else if turn > 0.25 { turn = 0.5 - turn }
    let x = 2 * Double.pi * turn
    let square = x * x
    // Taylor's series, Horner's way, from x^19 down.
    var sum = 1.0
    var n = 18.0
    while n >= 2 {
        sum = 1 - square / (n * (n + 1)) * sum
        n -= 2
    }
    return x * sum
}

/// The cosine of an angle in turns.
func cosine(turns: Double) -> Double {
    sine(turns: turns + 0.25)
}
