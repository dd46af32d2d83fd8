package io.metasched.resource.owner;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Span;
import java.util.List;

/**
 * A change of one node's book that does not follow from others: its local jobs, and holds that
 * lapse, are no events. A {@link NodeTimeline} is the fold of events; each has a name in journals.
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

  /** Time was opened, from where it was opened before until this tick. */
  record TimeOpened(long until) implements NodeEvent {}

  /**
   * A span was held for a job.
   *
   * @param taken what of the span was vacant; the rest is the job's own booking
   */
  record SpanHeld(JobId job, Span span, List<Span> taken, long lapseTick) implements NodeEvent {
    public SpanHeld {
      taken = List.copyOf(taken);
    }
  }

  /** A job's hold was released. */
  record HoldReleased(JobId job) implements NodeEvent {}

  /**
   * A job's hold became its booking.
   *
   * @param givenBack what came free of the booking that it replaced
   */
  record HoldCommitted(JobId job, List<Span> givenBack) implements NodeEvent {
    public HoldCommitted {
      givenBack = List.copyOf(givenBack);
    }
  }

  /**
   * A job's booking ended, and with it the hold that was to replace it.
   *
   * @param givenBack what came free of it
   */
  record BookingEnded(JobId job, List<Span> givenBack) implements NodeEvent {
    public BookingEnded {
      givenBack = List.copyOf(givenBack);
    }
  }
}
