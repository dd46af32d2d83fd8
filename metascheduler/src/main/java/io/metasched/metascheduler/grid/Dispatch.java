package io.metasched.metascheduler.grid;

import io.metasched.resource.provider.ReservationAnswer;
import java.util.Optional;

/**
 * Where a task went.
 *
 * @param task the task
 * @param provider index of the provider
 * @param answer to a request for a reservation; empty for a batch job
 */
public record Dispatch(GridTask task, int provider, Optional<ReservationAnswer> answer) {}
