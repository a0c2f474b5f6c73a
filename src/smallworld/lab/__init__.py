"""Many games without people: playouts, random games under all laws, counts, benchmarks."""
