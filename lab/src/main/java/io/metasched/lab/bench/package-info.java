/**
 * Benches of {@code metasched bench}: the framework of all benches, with their sizes and tables,
 * and the benches that belong to no system. Benches of a system are in a package named after it.
 * The columns of a table are declared once for the JSON and for the printed output. A bench
 * compares the speed of an operation with a baseline of the same run, and checks that both produce
 * the same result. Classes whose names end in Benchmark are JMH benchmarks, used by six of the
 * benches. A bench may read the clock and start actors; it makes no scheduling decision.
 */
@NullMarked
package io.metasched.lab.bench;

import org.jspecify.annotations.NullMarked;
