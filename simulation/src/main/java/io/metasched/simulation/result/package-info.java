/**
 * What a run leaves behind, as plain rows in memory and as files. The rows state facts; whether
 * they are in order is for {@code check} to say, what they mean for {@code metric}.
 */
@NullMarked
package io.metasched.simulation.result;

import org.jspecify.annotations.NullMarked;
