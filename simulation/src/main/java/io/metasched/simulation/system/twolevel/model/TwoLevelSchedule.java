package io.metasched.simulation.system.twolevel.model;

import io.metasched.metascheduler.twolevel.GridTask;
import io.metasched.metascheduler.twolevel.OfferReport;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.BestEffortRequest;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer;
import io.metasched.resource.provider.ReservationDemand;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.simulation.kernel.Due;
import io.metasched.simulation.kernel.ProviderAgenda;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.system.twolevel.report.GridTimeline;
import io.metasched.simulation.system.twolevel.rows.TwoLevelFacts;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
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
 * Future event list of two levels, for every driver. At one instant, the steps are in this order:
 *
 * <ul>
 *   <li>all ends, and the stops of jobs at the end of their reservations; after these, late
 *       reservations move forward if the grid policy moves them;
 *   <li>all submissions, and dispatches from the grid queue;
 *   <li>at each provider, the reservations that begin, and its pass.
 * </ul>
 *
 * <p>A provider makes a pass after a job has ended or arrived there; with a period, passes are only
 * at multiples of the period. The list receives the result of each step, and provides the outcome
 * at the end. Tick 0 is the first submission, from which periods and fixed slots count; the outcome
 * has the times of the log again.
 *
 * <p>Cost: O(log n) per event for n jobs. Confined to one thread.
 */
public final class TwoLevelSchedule {
  private static final long NEVER = ProviderAgenda.NEVER;

  private static final int NONE = -1;

  private final List<GridJob> logged;
  private final long origin;
  private final List<GridJob> jobs; // times relative to the first submission
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
   * @param jobs jobs by (submit, id); the index of a job is its number for the providers
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

  /** Returns the step that is due; empty at the end of the run. */
  public Optional<Due<TwoLevelStep>> next() {
    var step = last.next();
    long tick = step == TwoLevelStep.ENDS ? nextTick() : instant;
    return tick == NEVER ? Optional.empty() : Optional.of(new Due<>(tick, step));
  }

  /** Starts the step that is due. */
  public void begin(TwoLevelStep step, long tick) {
    last = step;
    instant = tick;
  }

  private long nextTick() {
    return Math.min(Math.min(nextDispatch, agenda.nextTick()), arrivals.nextTick(NEVER));
  }

  /** Returns the number of submitted jobs. */
  public int submitted() {
    return arrivals.taken();
  }

  /** Returns whether a job has ended now, so that late reservations may move forward. */
  public boolean hasEnded(long now) {
    return lastEnd == now;
  }

  // --- due actions

  /**
   * Returns the jobs that finish now, by provider; a provider without such jobs has an empty list
   * if jobs must be stopped at the ends of their reservations.
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

  /** Returns the tasks that join the grid queue now, in this order. */
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

  /** Returns whether the grid queue is to be dispatched now. */
  public boolean dispatches(long now) {
    return nextDispatch == now;
  }

  /** Returns the providers at which reservations begin or a pass is due, ascending. */
  public SortedSet<Integer> starting(long now) {
    return agenda.takeStarting(now);
  }

  /**
   * Returns whether a provider that starts jobs now must also start batch jobs; true once per pass.
   */
  public boolean passes(int provider, long now) {
    return agenda.takePass(provider, now);
  }

  // --- results

  /** Records that a provider has stopped jobs at the ends of their reservations. */
  public void stopped(int provider, List<Integer> numbers, long now) {
    numbers.forEach(job -> place(job, provider, now, true));
  }

  /** Sets the tick of the next dispatch of the grid queue; empty if the queue is empty. */
  public void nextDispatch(OptionalLong tick) {
    nextDispatch = tick.orElse(NEVER);
  }

  /** Records the providers' offers for the requests that are answered next. */
  public void offered(List<OfferReport> reports) {
    history.offered(reports);
  }

  /** Records the arrival of a batch job in the queue of a provider. */
  public void sent(int job, int provider, long now) {
    history.sent(job, provider, waiting[provider], now);
    waiting[provider]++;
    agenda.askForPass(provider, now);
  }

  /** Records a reservation at a provider, which replaces a previous reservation of the job. */
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

  /** Records the refusal of a request for a reservation. */
  public void declined(int number, ReservationAnswer.Reason reason, long now) {
    refusals.set(number, Optional.of(reason));
    history.refused(number, reason, now);
    arrivals.ended(jobs.get(number).id(), now);
  }

  /** Records that reservations have moved forward, which frees their former places. */
  public void moved(long now) {
    agenda.askForPasses(now);
  }

  /** Records that a provider has started jobs. */
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
   * @param replication number of the replication, on which random choices depend
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

  /** Returns the jobs by submission, in the order of their rows. */
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
