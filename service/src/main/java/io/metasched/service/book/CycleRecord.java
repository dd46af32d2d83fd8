package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;

/**
 * What a cycle saw and did.
 *
 * @param number from 0
 * @param tick when its snapshot was taken, in ticks
 * @param seen the number of the last event that it saw
 * @param turn of the cycle after it; empty if all that waited had a place in this one
 * @param done what came of it, once it is over
 */
public record CycleRecord(
    int number,
    long tick,
    long seen,
    Instant begun,
    Optional<Done> done,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Turn> turn) {

  /**
   * The place of a cycle in a round through all jobs that wait.
   *
   * @param next the number of the job with which it goes on
   * @param until the number before which the round ends: jobs that come later wait for the next one
   */
  public record Turn(long next, long until) {}

  /**
   * What came of it.
   *
   * @param bookTick when its plan was booked, in ticks
   * @param considered jobs that waited when it was over, and those it booked or refused
   * @param booked jobs that it booked
   * @param refused jobs that it refused for good
   * @param postponed jobs that it left waiting
   * @param millis how long it took
   */
  public record Done(
      long bookTick, int considered, int booked, int refused, int postponed, long millis) {}
}
