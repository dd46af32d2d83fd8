package io.metasched.simulation.translation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Check that a translation neither lost nor added anything, independent of the system's own rules.
 * There must be one outcome for each job, and no start before the job could run. Processors in use
 * must not exceed the existing processors in total and in each site, and a job must have all its
 * processors in the sites.
 */
public final class OutcomeCheck {
  private OutcomeCheck() {}

  private record Change(long tick, int processors) {}

  /** Returns the first violation; empty for sound outcomes. */
  public static Optional<String> check(CommonWorkload workload, List<CommonOutcome> outcomes) {
    var jobs = workload.jobs();
    if (outcomes.size() != jobs.size()) {
      return Optional.of(
          "there are %d jobs, but %d outcomes".formatted(jobs.size(), outcomes.size()));
    }
    for (int at = 0; at < jobs.size(); at++) {
      var fault = ofJob(jobs.get(at), outcomes.get(at));
      if (fault.isPresent()) {
        return fault;
      }
    }
    var sites = workload.sites();
    var fault = overlap(workload, outcomes, -1, sites.total(), "processors");
    for (int site = 0; site < sites.count() && fault.isEmpty(); site++) {
      fault = overlap(workload, outcomes, site, sites.processors(), "processors of site " + site);
    }
    return fault;
  }

  private static Optional<String> ofJob(CommonJob job, CommonOutcome outcome) {
    if (outcome.job() != job.id()) {
      return Optional.of(
          "the outcome of job %d belongs to job %d".formatted(job.id(), outcome.job()));
    }
    if (!outcome.isPlaced()) {
      return Optional.empty();
    }
    if (outcome.startTick() < outcome.readyTick(job)) {
      return Optional.of(
          "job %d could run from %d, but began at %d"
              .formatted(job.id(), outcome.readyTick(job), outcome.startTick()));
    }
    if (outcome.heldTicks() < job.areaTicks()) {
      return Optional.of(
          "job %d used %s processor ticks, but %s were held"
              .formatted(job.id(), job.areaTicks(), outcome.heldTicks()));
    }
    int inSites = outcome.bySite().stream().mapToInt(taken -> taken).sum();
    return outcome.bySite().isEmpty() || inSites == job.processors()
        ? Optional.empty()
        : Optional.of(
            "job %d has %d processors, in sites %d".formatted(job.id(), job.processors(), inSites));
  }

  /**
   * Returns a tick at which more processors are in use than exist, of a site or, with -1, of all.
   */
  private static Optional<String> overlap(
      CommonWorkload workload, List<CommonOutcome> outcomes, int site, int most, String what) {
    var changes = new ArrayList<Change>();
    for (int at = 0; at < outcomes.size(); at++) {
      var job = workload.jobs().get(at);
      var outcome = outcomes.get(at);
      boolean isThere = outcome.isPlaced() && (site < 0 || !outcome.bySite().isEmpty());
      if (isThere) {
        int taken = site < 0 ? job.processors() : outcome.bySite().get(site);
        changes.add(new Change(outcome.startTick(), taken));
        changes.add(new Change(outcome.startTick() + job.runTicks(), -taken));
      }
    }
    changes.sort(Comparator.comparingLong(Change::tick).thenComparingInt(Change::processors));
    int taken = 0;
    for (var change : changes) { // ends before starts
      taken += change.processors();
      if (taken > most) {
        return Optional.of(
            "at %d %d of %d %s are taken".formatted(change.tick(), taken, most, what));
      }
    }
    return Optional.empty();
  }
}
