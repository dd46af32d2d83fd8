/**
 * Benchmarks of the parts of this system: searches for windows, choices, cycles, actors and JVMs.
 */
@NullMarked
package io.metasched.lab.bench.cyclic;

import org.jspecify.annotations.NullMarked;
