/** Kernel of the simulation, common to all systems: model time, event queue, seeds and progress. */
@NullMarked
package io.metasched.simulation.kernel;

import org.jspecify.annotations.NullMarked;
