/**
 * Replays of logs on two levels: a grid queue over providers, with advance reservations among the
 * jobs. Which jobs are reservations, the events in the order that makes replays comparable, the
 * criteria of what came of it, and the check that it is possible. Policies of the grid level are in
 * {@code metascheduler.grid}, providers in {@code resource.provider}.
 *
 * <p>Source: the hierarchical reservation paper, section 5.
 */
@NullMarked
package io.metasched.simulation.twolevel;

import org.jspecify.annotations.NullMarked;
