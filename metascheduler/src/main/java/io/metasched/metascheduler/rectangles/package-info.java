/** Advance reservations of elements of one multiprocessor: which request gets which rectangle. */
@NullMarked
package io.metasched.metascheduler.rectangles;

import org.jspecify.annotations.NullMarked;
