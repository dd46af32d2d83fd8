/**
 * Actors of a virtual organization: the metascheduler, which plans and books cycle after cycle for
 * the users, its session with the domains in each cycle, its booking coordinator, and the users.
 * They receive, wait and answer; decisions are made by the scheduler and its policy.
 *
 * <p>{@link Metascheduler} has the messages of the metascheduler, each phase has a class, and
 * {@link MetaschedulerState} has the shared state of the phases; start reading at {@link
 * ServingPhase}. Public messages may leave the JVM and are marked accordingly, all others stay in
 * it.
 */
@NullMarked
package io.metasched.metascheduler.actor;

import org.jspecify.annotations.NullMarked;
