package io.metasched.service.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that a run of a service left behind, read when everything had come to rest.
 *
 * @param calls what clients asked and were answered
 * @param events the lines of the history that are events, in order
 * @param watched streams of events
 * @param jobs each job as the API shows it, by id
 * @param accounts each account, by id
 * @param ledgers the entries of each account, in order
 * @param claims each reservation, by id
 * @param drained the nodes that are drained
 * @param runs what the runs wrote about themselves
 */
public record Evidence(
    List<Call> calls,
    List<JsonNode> events,
    List<Watched> watched,
    SortedMap<String, JsonNode> jobs,
    SortedMap<String, JsonNode> accounts,
    SortedMap<String, List<JsonNode>> ledgers,
    SortedMap<String, JsonNode> claims,
    List<String> drained,
    List<RunFile> runs) {

  /** Copies the collections. */
  public Evidence {
    calls = List.copyOf(calls);
    events = List.copyOf(events);
    watched = List.copyOf(watched);
    jobs = copy(jobs);
    accounts = copy(accounts);
    ledgers = copy(ledgers);
    claims = copy(claims);
    drained = List.copyOf(drained);
    runs = List.copyOf(runs);
  }

  private static <T> SortedMap<String, T> copy(Map<String, T> map) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(map));
  }

  /** What an event says. */
  static JsonNode event(JsonNode line) {
    return line.path("event");
  }

  /** What kind of event a line has. */
  static String kind(JsonNode line) {
    return line.path("event").path("event").asText();
  }
}
