package io.metasched.service.notice;

import java.time.Instant;
import java.util.Optional;

/**
 * Deliveries to one receiver.
 *
 * @param delivered number of the last delivered event since the start of the service; 0 for none
 * @param waiting number of waiting notices; {@link #MOST_COUNTED} stands for this number or more
 * @param failures number of failed attempts in a row
 * @param error cause of the last failure
 * @param next time before which no attempt is made
 * @param givenUp number of notices that were given up
 */
public record ReceiverStatus(
    long delivered,
    int waiting,
    int failures,
    Optional<String> error,
    Optional<Instant> next,
    long givenUp) {
  public static final int MOST_COUNTED = Lane.MOST_QUEUED;

  /** Status of a receiver without notices. */
  public static final ReceiverStatus NONE =
      new ReceiverStatus(0, 0, 0, Optional.empty(), Optional.empty(), 0);

  static ReceiverStatus of(Lane lane) {
    boolean isDelayed = !lane.queue.isEmpty() && lane.next.isAfter(Instant.EPOCH);
    return new ReceiverStatus(
        lane.delivered,
        lane.queue.size(),
        lane.failures,
        lane.error,
        isDelayed ? Optional.of(lane.next) : Optional.empty(),
        lane.givenUp);
  }
}
