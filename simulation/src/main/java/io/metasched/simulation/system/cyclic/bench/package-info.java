/**
 * Benchmarks of the parts of this system: searches for windows, choices, cycles, actors and JVMs.
 */
@NullMarked
package io.metasched.simulation.system.cyclic.bench;

import org.jspecify.annotations.NullMarked;
