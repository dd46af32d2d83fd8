/** Scheduler of reservations on a multiprocessor as an actor, and its users. */
@NullMarked
package io.metasched.metascheduler.rectangles.actor;

import org.jspecify.annotations.NullMarked;
