/**
 * Faults that a run is made to go through: what they are, whom they strike, and what comes of them.
 * How a JVM is struck is said elsewhere.
 */
@NullMarked
package io.metasched.simulation.cluster.fault;

import org.jspecify.annotations.NullMarked;
