/**
 * The single-threaded driver of the core: one event queue, the owners' books and the job flow. It
 * decides nothing; it is the reference that every other driver must equal.
 */
@NullMarked
package io.metasched.simulation.engine;

import org.jspecify.annotations.NullMarked;
