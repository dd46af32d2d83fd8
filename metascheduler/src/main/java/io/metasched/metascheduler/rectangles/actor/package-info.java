/** The scheduler of reservations on a multiprocessor as an actor, with its users. */
@NullMarked
package io.metasched.metascheduler.rectangles.actor;

import org.jspecify.annotations.NullMarked;
