package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.big;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.system.cyclic.metric.JobGroup;
import io.metasched.simulation.system.cyclic.metric.OwnerGroup;
import io.metasched.simulation.system.cyclic.metric.VoGroup;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.PaymentRow;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Numbers of a summary by the checker's own formulas, unbounded and independent of the arithmetic
 * of the metrics: sums and extremes over the parts of each job, then one division.
 */
public final class ExactFigures {
  private static final MathContext PRECISION = MathContext.DECIMAL128;
  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

  /** Finished job with its parts, at least one. */
  public record Placed(JobRow job, List<PlacementRow> parts) {

    private BigInteger submit() {
      return big(job.job().submitTick());
    }

    private BigInteger least(Function<PlacementRow, Long> value) {
      return parts.stream()
          .map(value)
          .map(BigInteger::valueOf)
          .reduce(BigInteger::min)
          .orElseThrow();
    }

    private BigInteger most(Function<PlacementRow, Long> value) {
      return parts.stream()
          .map(value)
          .map(BigInteger::valueOf)
          .reduce(BigInteger::max)
          .orElseThrow();
    }

    private BigInteger sum(Function<PlacementRow, BigInteger> value) {
      return parts.stream().map(value).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** Returns the time from the submission to the start. */
    public BigInteger start() {
      return least(PlacementRow::start).subtract(submit());
    }

    /** Returns the time from the start to the last real end. */
    public BigInteger runtime() {
      return most(PlacementRow::realEnd).subtract(least(PlacementRow::start));
    }

    /** Returns the time from the start to the last reserved end. */
    public BigInteger runtimePlanned() {
      return most(PlacementRow::end).subtract(least(PlacementRow::start));
    }

    /** Returns the time from the submission to the last real end. */
    public BigInteger finish() {
      return most(PlacementRow::realEnd).subtract(submit());
    }

    /** Returns the time from the submission to the last reserved end. */
    public BigInteger finishPlanned() {
      return most(PlacementRow::end).subtract(submit());
    }

    /** Returns the total cost of the job's parts. */
    public BigInteger cost() {
      return sum(part -> big(part.costMilli()));
    }

    /** Returns the total reserved length of the job's parts. */
    public BigInteger procTime() {
      return sum(part -> big(part.end()).subtract(big(part.start())));
    }

    /** Returns the total real length of the job's parts. */
    public BigInteger procTimeReal() {
      return sum(ExactFigures::used);
    }
  }

  private ExactFigures() {}

  /** Counts the jobs that match a condition. */
  public static Function<JobGroup, Optional<BigDecimal>> jobs(Predicate<JobRow> such) {
    return group -> count(group.jobs().stream().filter(such).count());
  }

  /** Counts the jobs with one of these outcomes. */
  public static Function<JobGroup, Optional<BigDecimal>> outcomes(JobStatus... outcomes) {
    return jobs(job -> List.of(outcomes).contains(job.outcome()));
  }

  public static Optional<BigDecimal> count(long number) {
    return Optional.of(BigDecimal.valueOf(number));
  }

  private static SortedSet<Integer> nodeNumbers(OwnerGroup group) {
    return new TreeSet<>(group.nodes().stream().map(row -> row.node().id()).toList());
  }

  /** Returns the number of different nodes. */
  public static Optional<BigDecimal> nodes(OwnerGroup group) {
    return count(nodeNumbers(group).size());
  }

  /** Returns the number of parts of jobs on these nodes. */
  public static Optional<BigDecimal> parts(OwnerGroup group) {
    var nodes = nodeNumbers(group);
    return count(group.parts().stream().filter(part -> nodes.contains(part.node())).count());
  }

  /** Returns the number of times that jobs were requeued after a refusal. */
  public static Optional<BigDecimal> requeues(JobGroup group) {
    return Optional.of(
        new BigDecimal(
            group.jobs().stream()
                .map(job -> big(job.requeues()))
                .reduce(BigInteger.ZERO, BigInteger::add)));
  }

  /** Returns the mean, in units, of a value in thousandths over the finished jobs. */
  public static Function<JobGroup, Optional<BigDecimal>> mean(Function<Placed, BigInteger> value) {
    return group -> mean(placed(group).stream().map(value).toList(), THOUSAND);
  }

  /** Returns a value of each finished job, converted from thousandths to units. */
  public static Function<JobGroup, List<BigDecimal>> values(Function<Placed, BigInteger> value) {
    return group -> placed(group).stream().map(value).map(ExactFigures::inUnits).toList();
  }

  /** Returns the mean number of alternatives of the finished jobs. */
  public static Optional<BigDecimal> meanAlternatives(JobGroup group) {
    var numbers = placed(group).stream().map(placed -> big(placed.job().alternatives())).toList();
    return mean(numbers, BigDecimal.ONE);
  }

  private static List<Placed> placed(JobGroup group) {
    var parts = new TreeMap<JobId, List<PlacementRow>>();
    for (var part : group.parts()) {
      parts.computeIfAbsent(part.job(), job -> new ArrayList<>()).add(part);
    }
    var placed = new ArrayList<Placed>();
    for (var job : group.jobs()) {
      var own = parts.get(job.job().id());
      if (job.outcome() == JobStatus.FINISHED && own != null) {
        placed.add(new Placed(job, own));
      }
    }
    return placed;
  }

  private static Optional<BigDecimal> mean(List<BigInteger> values, BigDecimal unit) {
    if (values.isEmpty()) {
      return Optional.empty();
    }
    var sum = new BigDecimal(values.stream().reduce(BigInteger.ZERO, BigInteger::add));
    return Optional.of(sum.divide(unit.multiply(BigDecimal.valueOf(values.size())), PRECISION));
  }

  private static BigInteger used(PlacementRow part) {
    return big(part.realEnd()).subtract(big(part.start()));
  }

  private static BigInteger used(List<PlacementRow> parts) {
    return parts.stream().map(ExactFigures::used).reduce(BigInteger.ZERO, BigInteger::add);
  }

  private static BigDecimal inUnits(BigInteger thousandths) {
    return new BigDecimal(thousandths, 3);
  }

  private static Optional<BigDecimal> units(BigInteger thousandths) {
    return Optional.of(inUnits(thousandths));
  }

  /** Returns the sum of the real lengths of the parts on some nodes. */
  public static Optional<BigDecimal> procTime(OwnerGroup owners) {
    return units(used(owners.parts()));
  }

  /** Returns the charges minus the refunds. */
  public static Optional<BigDecimal> balance(List<PaymentRow> payments) {
    var charged = BigInteger.ZERO;
    var refunded = BigInteger.ZERO;
    for (var payment : payments) {
      switch (payment.kind()) {
        case CHARGE -> charged = charged.add(big(payment.milli()));
        case REFUND -> refunded = refunded.add(big(payment.milli()));
        case DEPOSIT -> {}
      }
    }
    return units(charged.subtract(refunded));
  }

  /** Returns the share of the time of some nodes in which parts ran. */
  public static Optional<BigDecimal> utilisation(OwnerGroup owners) {
    return share(used(owners.parts()), owners.nodes().size(), owners.endTick());
  }

  /**
   * Returns the share of the time of some nodes in which local jobs ran before the end of the run.
   */
  public static Optional<BigDecimal> localUtilisation(OwnerGroup owners) {
    var end = big(owners.endTick());
    var ticks = BigInteger.ZERO;
    for (var job : owners.local()) {
      var until = big(job.start()).add(big(job.lengthTicks())).min(end);
      ticks = ticks.add(until.subtract(big(job.start())).max(BigInteger.ZERO));
    }
    return share(ticks, owners.nodes().size(), owners.endTick());
  }

  private static Optional<BigDecimal> share(BigInteger ticks, int nodes, long endTick) {
    var all = big(nodes).multiply(big(endTick)).max(BigInteger.ONE);
    return Optional.of(new BigDecimal(ticks).divide(new BigDecimal(all), PRECISION));
  }

  /** Returns the number of local jobs that arrived during the run and were placed. */
  public static Optional<BigDecimal> localJobs(OwnerGroup owners) {
    return count(owners.local().stream().filter(job -> !job.planned()).count());
  }

  /** Returns the mean wait of the placed local jobs. */
  public static Optional<BigDecimal> meanLocalWait(OwnerGroup owners) {
    return mean(localWaitTicks(owners), THOUSAND);
  }

  /** Returns the waits of local jobs, in units of time. */
  public static List<BigDecimal> localWaits(OwnerGroup owners) {
    return localWaitTicks(owners).stream().map(ExactFigures::inUnits).toList();
  }

  private static List<BigInteger> localWaitTicks(OwnerGroup owners) {
    return owners.local().stream()
        .filter(job -> !job.planned())
        .map(job -> big(job.start()).subtract(big(job.arrivalTick())))
        .toList();
  }

  /** Returns the share of all nodes' time in which the jobs of an organization ran. */
  public static Optional<BigDecimal> nodeTimeShare(VoGroup vo) {
    return share(used(vo.jobs().parts()), vo.nodes(), vo.endTick());
  }

  /** Returns Jain's index of the organizations' use; their common denominator cancels out. */
  public static Optional<BigDecimal> jainIndex(CyclicRun run) {
    var used = new TreeMap<Integer, BigInteger>();
    run.jobs().forEach(job -> used.put(job.job().id().vo(), BigInteger.ZERO));
    run.placements()
        .forEach(part -> used.computeIfPresent(part.job().vo(), (vo, sum) -> sum.add(used(part))));
    var sum = used.values().stream().reduce(BigInteger.ZERO, BigInteger::add);
    var squares =
        used.values().stream().map(each -> each.pow(2)).reduce(BigInteger.ZERO, BigInteger::add);
    return squares.signum() == 0
        ? Optional.empty()
        : Optional.of(
            new BigDecimal(sum.pow(2))
                .divide(new BigDecimal(squares.multiply(big(used.size()))), PRECISION));
  }

  /** Returns the number of cycles, each with a row for each organization. */
  public static Optional<BigDecimal> cycles(CyclicRun run) {
    return count(run.cycles().stream().map(row -> row.cycle()).distinct().count());
  }

  /** Returns the number of cycles in which some job had no alternative. */
  public static Optional<BigDecimal> failedCycles(CyclicRun run) {
    var failed = new TreeSet<Integer>();
    run.cycles().stream()
        .filter(row -> row.withoutAlternative() > 0)
        .forEach(row -> failed.add(row.cycle()));
    return count(failed.size());
  }
}
