/**
 * Advance reservations of elements of one multiprocessor, with each request placed in one
 * rectangle.
 */
@NullMarked
package io.metasched.metascheduler.rectangles;

import org.jspecify.annotations.NullMarked;
