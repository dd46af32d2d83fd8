package io.metasched.simulation.system.cyclic;

import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.flow.FlowEvent.Refund;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.LocalArrivals;
import io.metasched.simulation.kernel.EventQueue;
import io.metasched.simulation.kernel.Phase;
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
 * The future event list of a run, for every driver. All events wait in one queue in the order
 * (tick, phase, entity); the true run times of booked jobs are known here.
 *
 * <p>A job with dependencies is submitted when its preceding jobs have ended ({@link Followers}).
 *
 * <p>A cycle takes its snapshot at a multiple of the period and books its plan {@code
 * planningTicks} later. Parts end when they really end; when that leaves time or a booked job is
 * withdrawn, a policy that re-plans may move booked jobs once in that tick; one that re-plans each
 * cycle may just before the snapshot. Confined to one thread.
 */
public final class EventSchedule {
  private static final int REPLAN_FIRST = 0;
  private static final int THEN_BOOK = 1;
  private static final int THEN_SNAPSHOT = 2;

  /** Something that is to happen now. */
  public sealed interface Step {}

  /** A user submits a job; {@link #submitted} takes the outcome. */
  public record Submit(Job job) implements Step {}

  /** A user withdraws a job; {@link #withdrawn} is called where it was not too late. */
  public record Withdraw(JobId job, int user) implements Step {}

  /** A job of the owner's own users arrives on a node. */
  public record ArriveLocally(int node, long lengthTicks) implements Step {}

  /** The window of a job begins. */
  public record Start(JobId job) implements Step {}

  /** A part of a job ends on a node. */
  public record EndPart(JobId job, int node) implements Step {}

  /** The last part of a job ends. */
  public record EndJob(JobId job, boolean stopped, List<Refund> refunds) implements Step {
    public EndJob {
      refunds = List.copyOf(refunds);
    }
  }

  /**
   * An organization may move its booked jobs; {@link #booked} is called for each that moved.
   *
   * @param cycle the cycle that is about to begin, or {@link FlowEvent#NO_CYCLE} where time has
   *     come free
   */
  public record Replan(int vo, int cycle) implements Step {}

  /** An organization books its plan; {@link #booked} is called for each job. */
  public record Book(int vo) implements Step {}

  /** An organization takes the snapshot of a cycle; {@link #planned} is called when it has it. */
  public record Snapshot(int vo, int cycle) implements Step {}

  /** A step and its place in time. */
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
   * The events of an instance from its first tick on, but for local jobs that arrive: owners with
   * timelines perform these themselves.
   *
   * @param policy says when it moves booked jobs
   */
  public EventSchedule(CyclicInstance instance, SchedulingPolicy policy) {
    this.instance = instance;
    replans = policy.replans();
    replansEachCycle = policy.replansEachCycle();
    rules = instance.rules();
    planPending = new boolean[rules.organizations()];
    var all = instance.workload().jobs();
    submissions = all.stream().filter(job -> job.precedence().isNone()).toList();
    followers = new Followers(all);
    submissionsLeft = all.size();
    all.forEach(simulated -> jobs.put(simulated.job().id(), simulated));
    scheduleSubmissions();
    scheduleCycle(0, 0);
  }

  /** The events with local arrivals, for owners that have no time of their own. */
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

  /** Puts the submissions of the next tick that has some into the queue. */
  private void scheduleSubmissions() {
    int first = scheduled;
    while (scheduled < submissions.size()
        && submissions.get(scheduled).job().submitTick()
            == submissions.get(first).job().submitTick()) {
      var job = submissions.get(scheduled++).job();
      add(job.submitTick(), Phase.SUBMISSION, job.id().number(), new Submit(job));
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

  /** All organizations re-plan, then all book, then all take their snapshots. */
  private long inOrder(int turn, int vo) {
    return (long) turn * rules.organizations() + vo;
  }

  // --- what happens next

  /** Whether nothing that belongs to the run happens any more. */
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

  /** The next step; empty when the run is over. */
  public Optional<Due> next() {
    while (!isOver() && !events.isEmpty()) {
      var entry = events.next();
      var step = step(entry.event(), entry.tick());
      if (step.isPresent()) {
        return Optional.of(new Due(entry.tick(), entry.phase(), step.get()));
      }
    }
    forgetWhatIsToCome();
    return Optional.empty();
  }

  /** Of local jobs to come there is one for each node, while reports of all nodes need room. */
  private void forgetWhatIsToCome() {
    events.clear();
    arrivals.clear();
  }

  /** The next step if it happens at the same tick in one of the phases up to {@code last}. */
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

  /** The next submission at the same tick, if it is next whatever becomes of the one before it. */
  public Optional<Due> nextSubmission(Job before, long tick) {
    var withdrawn = simulated(before.id()).withdrawTick();
    boolean isSoonWithdrawn = withdrawn >= 0 && withdrawn <= tick;
    return isSoonWithdrawn || followers.awaits(before.id().number())
        ? Optional.empty()
        : nextIn(tick, Phase.SUBMISSION);
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
        return false; // jobs that come when no cycle follows are no part of the run
      }
      submissionsLeft--;
      if (simulated(submit.job().id()).precedence().isNone() && ++begun == scheduled) {
        scheduleSubmissions();
      }
    } else if (step instanceof Withdraw withdraw) {
      // what waits for a cycle that never comes is not withdrawn, however long others run on
      return running.containsKey(withdraw.job()) || !cyclesOver || isPlanPending();
    } else if (step instanceof Book book) {
      planPending[book.vo()] = false;
    }
    return true;
  }

  /** A job's booking, unless it has ended or another one has taken its place. */
  private Optional<Running> current(JobId job, long booking) {
    return Optional.ofNullable(running.get(job)).filter(booked -> booked.booking() == booking);
  }

  private EndJob endJob(JobId job, Running booked, long now) {
    ended.put(job, booked);
    over(job, now);
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

  // --- what came of it

  /** A job was taken in or refused at once. */
  public void submitted(JobId job, boolean accepted) {
    var simulated = simulated(job);
    long withdrawTick = simulated.withdrawTick();
    if (accepted && withdrawTick >= 0) {
      var withdraw = new Withdraw(job, simulated.job().user());
      add(withdrawTick, Phase.WITHDRAWAL, job.number(), withdraw);
    } else if (!accepted) {
      over(job, simulated.submitTick());
    }
  }

  /** A cycle has refused jobs. */
  public void refused(List<JobId> refused, long now) {
    refused.forEach(job -> over(job, now));
  }

  /** A job has its outcome, so that others may be submitted. */
  private void over(JobId job, long now) {
    for (var released : followers.ended(job.number(), now)) {
      var follower = instance.workload().jobs().get(released.job()).submittedAt(released.tick());
      var id = follower.job().id();
      jobs.put(id, follower);
      add(released.tick(), Phase.SUBMISSION, id.number(), new Submit(follower.job()));
    }
  }

  private SimulatedJob simulated(JobId id) {
    return Objects.requireNonNull(jobs.get(id));
  }

  /** A job was withdrawn, and its booking, if any, ended. */
  public void withdrawn(JobId job, long now) {
    over(job, now);
    var booked = running.remove(job);
    if (booked != null) {
      if (booked.window().start() <= now) {
        ended.put(job, booked.cutAt(now));
      }
      replanSoon(now);
    }
  }

  /** A job was booked, or moved to another window. */
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

  /** When a job begins: it may move until then, and whatever was scheduled would be void. */
  private void scheduleEnds(JobId job, Running begun) {
    for (int i = 0; i < begun.realEnds().size(); i++) {
      var partEnds = new PartEnds(job, begun.booking(), i);
      events.add(begun.realEnds().get(i), Phase.GIVE_BACK, job.number(), partEnds);
    }
    var jobEnds = new JobEnds(job, begun.booking());
    events.add(begun.realEnd(), Phase.COMPLETION, job.number(), jobEnds);
  }

  /**
   * An organization has taken the snapshot of a cycle.
   *
   * @param pending whether there is a plan to book
   * @param waits whether jobs wait in its queue
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

  // --- in the end

  /** Whether all jobs were submitted. */
  public boolean allSubmitted() {
    return submissionsLeft == 0;
  }

  /** The jobs that ran, as they really ran. */
  SortedMap<JobId, Running> ended() {
    return Collections.unmodifiableSortedMap(ended);
  }
}
