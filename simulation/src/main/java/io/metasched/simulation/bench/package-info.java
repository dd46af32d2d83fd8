/**
 * What {@code metasched bench} measures: one class for each bench. A bench says how fast something
 * is beside a baseline of the same run, and checks that both bring out the same. It may read the
 * clock and start actors; it decides nothing.
 */
@NullMarked
package io.metasched.simulation.bench;

import org.jspecify.annotations.NullMarked;
