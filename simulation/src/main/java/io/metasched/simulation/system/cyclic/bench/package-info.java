/**
 * Benches of what this system is made of: searches for windows, choices, cycles, actors and JVMs.
 */
@NullMarked
package io.metasched.simulation.system.cyclic.bench;

import org.jspecify.annotations.NullMarked;
