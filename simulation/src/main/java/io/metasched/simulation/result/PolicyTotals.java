package io.metasched.simulation.result;

import io.metasched.metascheduler.flow.JobStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What summary.json tells of a policy that can be counted again from its rows.
 *
 * @param policy name of the policy
 * @param placementsDigest fingerprint of all placements
 * @param jobsByFate how many jobs there are, by {@code submitted} and by fate; those still booked
 *     count as waiting
 */
public record PolicyTotals(
    String policy, String placementsDigest, SortedMap<String, Integer> jobsByFate) {
  /** The version of summary.json. */
  public static final int SCHEMA = 1;

  private static final int MOST_BYTES = 1 << 28;
  private static final String SUBMITTED = "submitted";

  public PolicyTotals {
    jobsByFate = Collections.unmodifiableSortedMap(new TreeMap<>(jobsByFate));
  }

  /** The totals of a run, counted from its rows. */
  public static PolicyTotals of(RunResult run) {
    var jobs = new TreeMap<String, Integer>();
    fates().forEach(fate -> jobs.put(fate, 0));
    jobs.put(SUBMITTED, run.jobs().size());
    run.jobs().forEach(job -> jobs.merge(labelOf(job.fate()), 1, Integer::sum));
    return new PolicyTotals(run.header().policy(), PlacementsDigest.of(run.placements()), jobs);
  }

  /**
   * The totals of all policies, as a summary tells them; it may tell more.
   *
   * @throws ResultFormatException for a file that is missing, damaged or of another schema
   */
  public static List<PolicyTotals> read(Path summary) {
    var file = new JsonFile(summary, MOST_BYTES);
    var tree = file.read();
    if (file.number(tree, "schema") != SCHEMA) {
      throw file.malformed(tree, "schema", "schema " + SCHEMA);
    }
    if (!tree.path("policies").isArray()) {
      throw file.malformed(tree, "policies", "a list of policies");
    }
    var policies = new ArrayList<PolicyTotals>();
    for (var policy : tree.path("policies")) {
      var jobs = new TreeMap<String, Integer>();
      jobs.put(SUBMITTED, file.integer(policy, SUBMITTED));
      fates().forEach(fate -> jobs.put(fate, file.integer(policy, fate)));
      var digest = file.text(policy, "placementsDigest");
      policies.add(new PolicyTotals(file.text(policy, "policy"), digest, jobs));
    }
    return policies;
  }

  private static List<String> fates() {
    return Arrays.stream(JobStatus.values()).map(PolicyTotals::labelOf).distinct().toList();
  }

  private static String labelOf(JobStatus fate) {
    return (fate == JobStatus.BOOKED ? JobStatus.WAITING : fate).label();
  }
}
