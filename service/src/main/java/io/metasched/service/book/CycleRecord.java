package io.metasched.service.book;

import java.time.Instant;
import java.util.Optional;

/**
 * What a cycle saw and did.
 *
 * @param number from 0
 * @param tick when its snapshot was taken, in ticks
 * @param seen the number of the last event that it saw
 * @param done what came of it, once it is over
 */
public record CycleRecord(int number, long tick, long seen, Instant begun, Optional<Done> done) {

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
