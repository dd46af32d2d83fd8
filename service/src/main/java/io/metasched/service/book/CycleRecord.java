package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Optional;

/**
 * Snapshot and result of a cycle.
 *
 * @param number number of the cycle, from 0
 * @param tick time of its snapshot, in ticks
 * @param seen number of the last event in the snapshot
 * @param turn turn of the next cycle; empty if all waiting jobs had a place in this cycle
 * @param done result, after the cycle has ended
 */
@RecordBuilder
public record CycleRecord(
    int number,
    long tick,
    long seen,
    Instant begun,
    Optional<Done> done,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Turn> turn)
    implements CycleRecordBuilder.With {

  /**
   * Position of a cycle in a round through all waiting jobs.
   *
   * @param next number of the job with which the round continues
   * @param until number before which the round ends; later jobs wait for the next round
   */
  public record Turn(long next, long until) {}

  /**
   * Result of a cycle.
   *
   * @param bookTick time at which the plan was booked, in ticks
   * @param considered number of jobs that were waiting at the end of the cycle, or were booked or
   *     refused by the cycle
   * @param booked number of jobs booked
   * @param refused number of jobs refused permanently
   * @param postponed number of jobs left waiting
   * @param millis duration in milliseconds
   */
  public record Done(
      long bookTick, int considered, int booked, int refused, int postponed, long millis) {}
}
