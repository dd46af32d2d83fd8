/**
 * Recorded history of a service as a file, and the replay of its cycles: the scheduler on one
 * thread, without actors and without a clock.
 */
@NullMarked
package io.metasched.service.history;

import org.jspecify.annotations.NullMarked;
