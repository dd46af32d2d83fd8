package io.metasched.simulation.result;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the summary.json of a replay tells.
 *
 * @param processors size of the cluster
 * @param jobs how many jobs were replayed
 * @param policies one of each policy
 */
public record ReplaySummary(int processors, int jobs, List<Policy> policies) {
  private static final int MOST_BYTES = 1 << 28;
  private static final double TICKS = 1000;

  /**
   * What it tells of a policy.
   *
   * @param policy name
   * @param periodTicks time between two scheduling passes, 0 for a pass at each event
   * @param numbers its other keys that are numbers
   * @param byUser the same for each user
   * @param bySize the same for each class of sizes, by its greatest size
   */
  public record Policy(
      String policy,
      long periodTicks,
      SortedMap<String, Double> numbers,
      SortedMap<Integer, SortedMap<String, Double>> byUser,
      SortedMap<Integer, SortedMap<String, Double>> bySize) {}

  /** Copies the list. */
  public ReplaySummary {
    policies = List.copyOf(policies);
  }

  /**
   * Whether a file is the summary of a replay; one that cannot be read is none.
   *
   * @param file a summary.json
   */
  public static boolean isIn(Path file) {
    try {
      var kind = new JsonFile(file, MOST_BYTES).read().path("kind");
      return kind.asText().equals(ReplayResult.KIND);
    } catch (ResultFormatException unreadable) {
      return false;
    }
  }

  /**
   * Reads a summary.
   *
   * @throws ResultFormatException for a file that is missing or damaged, or tells of no replay
   */
  public static ReplaySummary read(Path path) {
    var file = new JsonFile(path, MOST_BYTES);
    var summary = file.read();
    if (!file.text(summary, "kind").equals(ReplayResult.KIND)) {
      throw file.malformed(summary, "kind", ReplayResult.KIND);
    }
    if (file.integer(summary, "schema") != ReplayResult.SCHEMA) {
      throw file.malformed(summary, "schema", String.valueOf(ReplayResult.SCHEMA));
    }
    var policies = new ArrayList<Policy>();
    for (var policy : summary.path("policies")) {
      var numbers = numbers(policy);
      double period = numbers.getOrDefault("period", -1.0);
      if (!(period >= 0)) {
        throw file.malformed(policy, "period", "a number of seconds from 0 on");
      }
      policies.add(
          new Policy(
              file.text(policy, "policy"),
              Math.round(period * TICKS),
              numbers,
              groups(file, policy, "byUser", "user"),
              groups(file, policy, "bySize", "upTo")));
    }
    return new ReplaySummary(
        file.integer(summary, "processors"), file.integer(summary, "jobs"), policies);
  }

  private static SortedMap<String, Double> numbers(JsonNode object) {
    var numbers = new TreeMap<String, Double>();
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (object.path(name).isNumber()) {
                numbers.put(name, object.path(name).doubleValue());
              }
            });
    return numbers;
  }

  private static SortedMap<Integer, SortedMap<String, Double>> groups(
      JsonFile file, JsonNode policy, String list, String key) {
    var groups = new TreeMap<Integer, SortedMap<String, Double>>();
    for (var group : policy.path(list)) {
      if (groups.put(file.integer(group, key), numbers(group)) != null) {
        throw file.malformed(policy, list, "a list that has each %s once".formatted(key));
      }
    }
    return groups;
  }
}
