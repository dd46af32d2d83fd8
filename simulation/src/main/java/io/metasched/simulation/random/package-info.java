/** Seeds of random numbers, derived from run, scenario, replication, purpose and entity. */
@NullMarked
package io.metasched.simulation.random;

import org.jspecify.annotations.NullMarked;
