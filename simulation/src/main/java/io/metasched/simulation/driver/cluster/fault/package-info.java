/**
 * Faults that are injected into a run: their kinds, the members that they strike, and their
 * outcomes. How a process is killed or paused is in the package above.
 */
@NullMarked
package io.metasched.simulation.driver.cluster.fault;

import org.jspecify.annotations.NullMarked;
