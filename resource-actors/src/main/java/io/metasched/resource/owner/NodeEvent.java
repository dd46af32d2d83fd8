package io.metasched.resource.owner;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Span;
import java.util.List;

/**
 * Change of one node's book that does not follow from other changes. Local jobs and expiring holds
 * are not events. A {@link NodeTimeline} is the fold of events; each has a name in journals.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = NodeEvent.TimeOpened.class, name = "time-opened"),
  @JsonSubTypes.Type(value = NodeEvent.SpanHeld.class, name = "span-held"),
  @JsonSubTypes.Type(value = NodeEvent.HoldReleased.class, name = "hold-released"),
  @JsonSubTypes.Type(value = NodeEvent.HoldCommitted.class, name = "hold-committed"),
  @JsonSubTypes.Type(value = NodeEvent.BookingEnded.class, name = "booking-ended")
})
public sealed interface NodeEvent {

  /** Opening of time, from the end of the opened time until a tick. */
  record TimeOpened(long until) implements NodeEvent {}

  /**
   * Hold of a span for a job.
   *
   * @param taken vacant part of the span; the rest is the job's own booking
   */
  record SpanHeld(JobId job, Span span, List<Span> taken, long lapseTick) implements NodeEvent {
    public SpanHeld {
      taken = List.copyOf(taken);
    }
  }

  /** Release of a job's hold. */
  record HoldReleased(JobId job) implements NodeEvent {}

  /**
   * Commit of a job's hold, which becomes the job's booking.
   *
   * @param givenBack time freed from the booking that the hold replaced
   */
  record HoldCommitted(JobId job, List<Span> givenBack) implements NodeEvent {
    public HoldCommitted {
      givenBack = List.copyOf(givenBack);
    }
  }

  /**
   * End of a job's booking, and of the hold that would have replaced it.
   *
   * @param givenBack time freed from the booking
   */
  record BookingEnded(JobId job, List<Span> givenBack) implements NodeEvent {
    public BookingEnded {
      givenBack = List.copyOf(givenBack);
    }
  }
}
