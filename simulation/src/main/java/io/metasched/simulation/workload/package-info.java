/**
 * Jobs of a run and their real behaviour: their real run times, and their withdrawals by users.
 * Schedulers see only the {@code Job}.
 */
@NullMarked
package io.metasched.simulation.workload;

import org.jspecify.annotations.NullMarked;
