/** Where random numbers come from: one generator for each purpose and entity of a run. */
@NullMarked
package io.metasched.simulation.random;

import org.jspecify.annotations.NullMarked;
