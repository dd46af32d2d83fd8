package io.metasched.simulation.engine;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.flow.Admission;
import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.metascheduler.flow.JobFlow;
import io.metasched.metascheduler.flow.JobState;
import io.metasched.metascheduler.flow.JobStatus;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.simulation.result.CycleRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The metascheduler's side of a run, called directly: admits jobs, plans cycles, books plans and
 * moves booked jobs. Time and the real ends of jobs are the engine's.
 */
final class Desk {
  private static final int NO_CYCLE = -1;

  /** A plan that waits to be booked. */
  record PlannedCycle(Plan plan, CycleSnapshot snapshot, List<Long> versions) {}

  /** Is told of each window that is booked, at first or by a move. */
  @FunctionalInterface
  interface Bookings {
    void booked(JobId job, Window window);
  }

  private final World world;
  private final World.Rules rules;
  private final String policyName;
  private final SchedulingPolicy policy;
  private final Owners owners;
  private final Bookings bookings;
  private final JobFlow flow;
  private final Admission admission;
  private final List<CycleTally> tallies = new ArrayList<>();
  private long horizonEnd;
  private long lastTick;

  Desk(World world, String policyName, SchedulingPolicy policy, Owners owners, Bookings bookings) {
    this.world = world;
    this.policyName = policyName;
    this.policy = policy;
    this.owners = owners;
    this.bookings = bookings;
    rules = world.rules();
    flow = new JobFlow(rules.unlimitedAccounts());
    var environment = world.environment();
    admission = new Admission(environment.nodes(), environment.pricing(), rules.granularityTicks());
  }

  JobFlow flow() {
    return flow;
  }

  /** When the last event of the flow happened. */
  long lastTick() {
    return lastTick;
  }

  int cyclesTaken() {
    return tallies.size();
  }

  List<CycleRow> cycleRows() {
    return tallies.stream().map(CycleTally::row).toList();
  }

  void record(FlowEvent event) {
    flow.record(event);
    lastTick = Math.max(lastTick, event.tick());
  }

  private void refuse(JobId id, int cycle, RefusalReason reason, long now) {
    record(new FlowEvent.Refused(now, cycle, id, reason));
  }

  /** Takes a job into the queue, or refuses one that can never run; true where it is in. */
  boolean submit(Job job, long now) {
    record(new FlowEvent.Submitted(now, job));
    var refusal = admission.refusal(job);
    refusal.ifPresent(reason -> refuse(job.id(), NO_CYCLE, reason, now));
    return refusal.isEmpty();
  }

  /** Opens the horizon of a cycle and plans its batch, if there is one. */
  Optional<PlannedCycle> plan(int cycle, long now) {
    long planned = now + rules.planningTicks();
    horizonEnd = now + rules.horizonTicks();
    owners.open(horizonEnd, now);
    deposit(cycle, now);
    var tally = new CycleTally(cycle, now);
    tallies.add(tally);
    refuseHopeless(tally, planned, now);
    var queue = batch(tally, now);
    if (queue.isEmpty()) {
      return Optional.empty();
    }
    var snapshot = snapshot(cycle, now, new Span(planned, horizonEnd), queue);
    tally.slots = snapshot.slots().whole().size();
    var versions = owners.versions();
    var plan = Plans.requireComplete(policy.plan(snapshot), snapshot, policyName);
    return Optional.of(new PlannedCycle(plan, snapshot, versions));
  }

  private void deposit(int cycle, long now) {
    if (rules.unlimitedAccounts()) {
      return;
    }
    for (int user = 0; user < world.workload().users(); user++) {
      record(new FlowEvent.Deposited(now, cycle, user, rules.budgetPerCycleMilli()));
    }
  }

  /** Refuses waiting jobs that can no longer meet their deadline. */
  private void refuseHopeless(CycleTally tally, long planned, long now) {
    for (var state : flow.waiting()) {
      if (admission.cannotMeetDeadline(state.job(), planned)) {
        tally.refused++;
        refuse(state.job().id(), tally.cycle, RefusalReason.DEADLINE, now);
      }
    }
  }

  private List<Job> batch(CycleTally tally, long now) {
    var batch = new ArrayList<Job>();
    for (var state : flow.waiting()) {
      if (batch.size() < rules.batchLimit()) {
        batch.add(state.job());
      } else {
        tally.postponed++;
        postpone(state, tally.cycle, PostponeReason.BATCH_FULL, state.cyclesWithoutWindow(), now);
      }
    }
    tally.batch = batch.size();
    return batch;
  }

  private CycleSnapshot snapshot(int cycle, long now, Span horizon, List<Job> queue) {
    return new CycleSnapshot(
        cycle,
        now,
        horizon,
        rules.granularityTicks(),
        queue,
        owners.offer(horizon, now, List.of()),
        world.seeds().seed("policy", cycle));
  }

  /** Books a plan: in the order of job ids, each window wholly or not at all. */
  void book(PlannedCycle book, long now) {
    var tally = tallies.get(book.snapshot().cycle());
    var jobsAside = new JobsAside(owners, book.snapshot());
    for (var decision : Plans.inOrder(book.plan())) {
      tally.count(decision);
      if (flow.job(decision.job()).status() != JobStatus.WAITING) {
        continue; // withdrawn meanwhile
      }
      if (decision instanceof Decision.Place place) {
        book(place, book, tally, now);
      } else if (decision instanceof Decision.Postpone postpone) {
        postpone(postpone, jobsAside, tally, now);
      }
    }
  }

  private void book(Decision.Place place, PlannedCycle book, CycleTally tally, long now) {
    var id = place.job();
    var job = flow.job(id).job();
    var window = place.window();
    if (!flow.canPay(job, window.costMilli(), 0)) {
      tally.refused++;
      refuse(id, tally.cycle, RefusalReason.BUDGET, now);
      return;
    }
    record(new FlowEvent.Reserved(now, id, window.costMilli()));
    var denial = owners.hold(id, window, book.versions(), now);
    if (denial.isPresent()) {
      tally.requeued++;
      record(
          new FlowEvent.Requeued(now, tally.cycle, id, denial.get().node(), denial.get().reason()));
      return;
    }
    owners.commit(id, window, now);
    tally.placed++;
    record(
        new FlowEvent.Booked(
            now, tally.cycle, id, window, place.alternatives(), place.movable(), place.proven()));
    bookings.booked(id, window);
  }

  private void postpone(
      Decision.Postpone postpone, JobsAside jobsAside, CycleTally tally, long now) {
    var state = flow.job(postpone.job());
    int without = state.cyclesWithoutWindow();
    if (postpone.reason() == PostponeReason.NO_ALTERNATIVE) {
      without = jobsAside.leaveWindowFor(state.job()) ? 0 : without + 1;
    }
    postpone(state, tally.cycle, postpone.reason(), without, now);
    tally.postponed++;
    if (without >= rules.noWindowCycles()) {
      tally.refused++;
      refuse(postpone.job(), tally.cycle, RefusalReason.NO_WINDOW, now);
    }
  }

  private void postpone(
      JobState state, int cycle, PostponeReason reason, int withoutWindow, long now) {
    record(new FlowEvent.Postponed(now, cycle, state.job().id(), reason, withoutWindow));
  }

  /** Lets the policy move booked jobs that have not begun to earlier windows. */
  void replan(long now) {
    var promised = new ArrayList<ReplanSnapshot.Promised>();
    var own = new ArrayList<Slot>();
    for (var state : flow.booked()) {
      if (state.movable() && !state.hasBegun(now)) {
        var window = flow.windowOf(state.job().id());
        var slots = owners.priced(window, now);
        promised.add(new ReplanSnapshot.Promised(state.job(), window, slots));
        own.addAll(slots);
      }
    }
    if (promised.isEmpty()) {
      return;
    }
    var horizon = new Span(now, horizonEnd);
    var versions = owners.versions();
    var snapshot =
        new ReplanSnapshot(
            now, horizon, rules.granularityTicks(), promised, owners.offer(horizon, now, own));
    for (var move : policy.replan(snapshot)) {
      move(move, versions, now);
    }
  }

  private void move(ReplanSnapshot.Move move, List<Long> versions, long now) {
    var job = move.job();
    long paid = move.from().costMilli();
    if (move.to().start() >= move.from().start()
        || !flow.canPay(job, move.to().costMilli(), paid)
        || owners.hold(job.id(), move.to(), versions, now).isPresent()) {
      return; // the old window stays
    }
    owners.commit(job.id(), move.to(), now);
    for (var part : move.from().parts()) {
      boolean kept = move.to().parts().stream().anyMatch(p -> p.node() == part.node());
      if (!kept) {
        owners.end(job.id(), part.node(), now);
      }
    }
    record(new FlowEvent.Moved(now, job.id(), move.to()));
    bookings.booked(job.id(), move.to());
  }
}
