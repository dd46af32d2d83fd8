/** Benchmark of whole replays. */
@NullMarked
package io.metasched.simulation.system.replay.bench;

import org.jspecify.annotations.NullMarked;
