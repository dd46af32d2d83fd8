/** Reservations that are placed by what-if plans of the clusters' local schedulers. */
@NullMarked
package io.metasched.simulation.system.whatif;

import org.jspecify.annotations.NullMarked;
