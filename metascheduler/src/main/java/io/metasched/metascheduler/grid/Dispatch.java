package io.metasched.metascheduler.grid;

import io.metasched.resource.provider.ReservationAnswer;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where a task went.
 *
 * @param task the task
 * @param provider index of the provider; empty for a request that the grid refused by itself
 * @param answer to a request for a reservation; empty for a batch job
 */
public record Dispatch(GridTask task, OptionalInt provider, Optional<ReservationAnswer> answer) {}
