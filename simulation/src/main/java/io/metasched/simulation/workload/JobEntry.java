package io.metasched.simulation.workload;

import static io.metasched.simulation.input.InputColumn.optional;
import static io.metasched.simulation.input.InputColumn.required;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.simulation.input.InputColumn;
import io.metasched.simulation.input.InputFormat;
import io.metasched.simulation.input.InputRow;
import io.metasched.simulation.input.InputType;
import io.metasched.simulation.rows.Decimals;
import io.metasched.simulation.rows.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Job in a file of jobs.
 *
 * @param name name, or number
 * @param user user who submits it, if given
 * @param organization virtual organization, if given
 * @param submitTick submission
 * @param nodes number of nodes, all needed simultaneously
 * @param work work of each part, estimated by the user
 * @param real real length; empty if it equals the user's estimate
 * @param costLimitMilli maximum cost in 1/1000 of money; {@link WindowRequest#NO_LIMIT} for no
 *     limit
 * @param priceLimitMilli maximum price of a node per unit of time in 1/1000 of money; {@link
 *     WindowRequest#NO_LIMIT} for no limit
 * @param criterion quantity to minimize, if given
 * @param earliestStart earliest start of every part
 * @param deadlineTick latest end of every part; {@link WindowRequest#NO_LIMIT} for no limit
 * @param requirements requirements on each node
 * @param withdrawTick withdrawal; -1 for none
 * @param priority priority among the waiting jobs
 */
public record JobEntry(
    String name,
    Optional<String> user,
    Optional<String> organization,
    long submitTick,
    int nodes,
    Work work,
    Optional<RealLength> real,
    long costLimitMilli,
    long priceLimitMilli,
    Optional<Criterion> criterion,
    long earliestStart,
    long deadlineTick,
    Requirements requirements,
    long withdrawTick,
    int priority) {
  /** Highest priority. */
  public static final int MOST_PRIORITY = 1000;

  /** Quantities that users can minimize. */
  static final InputType<Criterion> CRITERIA =
      InputType.oneOf(List.of(Criterion.values()), Criterion::label);

  private static final int MOST_JOBS = 1_000_000;
  private static final int MOST_NODES = 200_000;
  private static final long MOST_TIME = 10_000_000_000L * Ticks.PER_UNIT;
  private static final long MOST_WORK = 1_000_000_000_000L * Ticks.PER_UNIT;
  private static final long MOST_MONEY = 100_000_000_000_000L * Ticks.MILLI;
  private static final long MOST_SHARE = 10_000_000;
  private static final InputType<Long> TIME = InputType.decimal(0, MOST_TIME);
  private static final InputType<Long> WORK = InputType.decimal(1, MOST_WORK);
  private static final InputType<Long> MONEY = InputType.decimal(0, MOST_MONEY);

  private static final InputColumn<JobEntry, String> NAME =
      required(
          "id",
          InputType.NAMED,
          Unit.NONE,
          "name of the job; unique; jobs are numbered 1, 2, 3 unless all their names are numbers",
          JobEntry::name);
  private static final InputColumn<JobEntry, String> USER =
      optional(
          "user",
          InputType.NAMED,
          Unit.NONE,
          "user who submits the job; empty: drawn among the users",
          JobEntry::user);
  private static final InputColumn<JobEntry, String> ORGANIZATION =
      optional(
          "vo",
          InputType.NAMED,
          Unit.NONE,
          "virtual organization of the job; empty: the user's organization",
          JobEntry::organization);
  private static final InputColumn<JobEntry, Long> SUBMISSION =
      required("submission", TIME, Unit.TIME, "time of the submission", JobEntry::submitTick);
  private static final InputColumn<JobEntry, Integer> NODES =
      required(
          "nodes",
          InputType.whole(1, MOST_NODES),
          Unit.NODES,
          "number of nodes needed at the same time",
          JobEntry::nodes);
  private static final InputColumn<JobEntry, Long> VOLUME =
      optional(
          "volume",
          WORK,
          Unit.VOLUME,
          "work of each part, which takes volume / performance; either a volume or a duration is"
              + " needed",
          job -> work(job, Work.Basis.VOLUME));
  private static final InputColumn<JobEntry, Long> DURATION =
      optional(
          "duration",
          WORK,
          Unit.TIME,
          "run time of each part on any node",
          job -> work(job, Work.Basis.DURATION));
  private static final InputColumn<JobEntry, Long> REAL_SHARE =
      optional(
          "realShare",
          InputType.share(1, MOST_SHARE),
          Unit.SHARE,
          "real run time as a share of the reserved time, unknown to the scheduler; above 1, the"
              + " job is stopped; empty: 1, unless one of the next two columns is given",
          job -> real(job, RealLength.Kind.FRACTION));
  private static final InputColumn<JobEntry, Long> REAL_VOLUME =
      optional(
          "realVolume",
          WORK,
          Unit.VOLUME,
          "real work as a volume",
          job -> real(job, RealLength.Kind.VOLUME));
  private static final InputColumn<JobEntry, Long> REAL_DURATION =
      optional(
          "realDuration",
          WORK,
          Unit.TIME,
          "real run time",
          job -> real(job, RealLength.Kind.DURATION));
  private static final InputColumn<JobEntry, Long> BUDGET =
      optional(
          "budget",
          MONEY,
          Unit.MONEY,
          "maximum cost of the whole job; empty: no limit",
          job -> limit(job.costLimitMilli()));
  private static final InputColumn<JobEntry, Long> PRICE_LIMIT =
      optional(
          "priceLimit",
          MONEY,
          Unit.PRICE,
          "maximum price of each node; empty: no limit",
          job -> limit(job.priceLimitMilli()));
  private static final InputColumn<JobEntry, Criterion> CRITERION =
      optional(
          "criterion",
          CRITERIA,
          Unit.NONE,
          "quantity to minimize; empty: the user's criterion, else drawn from `jobs.criteria`",
          JobEntry::criterion);
  private static final InputColumn<JobEntry, Long> EARLIEST =
      optional(
          "earliest",
          TIME,
          Unit.TIME,
          "earliest start; empty: any time",
          job -> job.earliestStart() == 0 ? Optional.empty() : Optional.of(job.earliestStart()));
  private static final InputColumn<JobEntry, Long> DEADLINE =
      optional(
          "deadline",
          TIME,
          Unit.TIME,
          "latest end; empty: no limit",
          job -> limit(job.deadlineTick()));
  private static final InputColumn<JobEntry, Requirements> REQUIREMENTS =
      optional(
          "requirements",
          JobDemands.TYPE,
          Unit.NONE,
          "requirements on each node",
          job ->
              job.requirements().equals(Requirements.NONE)
                  ? Optional.empty()
                  : Optional.of(job.requirements()));
  private static final InputColumn<JobEntry, Long> WITHDRAWAL =
      optional(
          "withdrawal",
          TIME,
          Unit.TIME,
          "withdrawal by the user, unless the job has ended; empty: never",
          job -> job.withdrawTick() < 0 ? Optional.empty() : Optional.of(job.withdrawTick()));

  private static final InputColumn<JobEntry, Integer> PRIORITY =
      optional(
          "priority",
          InputType.whole(0, MOST_PRIORITY),
          Unit.NONE,
          "priority among the waiting jobs, considered unless `vo.queue-order` is `fifo`; empty: 0",
          job -> job.priority() == 0 ? Optional.empty() : Optional.of(job.priority()));

  /** Format of a file of jobs. */
  public static final InputFormat<JobEntry> FORMAT =
      new InputFormat<>(
          "jobs",
          MOST_JOBS,
          List.of(
              NAME,
              USER,
              ORGANIZATION,
              SUBMISSION,
              NODES,
              VOLUME,
              DURATION,
              REAL_SHARE,
              REAL_VOLUME,
              REAL_DURATION,
              BUDGET,
              PRICE_LIMIT,
              CRITERION,
              EARLIEST,
              DEADLINE,
              REQUIREMENTS,
              WITHDRAWAL,
              PRIORITY),
          JobEntry::of,
          Optional.empty());

  private static Optional<Long> work(JobEntry job, Work.Basis basis) {
    return Optional.of(job.work()).filter(w -> w.basis() == basis).map(Work::amount);
  }

  private static Optional<Long> real(JobEntry job, RealLength.Kind kind) {
    return job.real().filter(real -> real.kind() == kind).map(RealLength::amount);
  }

  private static Optional<Long> limit(long value) {
    return value == WindowRequest.NO_LIMIT ? Optional.empty() : Optional.of(value);
  }

  private static Optional<JobEntry> of(InputRow<JobEntry> row) {
    var volume = row.optional(VOLUME);
    var duration = row.optional(DURATION);
    if (volume.isPresent() == duration.isPresent()) {
      row.fault(
          "allowed is either a volume or a duration; given was "
              + (volume.isPresent() ? "both" : "none"));
      return Optional.empty();
    }
    var real = real(row);
    if (real.size() > 1) {
      row.fault("allowed is one of realShare, realVolume and realDuration; given were several");
      return Optional.empty();
    }
    long submit = row.get(SUBMISSION);
    long earliest = row.optional(EARLIEST).orElse(0L);
    long first = Math.max(submit, earliest);
    boolean deadlineSound = isAfter(row, DEADLINE, first);
    boolean withdrawalSound = isAfter(row, WITHDRAWAL, submit);
    return deadlineSound && withdrawalSound
        ? Optional.of(
            new JobEntry(
                row.get(NAME),
                row.optional(USER),
                row.optional(ORGANIZATION),
                submit,
                row.get(NODES),
                volume.map(Work::volume).orElseGet(() -> Work.duration(duration.orElseThrow())),
                real.stream().findFirst(),
                row.optional(BUDGET).orElse(WindowRequest.NO_LIMIT),
                row.optional(PRICE_LIMIT).orElse(WindowRequest.NO_LIMIT),
                row.optional(CRITERION),
                earliest,
                row.optional(DEADLINE).orElse(WindowRequest.NO_LIMIT),
                row.optional(REQUIREMENTS).orElse(Requirements.NONE),
                row.optional(WITHDRAWAL).orElse(-1L),
                row.optional(PRIORITY).orElse(0)))
        : Optional.empty();
  }

  private static List<RealLength> real(InputRow<JobEntry> row) {
    var real = new ArrayList<RealLength>();
    row.optional(REAL_SHARE).ifPresent(a -> real.add(of(RealLength.Kind.FRACTION, a)));
    row.optional(REAL_VOLUME).ifPresent(a -> real.add(of(RealLength.Kind.VOLUME, a)));
    row.optional(REAL_DURATION).ifPresent(a -> real.add(of(RealLength.Kind.DURATION, a)));
    return real;
  }

  private static RealLength of(RealLength.Kind kind, long amount) {
    return new RealLength(kind, amount);
  }

  private static boolean isAfter(
      InputRow<JobEntry> row, InputColumn<JobEntry, Long> column, long tick) {
    var given = row.optional(column);
    if (given.isEmpty() || given.get() > tick) {
      return true;
    }
    row.fault(
        column.name(),
        "a time after the submission and the earliest start, " + Decimals.ofThousandths(tick),
        Decimals.ofThousandths(given.get()));
    return false;
  }

  /** Creates the entry of an existing job. */
  static JobEntry of(SimulatedJob simulated, String name, String user, String organization) {
    var job = simulated.job();
    return new JobEntry(
        name,
        Optional.of(user),
        Optional.of(organization),
        job.submitTick(),
        job.nodes(),
        job.work(),
        Optional.of(simulated.real()),
        job.costLimitMilli(),
        job.slotPriceLimitMilli(),
        Optional.of(job.criterion()),
        job.earliestStart(),
        job.deadlineTick(),
        job.requirements(),
        simulated.withdrawTick(),
        job.priority());
  }

  /** Returns the real length; the user's estimate if none is given. */
  RealLength realLength() {
    return real.orElseGet(() -> RealLength.fraction(1));
  }
}
