package io.metasched.simulation.system.cyclic.model;

import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.metascheduler.cyclic.scheduling.BookingProcess.BookWindow;
import io.metasched.metascheduler.cyclic.scheduling.BookingProcess.QueryUncontendedSlots;
import io.metasched.metascheduler.cyclic.scheduling.PlannedCycle;
import io.metasched.metascheduler.cyclic.scheduling.VoScheduler;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Slot;
import io.metasched.resource.owner.NodeBook;
import io.metasched.simulation.kernel.Due;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunModel;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.model.EventSchedule.ArriveLocally;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Book;
import io.metasched.simulation.system.cyclic.model.EventSchedule.EndJob;
import io.metasched.simulation.system.cyclic.model.EventSchedule.EndPart;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Replan;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Snapshot;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Step;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Submit;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Withdraw;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Single-threaded run of one policy: calls the organizations' schedulers and the owners for each
 * step of the event schedule. Either all parts of a window are committed or none.
 */
public final class CyclicModel implements RunModel<Step, CyclicRun> {

  /** Plan to be booked, with the versions of the owners' lists at its snapshot. */
  private record Pending(PlannedCycle plan, List<Long> versions) {}

  private final CyclicInstance instance;
  private final String policyName;
  private final EventSchedule schedule;
  private final LocalOwners owners;
  private final List<VoScheduler> schedulers = new ArrayList<>();
  private final RunProgress progress;
  private final TreeMap<Integer, Pending> pending = new TreeMap<>();
  private final EventRows events;
  private long lastTick;

  public CyclicModel(
      CyclicInstance instance, String policyName, SchedulingPolicy policy, Progress progress) {
    this.instance = instance;
    this.policyName = policyName;
    this.progress = new RunProgress(instance, policyName, progress);
    schedule = EventSchedule.withArrivals(instance, policy);
    owners = new LocalOwners(instance.environment(), instance.rules().horizonTicks());
    for (int vo = 0; vo < instance.rules().organizations(); vo++) {
      schedulers.add(instance.scheduler(vo, policyName, policy));
    }
    events =
        new EventRows(
            schedulers.stream().map(VoScheduler::flow).toList(),
            instance.environment().names().nodes());
  }

  @Override
  public Optional<Due<Step>> next() {
    return schedule.next().map(due -> new Due<>(due.tick(), due.step()));
  }

  @Override
  public CyclicRun tables(String driver, String version) {
    if (!schedule.isOver()) {
      throw new IllegalStateException("the run is not over");
    }
    events.takeHistories();
    var flows = schedulers.stream().map(VoScheduler::flow).toList();
    var reports = schedulers.stream().map(VoScheduler::reports).toList();
    var local = owners.books().stream().map(NodeBook::report).toList();
    return ResultBuilder.result(
        new ResultBuilder.Title(policyName, driver, version),
        instance,
        schedule,
        new ResultBuilder.Organizations(flows, events, reports),
        local);
  }

  @Override
  public void perform(Step step, long now) {
    if (now > lastTick) {
      events.takeHistories();
      lastTick = now;
    }
    if (step instanceof Submit submit) {
      var refusal = scheduler(submit.job().id()).submit(submit.job(), submit.lost(), now);
      schedule.submitted(submit.job().id(), refusal.isEmpty());
    } else if (step instanceof Withdraw withdraw) {
      withdraw(withdraw.job(), now);
    } else if (step instanceof ArriveLocally arrival) {
      owners.arrive(arrival.node(), now, arrival.lengthTicks());
    } else if (step instanceof EndPart ends) {
      owners.end(ends.job(), ends.node(), now);
    } else if (step instanceof EndJob ends) {
      scheduler(ends.job()).finish(ends.job(), ends.stopped(), ends.refunds(), now);
      progress.jobDone(doneCount());
    } else if (step instanceof Replan replan) {
      replan(schedulers.get(replan.vo()), replan.cycle(), now);
    } else if (step instanceof Book book) {
      book(book.vo(), now);
    } else if (step instanceof Snapshot snapshot) {
      takeSnapshot(snapshot, now);
    } // the start of a window has no effect
  }

  private VoScheduler scheduler(JobId job) {
    return schedulers.get(job.vo());
  }

  private int doneCount() {
    return schedulers.stream().mapToInt(scheduler -> scheduler.flow().doneCount()).sum();
  }

  private void withdraw(JobId id, long now) {
    var withdrawal = scheduler(id).withdrawal(id, now);
    withdrawal.ifPresent(
        what -> {
          what.window().ifPresent(w -> w.parts().forEach(p -> owners.end(id, p.node(), now)));
          scheduler(id).withdraw(what, now);
          schedule.withdrawn(id, now);
        });
  }

  private void takeSnapshot(Snapshot step, long now) {
    var scheduler = schedulers.get(step.vo());
    owners.open(now + instance.rules().horizonTicks(), now);
    var batch = scheduler.open(step.cycle(), now, instance.participants().deposits(step.vo()));
    boolean plans = !batch.jobs().isEmpty();
    if (plans) {
      var slots = owners.offer(batch.horizon(), now, List.of());
      var plan = scheduler.plan(scheduler.snapshot(batch, slots, slots.size()));
      pending.put(step.vo(), new Pending(plan, owners.versions()));
    }
    schedule.refused(scheduler.refused(step.cycle()), now);
    schedule.planned(step, now, plans, !scheduler.flow().waiting().isEmpty());
    progress.cycleTaken(step, doneCount());
  }

  private void book(int vo, long now) {
    var plan = Objects.requireNonNull(pending.remove(vo));
    var round = schedulers.get(vo).book(plan.plan(), now);
    for (var step = round.next(); step.isPresent(); step = round.next()) {
      if (step.get() instanceof BookWindow book) {
        var refusal = owners.hold(book.job(), book.window(), plan.versions(), now);
        if (refusal.isPresent()) {
          round.refused(refusal.get().node(), refusal.get().reason());
        } else {
          owners.commit(book.job(), book.window(), now);
          round.booked();
          schedule.booked(book.job(), book.window());
        }
      } else if (step.get() instanceof QueryUncontendedSlots look) {
        round.uncontended(owners.offerWithoutJobs(look.horizon(), look.horizon().start()));
      }
    }
    schedule.refused(schedulers.get(vo).refused(round.cycle()), now);
  }

  private void replan(VoScheduler scheduler, int cycle, long now) {
    var promised = scheduler.promised(now);
    if (promised.isEmpty()) {
      return;
    }
    var versions = owners.versions();
    var slots = owners.offer(scheduler.replanHorizon(now), now, offers(promised));
    var round = scheduler.move(cycle, scheduler.replan(now, promised, slots), now);
    for (var move = round.next(); move.isPresent(); move = round.next()) {
      var job = move.get().job().id();
      if (owners.rebook(job, move.get().from(), move.get().to(), versions, now)) {
        round.moved();
        schedule.booked(job, move.get().to());
      } else {
        round.refused();
      }
    }
  }

  /**
   * Returns the own slots of the given jobs, one after another. Consecutive slots of a node with
   * the same price are listed once.
   */
  private List<Slot> offers(List<Promised> promised) {
    var offers = new ArrayList<Slot>();
    var prices = new long[instance.environment().nodes().size()];
    Arrays.fill(prices, -1);
    for (var job : promised) {
      for (var slot : job.ownSlots()) {
        int node = slot.node().id();
        if (prices[node] != slot.priceMilli()) {
          prices[node] = slot.priceMilli();
          offers.add(slot);
        }
      }
    }
    return offers;
  }
}
