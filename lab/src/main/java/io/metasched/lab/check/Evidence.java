package io.metasched.lab.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
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
 * @param arrays arrays as shown by the API, by id
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
    SortedMap<String, JsonNode> arrays,
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
    arrays = copy(arrays);
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

  /**
   * Returns the event lines of the history, in order, in which the submissions of the elements
   * follow the submission of their array.
   */
  List<JsonNode> steps() {
    var steps = new ArrayList<JsonNode>();
    for (var line : events) {
      steps.add(line);
      if (kind(line).equals("array-submitted")) {
        indices(event(line)).forEach(index -> steps.add(element(line, index)));
      }
    }
    return steps;
  }

  /** Returns the indices of a submitted array. */
  static List<Integer> indices(JsonNode array) {
    var indices = new ArrayList<Integer>();
    for (var word : array.at("/array/indices").asText().split(",", -1)) {
      var range = word.split("[-:]", -1);
      int last = Integer.parseInt(range[range.length == 1 ? 0 : 1]);
      int step = range.length < 3 ? 1 : Integer.parseInt(range[2]);
      for (int index = Integer.parseInt(range[0]); index <= last; index += step) {
        indices.add(index);
      }
    }
    return indices;
  }

  private static JsonNode element(JsonNode line, int index) {
    ObjectNode step = line.deepCopy();
    var job = step.withObject("/event");
    job.remove(List.of("array", "key"));
    job.put("event", "job-submitted").put("id", job.path("id").asText() + "_" + index);
    for (var each : job.at("/spec/after")) {
      if (each.path("outcome").asText().equals("EACH_OK")) {
        ((ObjectNode) each)
            .put("outcome", "OK")
            .put("job", each.path("job").asText() + "_" + index);
      }
    }
    return step;
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
