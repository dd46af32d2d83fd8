package io.metasched.simulation.metric;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.result.JobRow;
import io.metasched.simulation.result.PaymentRow;
import io.metasched.simulation.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The statistics of a run.
 *
 * @param all over all jobs
 * @param byCriterion over the jobs of each criterion, in the order of {@link Criterion}
 * @param byUser over the jobs of each user, by number
 * @param byOwner by domain
 * @param fairness by virtual organization
 */
public record RunStatistics(
    JobStatistics all,
    List<JobStatistics> byCriterion,
    List<JobStatistics> byUser,
    List<OwnerStatistics> byOwner,
    VoFairness fairness) {

  public RunStatistics {
    byCriterion = List.copyOf(byCriterion);
    byUser = List.copyOf(byUser);
    byOwner = List.copyOf(byOwner);
  }

  public static RunStatistics of(RunResult run) {
    var finished = Outcome.ofFinished(run);
    return new RunStatistics(
        statistics("all", run.jobs(), finished),
        grouped(run.jobs(), finished, row -> row.job().criterion(), Criterion::label),
        grouped(run.jobs(), finished, row -> row.job().user(), user -> "user " + user),
        owners(run),
        VoFairness.of(run));
  }

  private static <K extends Comparable<K>> List<JobStatistics> grouped(
      List<JobRow> jobs,
      SortedMap<JobId, Outcome> finished,
      Function<JobRow, K> key,
      Function<K, String> name) {
    var groups = new TreeMap<K, List<JobRow>>();
    for (var job : jobs) {
      groups.computeIfAbsent(key.apply(job), k -> new ArrayList<>()).add(job);
    }
    var statistics = new ArrayList<JobStatistics>();
    groups.forEach((k, group) -> statistics.add(statistics(name.apply(k), group, finished)));
    return statistics;
  }

  private static JobStatistics statistics(
      String name, List<JobRow> jobs, SortedMap<JobId, Outcome> finished) {
    var outcomes = new ArrayList<Outcome>();
    for (var job : jobs) {
      var outcome = finished.get(job.job().id());
      if (outcome != null) {
        outcomes.add(outcome);
      }
    }
    return JobStatistics.of(name, jobs, outcomes);
  }

  private static List<OwnerStatistics> owners(RunResult run) {
    var domainOf = new TreeMap<Integer, OwnerTally>();
    var tallies = new TreeMap<Integer, OwnerTally>();
    for (var row : run.nodes()) {
      var tally = tallies.computeIfAbsent(row.node().domain(), OwnerTally::new);
      tally.addNode();
      domainOf.put(row.node().id(), tally);
    }
    for (var placement : run.placements()) {
      of(domainOf, placement.node()).add(placement);
    }
    for (var payment : run.payments()) {
      if (payment.kind() != PaymentRow.Kind.DEPOSIT) {
        of(domainOf, payment.node()).add(payment);
      }
    }
    long endTick = run.header().endTick();
    for (var local : run.local()) {
      if (local.start() >= 0) {
        of(domainOf, local.node()).add(local, endTick);
      }
    }
    return tallies.values().stream().map(tally -> tally.over(endTick)).toList();
  }

  private static OwnerTally of(TreeMap<Integer, OwnerTally> tallies, int node) {
    var tally = tallies.get(node);
    if (tally == null) {
      throw new IllegalArgumentException("no node %d in the run".formatted(node));
    }
    return tally;
  }
}
