/**
 * Invariants of a run, verified from its rows alone: independent of everything that schedules, so
 * that an error there cannot hide here.
 */
@NullMarked
package io.metasched.simulation.check;

import org.jspecify.annotations.NullMarked;
