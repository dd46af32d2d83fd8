package io.metasched.simulation.engine;

import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.flow.FlowEvent.Refund;
import io.metasched.metascheduler.flow.JobStatus;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.simulation.result.RunHeader;
import io.metasched.simulation.result.RunResult;
import io.metasched.simulation.time.EventQueue;
import io.metasched.simulation.time.Phase;
import io.metasched.simulation.workload.SimulatedJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;

/**
 * Runs one policy in a world, from one event queue on one thread.
 *
 * <p>A cycle takes its snapshot at a multiple of the period and books its plan {@code
 * planningTicks} later; what local jobs took in between makes owners refuse. Money is reserved
 * before parts are held; either all parts of a window are committed or none. Parts end when they
 * really end and give back what is left; then a policy that re-plans may move booked jobs that have
 * not begun.
 */
public final class Engine {
  private static final long REPLAN_FIRST = 0;
  private static final long THEN_BOOK = 1;
  private static final long THEN_SNAPSHOT = 2;

  private sealed interface Event {}

  private record JobEnds(JobId job, long booking) implements Event {}

  private record PartEnds(JobId job, long booking, int part) implements Event {}

  private record LocalArrival(int node) implements Event {}

  private record Withdrawal(JobId job) implements Event {}

  private record Submission(Job job) implements Event {}

  private record Replan() implements Event {}

  private record BookPlan(Desk.PlannedCycle planned) implements Event {}

  private record TakeSnapshot(int cycle) implements Event {}

  private final World world;
  private final World.Rules rules;
  private final String policyName;
  private final SchedulingPolicy policy;
  private final Progress progress;
  private final Owners owners;
  private final Desk desk;
  private final EventQueue<Event> events = new EventQueue<>();
  private final TreeMap<JobId, SimulatedJob> jobs = new TreeMap<>();
  private final TreeMap<JobId, Running> running = new TreeMap<>();
  private final TreeMap<JobId, Running> ended = new TreeMap<>();
  private long bookings;
  private long submissionsLeft;
  private boolean cyclesOver;
  private boolean planPending;
  private long replanTick = -1;

  private Engine(World world, String policyName, SchedulingPolicy policy, Progress progress) {
    this.world = world;
    this.policyName = policyName;
    this.policy = policy;
    this.progress = progress;
    rules = world.rules();
    owners = new Owners(world.environment(), rules.horizonTicks());
    desk = new Desk(world, policyName, policy, owners, this::startRunning);
  }

  /**
   * Runs a policy to the end.
   *
   * @param version version of the program, for the header
   * @throws CancellationException when the thread is interrupted
   */
  public static RunResult run(
      World world, String policyName, SchedulingPolicy policy, String version, Progress progress) {
    var engine = new Engine(world, policyName, policy, progress);
    engine.schedule();
    engine.loop();
    return engine.result(version);
  }

  private void schedule() {
    for (var simulated : world.workload().jobs()) {
      var job = simulated.job();
      jobs.put(job.id(), simulated);
      events.add(job.submitTick(), Phase.SUBMISSION, job.id().number(), new Submission(job));
      submissionsLeft++;
    }
    for (var node : world.environment().nodes()) {
      scheduleArrival(node.id());
    }
    events.add(0, Phase.CYCLE, THEN_SNAPSHOT, new TakeSnapshot(0));
  }

  private void loop() {
    while (!events.isEmpty() && !isOver()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new CancellationException("interrupted");
      }
      var entry = events.next();
      handle(entry.event(), entry.tick());
    }
  }

  private boolean isOver() {
    return cyclesOver && !planPending && running.isEmpty();
  }

  private void handle(Event event, long now) {
    if (event instanceof JobEnds ends) {
      onJobEnds(ends, now);
    } else if (event instanceof PartEnds ends) {
      onPartEnds(ends, now);
    } else if (event instanceof LocalArrival arrival) {
      owners.arrive(arrival.node());
      scheduleArrival(arrival.node());
    } else if (event instanceof Withdrawal withdrawal) {
      onWithdrawal(withdrawal.job(), now);
    } else if (event instanceof Submission submission) {
      onSubmission(submission.job(), now);
    } else if (event instanceof Replan) {
      desk.replan(now);
    } else if (event instanceof BookPlan book) {
      planPending = false;
      desk.book(book.planned(), now);
    } else if (event instanceof TakeSnapshot snapshot) {
      onTakeSnapshot(snapshot.cycle(), now);
    }
  }

  private void scheduleArrival(int node) {
    var arrivals = owners.arrivals(node);
    if (arrivals.advance()) {
      events.add(arrivals.tick(), Phase.LOCAL_ARRIVAL, node, new LocalArrival(node));
    }
  }

  // --- submissions and withdrawals

  /** Jobs that come when no cycle follows are no part of the run, however long others run on. */
  private void onSubmission(Job job, long now) {
    if (cyclesOver) {
      return;
    }
    submissionsLeft--;
    long withdrawTick = simulated(job.id()).withdrawTick();
    if (desk.submit(job, now) && withdrawTick >= 0) {
      events.add(withdrawTick, Phase.WITHDRAWAL, job.id().number(), new Withdrawal(job.id()));
    }
  }

  private void onWithdrawal(JobId id, long now) {
    var state = desk.flow().job(id);
    if (state.status().isFinal()) {
      return;
    }
    var refunds = new ArrayList<Refund>();
    var booked = running.remove(id);
    if (booked == null && cyclesOver && !planPending) {
      return; // it waits for a cycle that never comes, however long others run on
    }
    if (booked != null) {
      booked.window().parts().forEach(part -> owners.end(id, part.node(), now));
      if (state.hasBegun(now)) {
        ended.put(id, booked.cutAt(now));
      } else {
        booked.window().parts().forEach(p -> refunds.add(new Refund(p.node(), p.costMilli())));
      }
      replanSoon(now);
    }
    desk.record(new FlowEvent.Withdrawn(now, id, refunds));
  }

  private SimulatedJob simulated(JobId id) {
    return Objects.requireNonNull(jobs.get(id));
  }

  // --- cycles

  private void onTakeSnapshot(int cycle, long now) {
    var planned = desk.plan(cycle, now);
    planPending = planned.isPresent();
    planned.ifPresent(
        plan ->
            events.add(now + rules.planningTicks(), Phase.CYCLE, THEN_BOOK, new BookPlan(plan)));
    scheduleNextCycle(cycle, now);
    reportProgress();
  }

  private void scheduleNextCycle(int cycle, long now) {
    boolean more =
        rules.runsUntilDone()
            ? cycle + 1 < rules.maxCycles()
                && (submissionsLeft > 0 || !desk.flow().waiting().isEmpty())
            : cycle + 1 < rules.cycles();
    if (more) {
      events.add(
          now + rules.periodTicks(), Phase.CYCLE, THEN_SNAPSHOT, new TakeSnapshot(cycle + 1));
    } else {
      cyclesOver = true;
    }
  }

  // --- running and ending

  private void startRunning(JobId id, Window window) {
    var now =
        Running.of(
            bookings++,
            window,
            simulated(id).real(),
            world.environment().nodes(),
            rules.granularityTicks());
    running.put(id, now);
    for (int i = 0; i < window.parts().size(); i++) {
      events.add(
          now.realEnds().get(i), Phase.GIVE_BACK, id.number(), new PartEnds(id, now.booking(), i));
    }
    events.add(now.realEnd(), Phase.COMPLETION, id.number(), new JobEnds(id, now.booking()));
  }

  private void onJobEnds(JobEnds ends, long now) {
    var booked = running.get(ends.job());
    if (booked == null || booked.booking() != ends.booking()) {
      return;
    }
    desk.record(new FlowEvent.Finished(now, ends.job(), booked.stopped(), unusedRefunds(booked)));
    ended.put(ends.job(), booked);
    reportProgress();
  }

  private List<Refund> unusedRefunds(Running booked) {
    var refunds = new ArrayList<Refund>();
    for (int i = 0; rules.refundsUnused() && i < booked.realEnds().size(); i++) {
      var part = booked.part(i);
      long used = booked.realEnds().get(i) - part.span().start();
      long unused = part.costMilli() - Ticks.costMilli(part.priceMilli(), used);
      if (unused > 0) {
        refunds.add(new Refund(part.node(), unused));
      }
    }
    return refunds;
  }

  private void onPartEnds(PartEnds ends, long now) {
    var booked = running.get(ends.job());
    if (booked == null || booked.booking() != ends.booking()) {
      return;
    }
    owners.end(ends.job(), booked.part(ends.part()).node(), now);
    if (booked.unusedTicks(ends.part()) > 0) {
      replanSoon(now);
    }
    if (desk.flow().job(ends.job()).status() == JobStatus.FINISHED && now == booked.realEnd()) {
      endLast(ends, booked);
    }
  }

  /** Forgets a finished job when the last of its parts has been given back. */
  private void endLast(PartEnds ends, Running booked) {
    boolean more = false;
    for (int i = ends.part() + 1; i < booked.realEnds().size(); i++) {
      more |= booked.realEnds().get(i) == booked.realEnd();
    }
    if (!more) {
      running.remove(ends.job());
    }
  }

  // --- moving booked jobs

  private void replanSoon(long now) {
    if (policy.replans() && replanTick != now) {
      replanTick = now;
      events.add(now, Phase.CYCLE, REPLAN_FIRST, new Replan());
    }
  }

  // --- the result

  private void reportProgress() {
    if (rules.runsUntilDone()) {
      progress.advanced(policyName, desk.flow().doneCount(), jobs.size());
    } else {
      progress.advanced(policyName, desk.cyclesTaken(), rules.cycles());
    }
  }

  private RunResult result(String version) {
    var cycles = desk.cycleRows();
    int failed = (int) cycles.stream().filter(cycle -> cycle.withoutAlternative() > 0).count();
    var header =
        new RunHeader(
            world.seeds().scenario(),
            policyName,
            "engine",
            world.seeds().runSeed(),
            version,
            rules.granularityTicks(),
            rules.periodTicks(),
            rules.horizonTicks(),
            rules.planningTicks(),
            world.workload().users(),
            rules.budgetPerCycleMilli(),
            rules.refundsUnused(),
            desk.lastTick(),
            cycles.size(),
            failed,
            !rules.runsUntilDone() || (desk.flow().isDone() && submissionsLeft == 0));
    return Recording.result(header, world, desk.flow(), owners, ended, cycles);
  }
}
