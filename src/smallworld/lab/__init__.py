"""Many games without people: playouts, fuzzing, perft, benchmarks, simulations, analysis."""
