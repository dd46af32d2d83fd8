package io.metasched.simulation.system.cyclic.model;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Refund;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.LocalArrivals;
import io.metasched.simulation.kernel.EventQueue;
import io.metasched.simulation.kernel.Phase;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.workload.Followers;
import io.metasched.simulation.workload.SimulatedJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Future event list of a run, for every driver. All events are in one queue, ordered by tick, phase
 * and entity. The list also contains the actual run times of booked jobs.
 *
 * <p>A job with dependencies is submitted when its preceding jobs have ended ({@link Followers}).
 *
 * <p>A cycle takes its snapshot at a multiple of the period and books its plan {@code
 * planningTicks} later. Parts end at their real ends. If that frees time, or a booked job is
 * withdrawn, a re-planning policy may move booked jobs once in that tick. A policy that re-plans
 * each cycle may move them just before the snapshot. Confined to one thread.
 */
public final class EventSchedule {
  private static final int REPLAN_FIRST = 0;
  private static final int THEN_BOOK = 1;
  private static final int THEN_SNAPSHOT = 2;

  /** Step of a run, to be performed at its tick. */
  public sealed interface Step {}

  /**
   * Submission of a job by a user; the result is passed to {@link #submitted}.
   *
   * @param lost number of jobs that must run before the job, but never ran
   */
  public record Submit(Job job, int lost) implements Step {}

  /** Withdrawal of a job by its user; {@link #withdrawn} is called unless it is too late. */
  public record Withdraw(JobId job, int user) implements Step {}

  /** Arrival of a local job of the owner on a node. */
  public record ArriveLocally(int node, long lengthTicks) implements Step {}

  /** Start of a job's window. */
  public record Start(JobId job) implements Step {}

  /** End of a part of a job on a node. */
  public record EndPart(JobId job, int node) implements Step {}

  /** End of the last part of a job. */
  public record EndJob(JobId job, boolean stopped, List<Refund> refunds) implements Step {
    public EndJob {
      refunds = List.copyOf(refunds);
    }
  }

  /**
   * Point in time at which an organization may move its booked jobs; {@link #booked} is called for
   * each moved job.
   *
   * @param cycle the cycle that is about to begin, or {@link FlowEvent#NO_CYCLE} if time was freed
   */
  public record Replan(int vo, int cycle) implements Step {}

  /** Booking of an organization's plan; {@link #booked} is called for each job. */
  public record Book(int vo) implements Step {}

  /** Snapshot of a cycle by an organization; {@link #planned} is called after the snapshot. */
  public record Snapshot(int vo, int cycle) implements Step {}

  /** Step with its tick and phase. */
  public record Due(long tick, Phase phase, Step step) {}

  private sealed interface Event {}

  private record Happens(Step step) implements Event {}

  private record LocalArrival(int node) implements Event {}

  private record JobStarts(JobId job, long booking) implements Event {}

  private record JobEnds(JobId job, long booking) implements Event {}

  private record PartEnds(JobId job, long booking, int part) implements Event {}

  private final CyclicInstance instance;
  private final FlowRules rules;
  private final boolean replans;
  private final boolean replansEachCycle;
  private final EventQueue<Event> events = new EventQueue<>();
  private final List<LocalArrivals> arrivals = new ArrayList<>();
  private final TreeMap<JobId, SimulatedJob> jobs = new TreeMap<>();
  private final TreeMap<JobId, Running> running = new TreeMap<>();
  private final TreeMap<JobId, Running> ended = new TreeMap<>();
  private final boolean[] planPending;
  private long bookings;
  private final List<SimulatedJob> submissions; // of jobs without dependencies
  private final Followers followers;
  private int scheduled;
  private int begun;
  private int submissionsLeft;
  private int planned;
  private boolean anyWaits;
  private boolean cyclesOver;
  private long replanTick = -1;

  /**
   * Creates the events of an instance from its first tick on, except arrivals of local jobs: owners
   * with timelines perform these themselves.
   *
   * @param policy policy that determines when booked jobs move
   */
  public EventSchedule(CyclicInstance instance, SchedulingPolicy policy) {
    this.instance = instance;
    replans = policy.replans();
    replansEachCycle = policy.replansEachCycle();
    rules = instance.rules();
    planPending = new boolean[rules.organizations()];
    var all = instance.workload().jobs();
    submissions = all.stream().filter(job -> !job.precedence().delays()).toList();
    followers = new Followers(all);
    submissionsLeft = all.size();
    all.forEach(simulated -> jobs.put(simulated.job().id(), simulated));
    scheduleSubmissions();
    scheduleCycle(0, 0);
  }

  /** Creates the events including local arrivals, for owners without timelines. */
  static EventSchedule withArrivals(CyclicInstance instance, SchedulingPolicy policy) {
    var schedule = new EventSchedule(instance, policy);
    for (var node : instance.environment().nodes()) {
      schedule.arrivals.add(instance.environment().localLoad().arrivals(node.id()));
      schedule.scheduleArrival(node.id());
    }
    return schedule;
  }

  private void add(long tick, Phase phase, long entity, Step step) {
    events.add(tick, phase, entity, new Happens(step));
  }

  /** Adds to the queue the submissions of the next tick with submissions. */
  private void scheduleSubmissions() {
    int first = scheduled;
    while (scheduled < submissions.size()
        && submissions.get(scheduled).job().submitTick()
            == submissions.get(first).job().submitTick()) {
      var job = submissions.get(scheduled++).job();
      add(job.submitTick(), Phase.SUBMISSION, job.id().number(), new Submit(job, 0));
    }
  }

  private void scheduleArrival(int node) {
    var next = arrivals.get(node);
    if (next.advance()) {
      events.add(next.tick(), Phase.LOCAL_ARRIVAL, node, new LocalArrival(node));
    }
  }

  private void scheduleCycle(int cycle, long tick) {
    for (int vo = 0; vo < rules.organizations(); vo++) {
      if (replansEachCycle && cycle > 0) {
        add(tick, Phase.CYCLE, inOrder(REPLAN_FIRST, vo), new Replan(vo, cycle));
      }
      add(tick, Phase.CYCLE, inOrder(THEN_SNAPSHOT, vo), new Snapshot(vo, cycle));
    }
  }

  /**
   * Returns the order within a tick: all organizations re-plan, then all book, then all take their
   * snapshots.
   */
  private long inOrder(int turn, int vo) {
    return (long) turn * rules.organizations() + vo;
  }

  // --- next events

  /** Returns whether no more events belong to the run. */
  public boolean isOver() {
    return cyclesOver && !isPlanPending() && running.isEmpty();
  }

  private boolean isPlanPending() {
    for (boolean pending : planPending) {
      if (pending) {
        return true;
      }
    }
    return false;
  }

  /** Returns the next step; empty at the end of the run. */
  public Optional<Due> next() {
    return next(Long.MAX_VALUE);
  }

  /** Returns the next step if it is before the given tick; also empty at the end of the run. */
  public Optional<Due> next(long before) {
    while (!isOver() && !events.isEmpty()) {
      if (events.nextTick() >= before) {
        return Optional.empty();
      }
      var entry = events.next();
      var step = step(entry.event(), entry.tick());
      if (step.isPresent()) {
        return Optional.of(new Due(entry.tick(), entry.phase(), step.get()));
      }
    }
    forgetWhatIsToCome();
    return Optional.empty();
  }

  /**
   * Discards pending events. There is one future local job for each node, and the reports of all
   * nodes need the memory.
   */
  private void forgetWhatIsToCome() {
    events.clear();
    arrivals.clear();
  }

  /** Returns the next step if it is at the given tick and in a phase up to {@code last}. */
  public Optional<Due> nextIn(long tick, Phase last) {
    while (!isOver() && events.isNextIn(tick, last)) {
      var entry = events.next();
      var step = step(entry.event(), tick);
      if (step.isPresent()) {
        return Optional.of(new Due(tick, entry.phase(), step.get()));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the first tick at which an event may depend on the result of a submission: the
   * withdrawal of the job, or the immediate submission of a follower. {@link #submitted} must be
   * called before that event. {@link Long#MAX_VALUE} if there is none.
   */
  public long dependentTick(JobId submission) {
    var job = simulated(submission);
    boolean isFollowed = followers.awaits(submission.number());
    long withdrawn = job.withdrawTick() < 0 ? Long.MAX_VALUE : job.withdrawTick();
    return isFollowed ? job.submitTick() : withdrawn;
  }

  private Optional<Step> step(Event event, long now) {
    if (event instanceof Happens happens) {
      return Optional.of(happens.step()).filter(this::isStillDue);
    } else if (event instanceof LocalArrival arrival) {
      long length = arrivals.get(arrival.node()).lengthTicks();
      scheduleArrival(arrival.node());
      return Optional.of(new ArriveLocally(arrival.node(), length));
    } else if (event instanceof JobStarts starts) {
      var booked = current(starts.job(), starts.booking());
      booked.ifPresent(begun -> scheduleEnds(starts.job(), begun));
      return booked.map(begun -> new Start(starts.job()));
    } else if (event instanceof JobEnds ends) {
      return current(ends.job(), ends.booking()).map(booked -> endJob(ends.job(), booked, now));
    } else {
      var ends = (PartEnds) event;
      return current(ends.job(), ends.booking()).map(booked -> endPart(ends, booked, now));
    }
  }

  private boolean isStillDue(Step step) {
    if (step instanceof Submit submit) {
      if (cyclesOver) {
        return false; // jobs that arrive after the last cycle do not belong to the run
      }
      submissionsLeft--;
      if (!simulated(submit.job().id()).precedence().delays() && ++begun == scheduled) {
        scheduleSubmissions();
      }
    } else if (step instanceof Withdraw withdraw) {
      // a job waiting for a cycle that never comes is not withdrawn, however long others run
      return running.containsKey(withdraw.job()) || !cyclesOver || isPlanPending();
    } else if (step instanceof Book book) {
      planPending[book.vo()] = false;
    }
    return true;
  }

  /** Returns a job's booking, unless it has ended or was replaced by another booking. */
  private Optional<Running> current(JobId job, long booking) {
    return Optional.ofNullable(running.get(job)).filter(booked -> booked.booking() == booking);
  }

  private EndJob endJob(JobId job, Running booked, long now) {
    ended.put(job, booked);
    over(job, true, now);
    return new EndJob(job, booked.stopped(), booked.refunds(rules.refundsUnused()));
  }

  private EndPart endPart(PartEnds ends, Running booked, long now) {
    if (booked.unusedTicks(ends.part()) > 0) {
      replanSoon(now);
    }
    if (ended.containsKey(ends.job()) && booked.isLastToEnd(ends.part())) {
      running.remove(ends.job());
    }
    return new EndPart(ends.job(), booked.part(ends.part()).node());
  }

  private void replanSoon(long now) {
    if (replans && replanTick != now) {
      replanTick = now;
      for (int vo = 0; vo < rules.organizations(); vo++) {
        add(now, Phase.CYCLE, inOrder(REPLAN_FIRST, vo), new Replan(vo, FlowEvent.NO_CYCLE));
      }
    }
  }

  // --- results of events

  /** Handles the admission or immediate refusal of a job. */
  public void submitted(JobId job, boolean accepted) {
    var simulated = simulated(job);
    long withdrawTick = simulated.withdrawTick();
    if (accepted && withdrawTick >= 0) {
      var withdraw = new Withdraw(job, simulated.job().user());
      add(withdrawTick, Phase.WITHDRAWAL, job.number(), withdraw);
    } else if (!accepted) {
      over(job, false, simulated.submitTick());
    }
  }

  /** Handles the jobs that a cycle has refused. */
  public void refused(List<JobId> refused, long now) {
    refused.forEach(job -> over(job, false, now));
  }

  /**
   * Handles the final outcome of a job, after which its followers may be submitted.
   *
   * @param ran whether the job has begun
   */
  private void over(JobId job, boolean ran, long now) {
    for (var released : followers.ended(job.number(), ran, now)) {
      var follower = instance.workload().jobs().get(released.job()).submittedAt(released.tick());
      var id = follower.job().id();
      jobs.put(id, follower);
      add(
          released.tick(),
          Phase.SUBMISSION,
          id.number(),
          new Submit(follower.job(), released.lost()));
    }
  }

  private SimulatedJob simulated(JobId id) {
    return Objects.requireNonNull(jobs.get(id));
  }

  /** Handles the withdrawal of a job, and the end of its booking, if any. */
  public void withdrawn(JobId job, long now) {
    var booked = running.remove(job);
    boolean ran = booked != null && booked.window().start() <= now;
    over(job, ran, now);
    if (booked != null) {
      if (ran) {
        ended.put(job, booked.cutAt(now));
      }
      replanSoon(now);
    }
  }

  /** Handles the booking of a job, or its move to another window. */
  public void booked(JobId job, Window window) {
    var now =
        Running.of(
            bookings++,
            window,
            simulated(job).real(),
            instance.environment().nodes(),
            rules.granularityTicks());
    running.put(job, now);
    events.add(window.start(), Phase.COMPLETION, job.number(), new JobStarts(job, now.booking()));
  }

  /**
   * Schedules the ends of a job when it starts. Until then, it may move, which would invalidate
   * scheduled ends.
   */
  private void scheduleEnds(JobId job, Running begun) {
    for (int i = 0; i < begun.realEnds().size(); i++) {
      var partEnds = new PartEnds(job, begun.booking(), i);
      events.add(begun.realEnds().get(i), Phase.GIVE_BACK, job.number(), partEnds);
    }
    var jobEnds = new JobEnds(job, begun.booking());
    events.add(begun.realEnd(), Phase.COMPLETION, job.number(), jobEnds);
  }

  /**
   * Handles the end of an organization's snapshot.
   *
   * @param pending whether there is a plan to book
   * @param waits whether jobs wait in the organization's queue
   */
  public void planned(Snapshot snapshot, long now, boolean pending, boolean waits) {
    int vo = snapshot.vo();
    planPending[vo] = pending;
    if (pending) {
      add(now + rules.planningTicks(), Phase.CYCLE, inOrder(THEN_BOOK, vo), new Book(vo));
    }
    anyWaits |= waits;
    if (++planned == rules.organizations()) {
      goOnAfter(snapshot.cycle(), now);
      planned = 0;
      anyWaits = false;
    }
  }

  private void goOnAfter(int cycle, long now) {
    boolean more =
        rules.runsUntilDone()
            ? cycle + 1 < rules.maxCycles() && (submissionsLeft > 0 || anyWaits)
            : cycle + 1 < rules.cycles();
    if (more) {
      scheduleCycle(cycle + 1, now + rules.periodTicks());
    } else {
      cyclesOver = true;
    }
  }

  // --- end of the run

  /** Returns whether all jobs were submitted. */
  public boolean allSubmitted() {
    return submissionsLeft == 0;
  }

  /** Returns the jobs that ran, with their real ends. */
  SortedMap<JobId, Running> ended() {
    return Collections.unmodifiableSortedMap(ended);
  }
}
