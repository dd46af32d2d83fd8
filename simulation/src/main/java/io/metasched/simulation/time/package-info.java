/** Model time: the order of all events of a run. No clock of the wall comes in here. */
@NullMarked
package io.metasched.simulation.time;

import org.jspecify.annotations.NullMarked;
