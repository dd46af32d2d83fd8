package io.metasched.simulation.system.twolevel;

import io.metasched.metascheduler.grid.GridTask;
import io.metasched.metascheduler.grid.OfferReport;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.BestEffortRequest;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer;
import io.metasched.resource.provider.ReservationDemand;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.simulation.kernel.Due;
import io.metasched.simulation.kernel.ProviderAgenda;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.workload.Arrivals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The future event list of two levels, for every driver: at one instant come first all ends, and
 * the stops of what has reached the end of its reservation, behind which late reservations move
 * forward if the grid policy has them do so, then all submissions and what leaves the grid queue,
 * then at each provider the reservations that begin and its pass. A provider has a pass when
 * something has ended or come there; with a period the passes come at its multiples only. It takes
 * the result of each step, and has the outcome in the end. Tick 0 is the first submission, from
 * which periods and fixed slots count; the outcome has the times of the log again.
 *
 * <p>Cost: O(log n) per event for n jobs. Confined to one thread.
 */
public final class TwoLevelSchedule {
  private static final long NEVER = ProviderAgenda.NEVER;

  private static final int NONE = -1;

  private final List<GridJob> logged;
  private final long origin;
  private final List<GridJob> jobs; // from the first submission on
  private final TwoLevelSetting setting;
  private final GridHistory history;
  private final int[] waiting;
  private final int[] kept;
  private final List<Optional<Placement>> placements;
  private final List<Optional<Reservation>> promises;
  private final List<Optional<ReservationAnswer.Reason>> refusals;
  private final long[] starts;
  private final ProviderAgenda agenda;
  private final Arrivals arrivals;
  private long nextDispatch = NEVER;
  private long lastEnd = -1;
  private TwoLevelStep last = TwoLevelStep.STARTS;
  private long instant;

  /**
   * @param jobs by (submit, id); the index of a job is its number for the providers
   */
  public TwoLevelSchedule(List<GridJob> jobs, TwoLevelSetting setting) {
    logged = List.copyOf(jobs);
    origin = Arrivals.first(logged);
    this.jobs = logged.stream().map(job -> job.from(origin)).toList();
    this.setting = setting;
    agenda = new ProviderAgenda(setting.providers(), setting.localPeriodTicks());
    arrivals = new Arrivals(this.jobs);
    history = new GridHistory(this.jobs, setting);
    waiting = new int[setting.providers()];
    kept = new int[jobs.size()];
    Arrays.fill(kept, NONE);
    refusals = new ArrayList<>(Collections.nCopies(jobs.size(), Optional.empty()));
    starts = new long[jobs.size()];
    placements = new ArrayList<>(Collections.nCopies(jobs.size(), Optional.empty()));
    promises = new ArrayList<>(Collections.nCopies(jobs.size(), Optional.empty()));
  }

  /** The step that is due; empty when all is over. */
  public Optional<Due<TwoLevelStep>> next() {
    var step = last.next();
    long tick = step == TwoLevelStep.ENDS ? nextTick() : instant;
    return tick == NEVER ? Optional.empty() : Optional.of(new Due<>(tick, step));
  }

  /** The step that is due begins. */
  public void begin(TwoLevelStep step, long tick) {
    last = step;
    instant = tick;
  }

  private long nextTick() {
    return Math.min(Math.min(nextDispatch, agenda.nextTick()), arrivals.nextTick(NEVER));
  }

  /** How many jobs have been submitted. */
  public int submitted() {
    return arrivals.taken();
  }

  /** Whether something has ended now, so that late reservations may move forward. */
  public boolean hasEnded(long now) {
    return lastEnd == now;
  }

  // --- what is due

  /**
   * The jobs that end now by themselves, by provider; none where some are only to be stopped at the
   * ends of their reservations.
   */
  public SortedMap<Integer, List<Integer>> ends(long now) {
    var ending = new TreeMap<Integer, List<Integer>>();
    for (var end : agenda.takeEnds(now)) {
      var ended = ending.computeIfAbsent(end.provider(), p -> new ArrayList<>());
      if (starts[end.job()] + jobs.get(end.job()).runTicks() == now) {
        ended.add(end.job());
        place(end.job(), end.provider(), now, false);
      }
    }
    return ending;
  }

  /** The tasks that join the grid queue now, in this order. */
  public List<GridTask> submissions(long now) {
    var tasks = new ArrayList<GridTask>();
    for (int job = arrivals.take(now); job >= 0; job = arrivals.take(now)) {
      tasks.add(task(job, jobs.get(job), now));
      history.submitted(job, now);
    }
    return tasks;
  }

  private static GridTask task(int number, GridJob job, long now) {
    return job.reservation()
        .<GridTask>map(interval -> new GridTask.Advance(demand(number, job.processors(), interval)))
        .orElseGet(
            () ->
                new GridTask.Batch(new BatchJob(number, now, job.processors(), job.limitTicks())));
  }

  private static ReservationDemand demand(int number, int processors, GridJob.Interval interval) {
    var least =
        new ReservationRequest(
            number, interval.readyTick(), interval.dueTick(), processors, interval.leastTicks());
    return interval.leastTicks() == interval.durationTicks()
        ? least
        : BestEffortRequest.ofTime(least, interval.durationTicks());
  }

  /** Whether what is to leave the grid queue is to be dispatched now. */
  public boolean dispatches(long now) {
    return nextDispatch == now;
  }

  /** The providers at which reservations begin or a pass is due, ascending. */
  public SortedSet<Integer> starting(long now) {
    return agenda.takeStarting(now);
  }

  /** Whether a provider that starts something now is to start batch jobs, too: once. */
  public boolean passes(int provider, long now) {
    return agenda.takePass(provider, now);
  }

  // --- what came of it

  /** A provider has stopped jobs at the ends of their reservations. */
  public void stopped(int provider, List<Integer> numbers, long now) {
    numbers.forEach(job -> place(job, provider, now, true));
  }

  /** When the grid queue is to be dispatched next; empty while there is nothing in it. */
  public void nextDispatch(OptionalLong tick) {
    nextDispatch = tick.orElse(NEVER);
  }

  /** What providers offered for the requests that are answered next. */
  public void offered(List<OfferReport> reports) {
    history.offered(reports);
  }

  /** A batch job has come into the queue of a provider. */
  public void sent(int job, int provider, long now) {
    history.sent(job, provider, waiting[provider], now);
    waiting[provider]++;
    agenda.askForPass(provider, now);
  }

  /** A provider keeps a reservation, in place of one that was kept before. */
  public void reserved(int provider, Reservation reservation, long now) {
    int job = reservation.request().number();
    var before = promises.get(job);
    if (before.isEmpty() || kept[job] != provider || !before.get().equals(reservation)) {
      before.ifPresent(given -> history.withdrawn(job, kept[job], given, now));
      history.reserved(job, provider, reservation, now);
    }
    promises.set(job, Optional.of(reservation));
    kept[job] = provider;
    agenda.begins(provider, reservation.startTick());
    agenda.askForPass(provider, now);
  }

  /** A request for a reservation is refused. */
  public void declined(int number, ReservationAnswer.Reason reason, long now) {
    refusals.set(number, Optional.of(reason));
    history.refused(number, reason, now);
    arrivals.ended(jobs.get(number).id(), now);
  }

  /** Reservations have moved forward; each that has moved leaves room where it was. */
  public void moved(long now) {
    agenda.askForPasses(now);
  }

  /** A provider has started jobs. */
  public void started(int provider, List<Integer> numbers, long now) {
    for (int job : numbers) {
      starts[job] = now;
      history.started(job, provider, now);
      waiting[provider] -= jobs.get(job).reservation().isPresent() ? 0 : 1;
      long end = Math.addExact(now, jobs.get(job).runTicks());
      long promised = promises.get(job).map(Reservation::endTick).orElse(end);
      agenda.add(new ProviderAgenda.End(Math.min(end, promised), job, provider));
    }
  }

  /**
   * Returns the tables of the run.
   *
   * @param replication number of the replication that random choices depend on
   */
  public TwoLevelRun tables(RunTitle title, int replication) {
    var rows = new ArrayList<TwoLevelJobRow>(jobs.size());
    for (int i = 0; i < jobs.size(); i++) {
      rows.add(row(i));
    }
    rows.sort(TwoLevelJobRow.ORDER);
    var places = GridTimeline.of(rows, setting.providers(), setting.processors()).placements();
    var facts = TwoLevelFacts.of(title, setting, jobs.size(), replication);
    return new TwoLevelRun(
        facts, rows, places, history.rows(order()).stream().map(row -> row.later(origin)).toList());
  }

  /** The jobs by submission, as their rows are. */
  private List<Integer> order() {
    return IntStream.range(0, jobs.size())
        .boxed()
        .sorted(
            Comparator.comparingLong((Integer job) -> arrivals.submitted(job))
                .thenComparingLong(job -> jobs.get(job).id()))
        .toList();
  }

  private TwoLevelJobRow row(int index) {
    var job = logged.get(index);
    var interval = job.reservation();
    var placement = placements.get(index);
    var promise = promises.get(index);
    return new TwoLevelJobRow(
        job.id(),
        interval.isPresent() ? TwoLevelJobRow.Kind.RESERVATION : TwoLevelJobRow.Kind.BATCH,
        inLog(arrivals.submitted(index)),
        job.processors(),
        job.runTicks(),
        job.limitTicks(),
        interval.map(GridJob.Interval::readyTick).orElse((long) NONE),
        interval.map(GridJob.Interval::dueTick).orElse((long) NONE),
        interval.map(GridJob.Interval::durationTicks).orElse((long) NONE),
        interval.map(GridJob.Interval::leastTicks).orElse((long) NONE),
        placement.map(Placement::provider).orElse(NONE),
        inLog(placement.map(Placement::startTick).orElse((long) NONE)),
        inLog(placement.map(Placement::endTick).orElse((long) NONE)),
        inLog(promise.map(Reservation::startTick).orElse((long) NONE)),
        promise.map(p -> p.request().durationTicks()).orElse((long) NONE),
        outcome(index),
        refusals.get(index).map(TwoLevelJobRow::word).orElse(""),
        job.precedence().isNone() ? NONE : job.submitTick(),
        job.precedence());
  }

  private long inLog(long tick) {
    return tick == NONE ? NONE : tick + origin;
  }

  private TwoLevelJobRow.Outcome outcome(int job) {
    if (refusals.get(job).isPresent()) {
      return TwoLevelJobRow.Outcome.REFUSED;
    }
    return placements
        .get(job)
        .map(at -> at.stopped() ? TwoLevelJobRow.Outcome.STOPPED : TwoLevelJobRow.Outcome.FINISHED)
        .orElse(TwoLevelJobRow.Outcome.WAITING);
  }

  private void place(int job, int provider, long end, boolean stopped) {
    placements.set(job, Optional.of(new Placement(provider, starts[job], end, stopped)));
    history.ended(job, provider, stopped, end);
    lastEnd = end;
    arrivals.ended(jobs.get(job).id(), end);
    agenda.askForPass(provider, end);
  }
}
