package io.metasched.lab.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Evidence of a service's run, collected after all work had ended.
 *
 * @param calls requests of clients with their answers
 * @param events event lines of the history, in order
 * @param watched streams of events
 * @param jobs jobs as shown by the API, by id
 * @param accounts accounts by id
 * @param ledgers entries of each account, in order
 * @param claims reservations by id
 * @param drained names of the drained nodes
 * @param runs files that the runs wrote about themselves
 * @param sites jobs and reservations of sites
 */
public record Evidence(
    List<RecordedCall> calls,
    List<JsonNode> events,
    List<Watched> watched,
    SortedMap<String, JsonNode> jobs,
    SortedMap<String, JsonNode> accounts,
    SortedMap<String, List<JsonNode>> ledgers,
    SortedMap<String, JsonNode> claims,
    List<String> drained,
    List<RunFile> runs,
    List<SiteTable> sites) {

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
    sites = List.copyOf(sites);
  }

  private static <T> SortedMap<String, T> copy(Map<String, T> map) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(map));
  }

  /** Returns the event in a history line. */
  static JsonNode event(JsonNode line) {
    return line.path("event");
  }

  /** Returns the kind of the event of a history line. */
  static String kind(JsonNode line) {
    return line.path("event").path("event").asText();
  }
}
