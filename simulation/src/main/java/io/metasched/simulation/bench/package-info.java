/**
 * What {@code metasched bench} measures: the frame of all benches, with their sizes and their
 * tables, whose columns are declared once for the JSON and for people, and the benches that need no
 * system; those of a system are in its folder. A bench says how fast something is beside a baseline
 * of the same run, and checks that both produce the same. It may read the clock and start actors;
 * it decides nothing.
 */
@NullMarked
package io.metasched.simulation.bench;

import org.jspecify.annotations.NullMarked;
