/**
 * Texts that users write for a batch system: scripts with options in their head, words of a shell,
 * and time limits.
 */
@NullMarked
package io.metasched.service.script;

import org.jspecify.annotations.NullMarked;
