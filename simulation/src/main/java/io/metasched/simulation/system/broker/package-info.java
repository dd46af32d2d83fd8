/**
 * Reservation by brokers and agents: agents offer nodes for tasks, brokers decide, and accepted
 * offers are held and committed. Contains the sources of tasks, the message delays and the rows.
 */
@NullMarked
package io.metasched.simulation.system.broker;

import org.jspecify.annotations.NullMarked;
