/**
 * Actors of the service: the planner, which runs cycles by the wall clock, and the coordinator of
 * the runs.
 */
@NullMarked
package io.metasched.service.actor;

import org.jspecify.annotations.NullMarked;
