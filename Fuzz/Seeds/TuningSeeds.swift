/// A scale and a keyboard mapping that have everything that their readers know.
enum TuningSeeds {
    static var all: [[UInt8]] {
        [
            "! a.scl\nname\n 4\n!\n 76.049 cents\n5/4 E\\\n -.5\n2\n",
            "! a.kbm\n12\n0\n127\n60\n69\n440.0\n12\n0\nx\n2\n-3\n4\n5\n6\n7\n8\n9\n10\n11\n",
            "0\r\n10\r\n100\r\n60\r\n60\r\n261.63\r\n0\r\n",
        ].map { Array($0.utf8) }
    }
}
