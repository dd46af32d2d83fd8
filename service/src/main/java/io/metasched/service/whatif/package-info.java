/**
 * What would have come of the recorded history under another policy or at another price: a book as
 * it would have been, without actors and without a clock.
 */
@NullMarked
package io.metasched.service.whatif;

import org.jspecify.annotations.NullMarked;
