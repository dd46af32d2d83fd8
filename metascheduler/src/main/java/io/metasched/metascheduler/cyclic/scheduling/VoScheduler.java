package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cyclic.flow.Admission;
import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Refund;
import io.metasched.metascheduler.cyclic.flow.FlowJobState;
import io.metasched.metascheduler.cyclic.flow.FlowSnapshot;
import io.metasched.metascheduler.cyclic.flow.JobFlow;
import io.metasched.metascheduler.model.Deposit;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.JobRefusal;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.metascheduler.policy.Replanning;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.pricing.Pricing;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Scheduler of one virtual organization: it admits jobs, opens cycles, and keeps the job flow.
 *
 * <p>For each cycle, the scheduler opens a batch, its snapshot is planned, and a {@link
 * BookingProcess} books the plan. A {@link MoveProcess} moves booked jobs that have not begun.
 * Confined to one thread, except that {@link #plan}, and {@link #replan} while no cycle is opened,
 * change no state and may run on another thread.
 */
public final class VoScheduler {
  private final VoRules rules;
  private final List<Node> nodes;
  private final Pricing pricing;
  private final String policyName;
  private final SchedulingPolicy policy;
  private final Replanning replanning;
  private final IntToLongFunction seedOfCycle;
  private final JobFlow flow;
  private final Admission admission;
  private final VoQueue queue;
  private final WorkflowBounds workflows;
  private final TreeMap<Integer, CycleTally> tallies = new TreeMap<>(); // by cycle
  private long horizonEnd;

  /**
   * Creates a scheduler without jobs.
   *
   * @param nodes all nodes, by their ids 0, 1, 2 and so on
   * @param seedOfCycle seed of a cycle's random choices
   */
  public VoScheduler(
      VoRules rules,
      List<Node> nodes,
      Pricing pricing,
      String policyName,
      SchedulingPolicy policy,
      IntToLongFunction seedOfCycle) {
    this.rules = rules;
    this.nodes = List.copyOf(nodes);
    this.pricing = pricing;
    this.policyName = policyName;
    this.policy = policy;
    replanning = policy.replanning();
    this.seedOfCycle = seedOfCycle;
    flow = rules.flow();
    admission = new Admission(nodes, pricing, rules.granularityTicks());
    queue = new VoQueue(rules, nodes);
    workflows = new WorkflowBounds(rules.workflows(), flow);
  }

  public JobFlow flow() {
    return flow;
  }

  public VoRules rules() {
    return rules;
  }

  /** Returns the reports of all cycles so far, by number. */
  public List<CycleReport> reports() {
    return tallies.values().stream().map(CycleTally::report).toList();
  }

  /** Returns the report of the last cycle so far, if there was one. */
  public Optional<CycleReport> lastReport() {
    return Optional.ofNullable(tallies.lastEntry()).map(last -> last.getValue().report());
  }

  /**
   * Drops history: events, and the reports of all cycles except the last.
   *
   * @param doneJobs whether jobs that are done are dropped, too; must be false while a cycle is
   *     open
   */
  public void forgetHistory(boolean doneJobs) {
    flow.forgetHistory();
    if (doneJobs) {
      flow.forgetDoneJobs();
    }
    while (tallies.size() > 1) {
      tallies.pollFirstEntry();
    }
  }

  /**
   * Restores the state of another scheduler of the organization into this new one.
   *
   * @param last report of the last cycle, if there was one
   */
  public void restore(FlowSnapshot from, @Nullable CycleReport last) {
    flow.restore(from);
    if (last != null) {
      tallies.put(last.cycle(), CycleTally.of(last));
      horizonEnd = last.tick() + rules.horizonTicks();
    }
  }

  /** Returns the batch of the last cycle, restored from its jobs. */
  public Batch batch(int cycle, long openedTick, List<JobId> jobs) {
    var horizon = new Span(openedTick + rules.planningTicks(), horizonEnd);
    var batch = jobs.stream().map(id -> workflows.bounded(flow.job(id).job())).toList();
    return new Batch(cycle, openedTick, horizon, batch);
  }

  void record(FlowEvent event) {
    flow.record(event);
  }

  private void refuse(JobId id, int cycle, JobRefusal why, long now) {
    record(new FlowEvent.Refused(now, cycle, id, why));
  }

  void refuse(JobId id, CycleTally tally, JobRefusal why, long now) {
    tally.refused++;
    tally.refusedJobs.add(id);
    refuse(id, tally.cycle, why, now);
  }

  /**
   * Returns the jobs that a cycle has refused so far; empty for cycles of an earlier incarnation.
   */
  public List<JobId> refused(int cycle) {
    return List.copyOf(tally(cycle).refusedJobs);
  }

  // --- jobs

  /** Adds a job to the queue, or refuses a job that can never run and returns the reason. */
  public Optional<RefusalReason> submit(Job job, long now) {
    return submit(job, 0, now);
  }

  /**
   * Adds a job to the queue, or refuses a job that can never run and returns the reason.
   *
   * @param lost number of jobs that must run before the job, but never ran
   */
  public Optional<RefusalReason> submit(Job job, int lost, long now) {
    record(new FlowEvent.Submitted(now, job));
    var refusal =
        lost > 0
            ? Optional.of(new JobRefusal(RefusalReason.PRECEDING, lost, 0))
            : admission.refusal(job).or(() -> workflows.refusal(job.id()));
    refusal.ifPresent(why -> refuse(job.id(), FlowEvent.NO_CYCLE, why, now));
    return refusal.map(JobRefusal::reason);
  }

  /** Returns the result of withdrawing a job now; empty if the job already has its outcome. */
  public Optional<Withdrawal> withdrawal(JobId id, long now) {
    if (flow.isDone(id)) {
      return Optional.empty();
    }
    var state = flow.job(id);
    var refunds = new ArrayList<Refund>();
    if (!state.hasBegun(now)) {
      var window = state.window();
      window.ifPresent(
          w -> w.parts().forEach(p -> refunds.add(new Refund(p.node(), p.costMilli()))));
    }
    return Optional.of(new Withdrawal(id, state.window(), refunds));
  }

  /** Withdraws a job after its booking has ended on all nodes. */
  public void withdraw(Withdrawal withdrawal, long now) {
    record(new FlowEvent.Withdrawn(now, withdrawal.job(), withdrawal.refunds()));
  }

  /**
   * Records the end of the last part of a job.
   *
   * @param stopped whether the job was stopped at the reserved end before it was done
   * @param refunds refunds of the job's cost
   */
  public void finish(JobId id, boolean stopped, List<Refund> refunds, long now) {
    record(new FlowEvent.Finished(now, id, stopped, refunds));
  }

  // --- cycles

  /** Opens a cycle: records the deposits, refuses hopeless jobs, and selects the batch. */
  public Batch open(int cycle, long now, List<Deposit> deposits) {
    horizonEnd = now + rules.horizonTicks();
    long planned = now + rules.planningTicks();
    for (var deposit : deposits) {
      record(new FlowEvent.Deposited(now, cycle, deposit.user(), deposit.milli()));
    }
    var tally = new CycleTally(cycle, now);
    tallies.put(cycle, tally);
    refuseHopeless(tally, planned, now);
    return new Batch(cycle, now, new Span(planned, horizonEnd), batch(tally, now));
  }

  /**
   * Refuses waiting jobs that can no longer meet their deadline, for which too few nodes remain, or
   * of whose workflow a job is refused.
   */
  private void refuseHopeless(CycleTally tally, long planned, long now) {
    for (var state : flow.waiting()) {
      var late = admission.late(state.job(), planned);
      if (late.isPresent()) {
        refuse(state.job().id(), tally, late.get(), now);
      }
    }
    for (var state : flow.waiting()) {
      var id = state.job().id();
      workflows.refusal(id).ifPresent(why -> refuse(id, tally, why, now));
    }
  }

  /** Returns whether a predecessor of the job in its workflow is waiting or refused. */
  boolean lacksPredecessor(JobId job) {
    return workflows.lacksPredecessor(job);
  }

  private List<Job> batch(CycleTally tally, long now) {
    var batch = new ArrayList<Job>();
    for (var state : queue.sorted(flow, now)) {
      boolean isTooEarly = state.job().earliestStart() >= horizonEnd;
      if (!isTooEarly && batch.size() < rules.batchLimit()) {
        batch.add(workflows.bounded(state.job()));
      } else {
        var reason = isTooEarly ? PostponeReason.TOO_EARLY : PostponeReason.BATCH_FULL;
        tally.postponed++;
        postpone(state, tally.cycle, reason, state.cyclesWithoutWindow(), now);
      }
    }
    tally.batch = batch.size();
    return batch;
  }

  /**
   * Postpones a job; adds no event if the last cycle postponed it for the same reason with the same
   * count.
   */
  void postpone(FlowJobState state, int cycle, PostponeReason reason, int withoutWindow, long now) {
    boolean isSame =
        state.postponement().filter(reason::equals).isPresent()
            && state.cyclesWithoutWindow() == withoutWindow;
    if (isSame) {
      return;
    }
    record(new FlowEvent.Postponed(now, cycle, state.job().id(), reason, withoutWindow));
  }

  private CycleTally tally(int cycle) {
    return Objects.requireNonNull(tallies.get(cycle));
  }

  /**
   * Returns the policy's input for a batch, which must not be empty.
   *
   * @param slots the vacant slots of the batch's horizon
   * @param count number of slots
   */
  public CycleSnapshot snapshot(Batch batch, SlotView slots, int count) {
    tally(batch.cycle()).slots = count;
    return new CycleSnapshot(
        batch.cycle(),
        batch.nowTick(),
        batch.horizon(),
        rules.granularityTicks(),
        batch.jobs(),
        slots,
        seedOfCycle.applyAsLong(batch.cycle()));
  }

  /**
   * Returns the policy's plan.
   *
   * @throws IllegalStateException if the plan does not decide on each job exactly once
   */
  public PlannedCycle plan(CycleSnapshot snapshot) {
    var plan = Plans.requireComplete(policy.plan(snapshot), snapshot, policyName);
    return PlannedCycle.of(snapshot, plan);
  }

  /** Begins to book a plan. */
  public BookingProcess book(PlannedCycle planned, long now) {
    return new BookingProcess(this, planned, tally(planned.cycle()), now);
  }

  // --- moving booked jobs

  /** Returns the movable jobs that have not begun, with their windows at current prices. */
  public List<ReplanSnapshot.Promised> promised(long now) {
    var promised = new ArrayList<ReplanSnapshot.Promised>();
    for (var state : flow.booked()) {
      if (state.movable() && !state.hasBegun(now)) {
        var window = flow.windowOf(state.job().id());
        promised.add(new ReplanSnapshot.Promised(state.job(), window, priced(window, now)));
      }
    }
    return promised;
  }

  private List<Slot> priced(Window window, long now) {
    var slots = new ArrayList<Slot>();
    for (var part : window.parts()) {
      var node = nodes.get(part.node());
      slots.add(new Slot(node, part.span(), pricing.priceMilli(node, part.span(), now)));
    }
    return slots;
  }

  /** Returns the span in which booked jobs may move now. */
  public Span replanHorizon(long now) {
    return new Span(now, horizonEnd);
  }

  /** Returns the moves proposed by the policy. */
  public List<ReplanSnapshot.Move> replan(
      long now, List<ReplanSnapshot.Promised> promised, SlotView slots) {
    return replanning.replan(
        new ReplanSnapshot(now, replanHorizon(now), rules.granularityTicks(), promised, slots));
  }

  /**
   * Begins to move jobs.
   *
   * @param cycle the cycle before whose snapshot the jobs are replanned, or {@link
   *     FlowEvent#NO_CYCLE} if time was freed
   */
  public MoveProcess move(int cycle, List<ReplanSnapshot.Move> moves, long now) {
    return new MoveProcess(this, cycle, moves, now);
  }
}
