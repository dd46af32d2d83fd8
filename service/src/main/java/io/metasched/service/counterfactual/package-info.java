/**
 * Replay of the recorded history under another policy or at another price, in a counterfactual
 * book, without actors and without a clock.
 */
@NullMarked
package io.metasched.service.counterfactual;

import org.jspecify.annotations.NullMarked;
