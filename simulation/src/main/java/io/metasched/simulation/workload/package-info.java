/**
 * The jobs of a run and what becomes of them in reality: how long they really run, and when their
 * users withdraw them. Schedulers see the {@code Job} alone.
 */
@NullMarked
package io.metasched.simulation.workload;

import org.jspecify.annotations.NullMarked;
