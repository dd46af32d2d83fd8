/** The actors of a run of flexible reservations, and what their clock drives. */
@NullMarked
package io.metasched.simulation.system.whatif.actor;

import org.jspecify.annotations.NullMarked;
