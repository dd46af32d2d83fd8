/** Where random numbers come from: seeds by run, scenario, replication, purpose and entity. */
@NullMarked
package io.metasched.simulation.random;

import org.jspecify.annotations.NullMarked;
