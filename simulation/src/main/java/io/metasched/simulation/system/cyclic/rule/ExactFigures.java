package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.rule.ExactArithmetic.big;

import io.metasched.metascheduler.flow.JobStatus;
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
 * The numbers of a summary by the checker's own formulas, unbounded and without the arithmetic of
 * the metrics: sums and extremes over the parts of each job, then one division.
 */
public final class ExactFigures {
  private static final MathContext PRECISION = MathContext.DECIMAL128;
  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

  /** A finished job with its parts, of which there is at least one. */
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

    /** From the submission to the start. */
    public BigInteger start() {
      return least(PlacementRow::start).subtract(submit());
    }

    /** From the start to the last real end. */
    public BigInteger runtime() {
      return most(PlacementRow::realEnd).subtract(least(PlacementRow::start));
    }

    /** From the start to the last reserved end. */
    public BigInteger runtimePlanned() {
      return most(PlacementRow::end).subtract(least(PlacementRow::start));
    }

    /** From the submission to the last real end. */
    public BigInteger finish() {
      return most(PlacementRow::realEnd).subtract(submit());
    }

    /** From the submission to the last reserved end. */
    public BigInteger finishPlanned() {
      return most(PlacementRow::end).subtract(submit());
    }

    /** What its parts cost together. */
    public BigInteger cost() {
      return sum(part -> big(part.costMilli()));
    }

    /** The reserved lengths of its parts together. */
    public BigInteger procTime() {
      return sum(part -> big(part.end()).subtract(big(part.start())));
    }

    /** The real lengths of its parts together. */
    public BigInteger procTimeReal() {
      return sum(ExactFigures::used);
    }
  }

  private ExactFigures() {}

  /** How many jobs are such. */
  public static Function<JobGroup, Optional<BigDecimal>> jobs(Predicate<JobRow> such) {
    return group -> count(group.jobs().stream().filter(such).count());
  }

  /** How many jobs have one of these outcomes. */
  public static Function<JobGroup, Optional<BigDecimal>> outcomes(JobStatus... outcomes) {
    return jobs(job -> List.of(outcomes).contains(job.outcome()));
  }

  /** A number, such as of jobs. */
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

  /** How often a refusal put jobs back. */
  public static Optional<BigDecimal> requeues(JobGroup group) {
    return Optional.of(
        new BigDecimal(
            group.jobs().stream()
                .map(job -> big(job.requeues()))
                .reduce(BigInteger.ZERO, BigInteger::add)));
  }

  /** The mean, in units, of thousandths of each finished job. */
  public static Function<JobGroup, Optional<BigDecimal>> mean(Function<Placed, BigInteger> value) {
    return group -> mean(placed(group).stream().map(value).toList(), THOUSAND);
  }

  /** What each finished job has in thousandths, in units. */
  public static Function<JobGroup, List<BigDecimal>> values(Function<Placed, BigInteger> value) {
    return group -> placed(group).stream().map(value).map(ExactFigures::inUnits).toList();
  }

  /** The mean number of alternatives of the finished jobs. */
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

  /** Real lengths of the parts on some nodes. */
  public static Optional<BigDecimal> procTime(OwnerGroup owners) {
    return units(used(owners.parts()));
  }

  /** Charges less refunds. */
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

  /** Share of the time of some nodes in which parts ran. */
  public static Optional<BigDecimal> utilisation(OwnerGroup owners) {
    return share(used(owners.parts()), owners.nodes().size(), owners.endTick());
  }

  /** Share of the time of some nodes in which local jobs ran before the run ended. */
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

  /** How many local jobs arrived and were placed. */
  public static Optional<BigDecimal> localJobs(OwnerGroup owners) {
    return count(owners.local().stream().filter(job -> !job.planned()).count());
  }

  /** The mean wait of those. */
  public static Optional<BigDecimal> meanLocalWait(OwnerGroup owners) {
    return mean(localWaitTicks(owners), THOUSAND);
  }

  /** Waits of local jobs, in units of time. */
  public static List<BigDecimal> localWaits(OwnerGroup owners) {
    return localWaitTicks(owners).stream().map(ExactFigures::inUnits).toList();
  }

  private static List<BigInteger> localWaitTicks(OwnerGroup owners) {
    return owners.local().stream()
        .filter(job -> !job.planned())
        .map(job -> big(job.start()).subtract(big(job.arrivalTick())))
        .toList();
  }

  /** Share of all nodes' time in which the jobs of an organization ran. */
  public static Optional<BigDecimal> nodeTimeShare(VoGroup vo) {
    return share(used(vo.jobs().parts()), vo.nodes(), vo.endTick());
  }

  /** Jain's index of what the organizations used: their common whole cancels out. */
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

  /** How many cycles there are, each with a row for each organization. */
  public static Optional<BigDecimal> cycles(CyclicRun run) {
    return count(run.cycles().stream().map(row -> row.cycle()).distinct().count());
  }

  /** In how many cycles some job had no alternative. */
  public static Optional<BigDecimal> failedCycles(CyclicRun run) {
    var failed = new TreeSet<Integer>();
    run.cycles().stream()
        .filter(row -> row.withoutAlternative() > 0)
        .forEach(row -> failed.add(row.cycle()));
    return count(failed.size());
  }
}
