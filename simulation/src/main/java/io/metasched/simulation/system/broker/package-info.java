/**
 * The system of reservation by brokers and agents: agents offer nodes for tasks, brokers decide,
 * and accepted offers are held and committed.
 */
@NullMarked
package io.metasched.simulation.system.broker;

import org.jspecify.annotations.NullMarked;
