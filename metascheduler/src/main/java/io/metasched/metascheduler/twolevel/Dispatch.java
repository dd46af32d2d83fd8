package io.metasched.metascheduler.twolevel;

import io.metasched.resource.provider.ReservationAnswer;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Dispatch of a task to a provider.
 *
 * @param task the task
 * @param provider index of the provider; empty for a request that the grid refused without asking a
 *     provider
 * @param answer answer to a request for a reservation; empty for a batch job
 */
public record Dispatch(GridTask task, OptionalInt provider, Optional<ReservationAnswer> answer) {}
