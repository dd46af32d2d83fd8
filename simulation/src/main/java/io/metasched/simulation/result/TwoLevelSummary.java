package io.metasched.simulation.result;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * What the summary.json of two levels tells.
 *
 * @param providers how many providers there are
 * @param processors how many processors each has
 * @param jobs how many jobs there are
 * @param localPeriodTicks batch jobs start at multiples of it; 0 at any time
 * @param lateRefused whether a reservation that would be late is refused
 * @param policies one of each policy
 */
public record TwoLevelSummary(
    int providers,
    int processors,
    int jobs,
    long localPeriodTicks,
    boolean lateRefused,
    List<Policy> policies) {
  private static final int MOST_BYTES = 1 << 26;
  private static final int MOST = 1_000_000;
  private static final double TICKS = 1000;

  /**
   * What it tells of a policy.
   *
   * @param policy name
   * @param setApart so many providers, the first, take reservations only and the others none; 0
   *     where all take all
   * @param placementsDigest digest of the placements
   * @param numbers its other keys that are numbers
   * @param byProvider the numbers of each provider
   */
  public record Policy(
      String policy,
      int setApart,
      String placementsDigest,
      SortedMap<String, Double> numbers,
      SortedMap<Integer, SortedMap<String, Double>> byProvider) {}

  /** Copies the list. */
  public TwoLevelSummary {
    policies = List.copyOf(policies);
  }

  /**
   * Whether a file is the summary of two levels; one that cannot be read is none.
   *
   * @param file a summary.json
   */
  public static boolean isIn(Path file) {
    return new JsonFile(file, MOST_BYTES).hasText("kind", TwoLevelResult.KIND);
  }

  /**
   * Holds that a folder has no runs on two levels, for who reads those of scheduling cycles.
   *
   * @throws ResultFormatException when it has
   */
  public static void requireNoneIn(Path folder) {
    if (isIn(folder.resolve(ResultFolder.SUMMARY))) {
      throw ResultFile.refusal(
          folder, "holds runs on two levels, but allowed are those of scheduling cycles");
    }
  }

  /**
   * Reads a summary.
   *
   * @throws ResultFormatException for a file that is missing or damaged, or tells of something else
   */
  public static TwoLevelSummary read(Path path) {
    var file = new JsonFile(path, MOST_BYTES);
    var summary = file.read();
    file.requireKind(summary, TwoLevelResult.KIND, TwoLevelResult.SCHEMA);
    var period = summary.path("localPeriod");
    if (!period.isNumber() || !(period.doubleValue() >= 0)) {
      throw file.malformed(summary, "localPeriod", "a number of seconds from 0 on");
    }
    var policies = new ArrayList<Policy>();
    for (var policy : summary.path("policies")) {
      policies.add(
          new Policy(
              file.text(policy, "policy"),
              within(file, policy, "setApart", 0),
              file.text(policy, "placementsDigest"),
              JsonFile.numbers(policy),
              file.groups(policy, "byProvider", "provider")));
    }
    return new TwoLevelSummary(
        within(file, summary, "providers", 1),
        within(file, summary, "processors", 1),
        file.integer(summary, "jobs"),
        Math.round(period.doubleValue() * TICKS),
        file.flag(summary, "lateRefused"),
        policies);
  }

  private static int within(JsonFile file, JsonNode tree, String key, int least) {
    int value = file.integer(tree, key);
    if (value < least || value > MOST) {
      throw file.malformed(tree, key, "a whole number from %d to %d".formatted(least, MOST));
    }
    return value;
  }
}
