/**
 * Faults injected into a run: their kinds, the members that they affect, and their outcomes.
 * Processes are killed and paused by the parent package.
 */
@NullMarked
package io.metasched.simulation.driver.cluster.fault;

import org.jspecify.annotations.NullMarked;
