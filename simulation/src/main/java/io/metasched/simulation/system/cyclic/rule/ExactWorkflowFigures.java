package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.big;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.DrawnWorkflowRow;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Numbers of workflows by the checker's own formulas, unbounded. */
public final class ExactWorkflowFigures {
  private ExactWorkflowFigures() {}

  /** Workflow whose jobs have all finished, with their parts. */
  private record Done(DrawnWorkflowRow row, List<PlacementRow> parts) {
    BigInteger makespan() {
      return parts.stream()
          .map(part -> big(part.realEnd()).subtract(big(row.submitTick())))
          .reduce(BigInteger.ZERO, BigInteger::max);
    }

    BigInteger cost() {
      return parts.stream()
          .map(part -> big(part.costMilli()))
          .reduce(BigInteger.ZERO, BigInteger::add);
    }
  }

  private static List<Done> done(CyclicRun run) {
    var workflowOf = new TreeMap<JobId, Integer>();
    for (var job : run.jobs()) {
      if (job.workflow() >= 0 && job.outcome() == JobStatus.FINISHED) {
        workflowOf.putIfAbsent(job.job().id(), job.workflow());
      }
    }
    var parts = new TreeMap<Integer, List<PlacementRow>>();
    for (var part : run.placements()) {
      var workflow = workflowOf.get(part.job());
      if (workflow != null) {
        parts.computeIfAbsent(workflow, number -> new ArrayList<>()).add(part);
      }
    }
    var done = new ArrayList<Done>();
    for (var row : run.workflows()) {
      if (workflowOf.values().stream().filter(w -> w == row.workflow()).count() == row.jobs()) {
        done.add(new Done(row, parts.getOrDefault(row.workflow(), List.of())));
      }
    }
    return done;
  }

  /** Returns the number of workflows. */
  public static Optional<BigDecimal> workflows(CyclicRun run) {
    return Optional.of(decimal(run.workflows().size()));
  }

  /** Returns the number of workflows whose jobs have all finished; empty without workflows. */
  public static Optional<BigDecimal> finished(CyclicRun run) {
    return workflows(run)
        .filter(count -> count.signum() > 0)
        .map(count -> decimal(done(run).size()));
  }

  private static BigDecimal decimal(long number) {
    return BigDecimal.valueOf(number);
  }

  /** Returns the mean time from the submission of a finished workflow to its last real end. */
  public static Optional<BigDecimal> meanMakespan(CyclicRun run) {
    return mean(done(run).stream().map(Done::makespan).toList());
  }

  /** Returns the mean cost of the windows of a finished workflow. */
  public static Optional<BigDecimal> meanCost(CyclicRun run) {
    return mean(done(run).stream().map(Done::cost).toList());
  }

  private static Optional<BigDecimal> mean(List<BigInteger> thousandths) {
    if (thousandths.isEmpty()) {
      return Optional.empty();
    }
    var sum = new BigDecimal(thousandths.stream().reduce(BigInteger.ZERO, BigInteger::add));
    var divisor = BigDecimal.valueOf(Ticks.PER_UNIT * thousandths.size());
    return Optional.of(sum.divide(divisor, MathContext.DECIMAL128));
  }
}
