/**
 * The actors of a virtual organization: the metascheduler, which plans and books cycle after cycle
 * for the users, its session with the domains in each cycle, its booking coordinator, and the
 * users. They receive, wait and answer; all decisions are made by the scheduler and its policy.
 *
 * <p>Of the metascheduler, {@link Metascheduler} has the messages, each phase has a class, and
 * {@link MetaschedulerState} has what the phases share; {@link ServingPhase} is where to start
 * reading. Public messages may leave the JVM and are marked so, all others stay in it.
 */
@NullMarked
package io.metasched.metascheduler.cyclic.actor;

import org.jspecify.annotations.NullMarked;
