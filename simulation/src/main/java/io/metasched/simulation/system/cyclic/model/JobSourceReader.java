package io.metasched.simulation.system.cyclic.model;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.pricing.MarketPrice;
import io.metasched.simulation.scenario.LogOptions;
import io.metasched.simulation.scenario.LublinOptions;
import io.metasched.simulation.scenario.RigidJobKeys;
import io.metasched.simulation.scenario.Values;
import io.metasched.simulation.workload.JobEntry;
import io.metasched.simulation.workload.JobTraits;
import io.metasched.simulation.workload.LublinJobs;
import io.metasched.simulation.workload.SyntheticWorkload;
import io.metasched.simulation.workload.TraceWorkload;
import java.util.Arrays;
import java.util.Optional;

/**
 * Parser of the keys {@code jobs}, and of the parts of {@code users} and {@code log} that define
 * jobs. All keys are read for every source, so that every wrong value is detected.
 */
final class JobSourceReader {
  private static final int MOST_JOBS = 1_000_000;
  private static final double MOST_REAL_LENGTH = 10;

  private final Values values;
  private final String source;
  private final String ownFile;

  JobSourceReader(Values values) {
    this.values = values;
    source = RigidJobKeys.source(values);
    ownFile = values.text("jobs.file");
  }

  private boolean isOwn() {
    return !ownFile.isEmpty();
  }

  /** Returns whether a batch of jobs is generated for each cycle. */
  boolean isSynthetic() {
    return !isOwn() && source.equals(RigidJobKeys.SYNTHETIC);
  }

  boolean isLogged() {
    return !isOwn() && source.equals(RigidJobKeys.LOG);
  }

  /**
   * Returns the source of the jobs.
   *
   * @param nodes number of nodes, for a model; 0 if the log determines it
   */
  JobSource read(FlowRules rules, MarketPrice market, int nodes) {
    var traits = traits(market);
    int users = values.wholeInt("users.count", 1, 100_000);
    var synthetic = synthetic(rules, users, traits);
    boolean isModelUnused = isOwn() && source.equals(LublinOptions.SOURCE);
    var model =
        isModelUnused
            ? Optional.<LublinJobs>empty()
            : new RigidJobKeys(values, 0).model(nodes, "nodes.count");
    var file = values.text("log.file");
    var options = LogOptions.readRequiring(values);
    int reference = values.wholeInt("log.reference-performance", 1, 1_000_000);
    var rigid = new TraceWorkload(reference, traits);
    if (isOwn()) {
      return new JobSource.Own(ownFile, traits, users);
    }
    if (isLogged()) {
      return new JobSource.Logged(rigid, file, options, LogOptions.isRequired(values));
    }
    return model
        .<JobSource>map(jobs -> new JobSource.Drawn(rigid, jobs, users))
        .orElse(new JobSource.Synthetic(synthetic));
  }

  private SyntheticWorkload synthetic(FlowRules rules, int users, JobTraits traits) {
    int leastNodes = values.wholeInt("jobs.nodes.least", 1, ScenarioReader.MOST_NODES);
    long leastVolume = values.whole("jobs.volume.least", 1, 1_000_000_000);
    double leastReal = values.real("jobs.real-length.least", 0.000001, MOST_REAL_LENGTH);
    int fewest = WorkflowSourceReader.isAny(values) ? 0 : 1;
    int perCycle = values.wholeInt("jobs.per-cycle", fewest, 100_000);
    if (isSynthetic() && (long) perCycle * rules.cycles() > MOST_JOBS) {
      throw values.wrong(
          "time.cycles",
          "a number that gives at most %d jobs if multiplied by jobs.per-cycle"
              .formatted(MOST_JOBS));
    }
    return new SyntheticWorkload(
        rules.cycles(),
        rules.periodTicks(),
        perCycle,
        users,
        leastNodes,
        values.wholeInt("jobs.nodes.most", leastNodes, ScenarioReader.MOST_NODES),
        leastVolume,
        values.whole("jobs.volume.most", leastVolume, 1_000_000_000),
        leastReal,
        values.real("jobs.real-length.most", leastReal, MOST_REAL_LENGTH),
        traits);
  }

  private JobTraits traits(MarketPrice market) {
    int lowestPriority = values.wholeInt("jobs.priority.least", 0, JobEntry.MOST_PRIORITY);
    double leastBudget = values.real("jobs.budget-factor.least", 0, 1_000_000);
    long leastSlack =
        values.thousandths(
            "jobs.deadline.least", ScenarioReader.LEAST_TIME, ScenarioReader.MOST_TIME);
    var labels = Arrays.stream(Criterion.values()).map(Criterion::label).toList();
    var wanted = values.words("jobs.criteria", labels);
    var criteria =
        Arrays.stream(Criterion.values()).filter(c -> wanted.contains(c.label())).toList();
    return new JobTraits(
        market.mu(),
        leastBudget,
        values.real("jobs.budget-factor.most", leastBudget, 1_000_000),
        criteria,
        values.real("users.withdrawal.rate", 0, 1),
        values.thousandths(
            "users.withdrawal.within", ScenarioReader.LEAST_TIME, ScenarioReader.MOST_TIME),
        values.real("jobs.deadline.share", 0, 1),
        leastSlack,
        values.thousandths("jobs.deadline.most", leastSlack / 1000.0, ScenarioReader.MOST_TIME),
        values.wholeInt("jobs.demanding.performance", 1, 1_000_000),
        values.real("jobs.demanding.share", 0, 1),
        values.shares("jobs.properties"),
        lowestPriority,
        values.wholeInt("jobs.priority.most", lowestPriority, JobEntry.MOST_PRIORITY));
  }
}
