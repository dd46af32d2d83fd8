/** The bench of execution plans with candidate starts of a reservation. */
@NullMarked
package io.metasched.simulation.system.whatif.bench;

import org.jspecify.annotations.NullMarked;
