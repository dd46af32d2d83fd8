package io.metasched.resource.owner;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Span;
import java.util.List;

/**
 * Storable state of a node's book. It contains the number of past local jobs, but not the jobs.
 *
 * @param node id of the node
 * @param version version of the list of vacant time
 * @param vacant the vacant spans, in order
 * @param openedUntil end of the opened time
 * @param holds the holds, by job
 * @param bookings the bookings, by job
 * @param waitingLocalJobs local jobs that wait for vacant time, in the order of arrival
 * @param placedLocalJobs number of local jobs placed so far
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
  public NodeSnapshot {
    vacant = List.copyOf(vacant);
    holds = List.copyOf(holds);
    bookings = List.copyOf(bookings);
    waitingLocalJobs = List.copyOf(waitingLocalJobs);
  }

  /** Hold, as in {@link NodeEvent.SpanHeld}. */
  public record Held(JobId job, Span span, List<Span> taken, long lapseTick) {
    public Held {
      taken = List.copyOf(taken);
    }
  }

  public record Booked(JobId job, Span span) {}

  /** Returns the state of a book without opened time. */
  public static NodeSnapshot empty(int node) {
    return new NodeSnapshot(node, 0, List.of(), 0, List.of(), List.of(), List.of(), 0);
  }
}
