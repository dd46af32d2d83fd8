package io.metasched.simulation.result;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

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
    return new JsonFile(file, MOST_BYTES).hasText("kind", ReplayResult.KIND);
  }

  /**
   * Reads a summary.
   *
   * @throws ResultFormatException for a file that is missing or damaged, or tells of no replay
   */
  public static ReplaySummary read(Path path) {
    var file = new JsonFile(path, MOST_BYTES);
    var summary = file.read();
    file.requireKind(summary, ReplayResult.KIND, ReplayResult.SCHEMA);
    var policies = new ArrayList<Policy>();
    for (var policy : summary.path("policies")) {
      var numbers = JsonFile.numbers(policy);
      double period = numbers.getOrDefault("period", -1.0);
      if (!(period >= 0)) {
        throw file.malformed(policy, "period", "a number of seconds from 0 on");
      }
      policies.add(
          new Policy(
              file.text(policy, "policy"),
              Math.round(period * TICKS),
              numbers,
              file.groups(policy, "byUser", "user"),
              file.groups(policy, "bySize", "upTo")));
    }
    return new ReplaySummary(
        file.integer(summary, "processors"), file.integer(summary, "jobs"), policies);
  }
}
