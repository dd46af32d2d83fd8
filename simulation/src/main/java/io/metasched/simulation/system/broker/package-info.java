/**
 * Reservation by brokers and agents: agents offer nodes for tasks, brokers decide, and what is
 * accepted is held and committed. Where tasks come from, what messages take when, and the rows.
 */
@NullMarked
package io.metasched.simulation.system.broker;

import org.jspecify.annotations.NullMarked;
