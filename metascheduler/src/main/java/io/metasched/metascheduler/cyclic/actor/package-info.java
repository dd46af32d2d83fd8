/**
 * Actors of a virtual organization: the metascheduler, which plans and books for the users in
 * cycles, its session with the domains in each cycle, its booking coordinator, and the users. The
 * actors receive, wait and answer; the scheduler and its policy make all decisions.
 *
 * <p>{@link Metascheduler} has the messages of the metascheduler, each phase has a class, and
 * {@link MetaschedulerState} has the state that the phases share. Start reading at {@link
 * ServingPhase}. Public messages may leave the JVM and are marked accordingly; all others stay in
 * the JVM.
 */
@NullMarked
package io.metasched.metascheduler.cyclic.actor;

import org.jspecify.annotations.NullMarked;
