package io.metasched.resource.owner;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Span;
import java.util.List;

/**
 * The state of a node's book in a form that can be stored. What it did for its owner's own users in
 * the past is not part of it but for the number of those jobs.
 *
 * @param node the node's id
 * @param version of the list of vacant time
 * @param vacant the vacant spans, in order
 * @param openedUntil the end of the opened time
 * @param holds the holds, by job
 * @param bookings the bookings, by job
 * @param waitingLocalJobs local jobs without a place, in the order of arrival
 * @param placedLocalJobs how many local jobs have got their place
 */
public record NodeSnapshot(
    int node,
    long version,
    List<Span> vacant,
    long openedUntil,
    List<Held> holds,
    List<Booked> bookings,
    List<LocalJob> waitingLocalJobs,
    long placedLocalJobs) {
  /** Copies the lists. */
  public NodeSnapshot {
    vacant = List.copyOf(vacant);
    holds = List.copyOf(holds);
    bookings = List.copyOf(bookings);
    waitingLocalJobs = List.copyOf(waitingLocalJobs);
  }

  /** A hold, as {@link NodeEvent.SpanHeld} says. */
  public record Held(JobId job, Span span, List<Span> taken, long lapseTick) {
    /** Copies the list. */
    public Held {
      taken = List.copyOf(taken);
    }
  }

  /** A booking. */
  public record Booked(JobId job, Span span) {}

  /** The state of a book without opened time. */
  public static NodeSnapshot empty(int node) {
    return new NodeSnapshot(node, 0, List.of(), 0, List.of(), List.of(), List.of(), 0);
  }
}
