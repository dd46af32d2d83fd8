/**
 * The recorded history of a service as a file, and its cycles planned again from it: the scheduler
 * on one thread, without actors and without a clock.
 */
@NullMarked
package io.metasched.service.history;

import org.jspecify.annotations.NullMarked;
