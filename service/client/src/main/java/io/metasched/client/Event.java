package io.metasched.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;

/**
 * Event of the service.
 *
 * @param seq number, which grows from event to event
 * @param at time; empty for a reset
 * @param event name, such as {@code job-booked}; {@link #RESET} if events may be missing
 * @param by principal who caused it
 * @param job job to which it belongs
 * @param members all members, with those that only some events have
 */
public record Event(
    long seq,
    Optional<Instant> at,
    String event,
    Optional<String> by,
    Optional<String> job,
    JsonNode members) {

  /** Name of the event in place of events that are no longer stored: read the lists again. */
  public static final String RESET = "reset";

  static Event of(JsonNode json) {
    var basic = ApiJson.read(json, Basic.class);
    return new Event(basic.seq, basic.at, basic.event, basic.by, basic.job, json);
  }

  /** Members that the events have in common. */
  private record Basic(
      long seq, Optional<Instant> at, String event, Optional<String> by, Optional<String> job) {}
}
