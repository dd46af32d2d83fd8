package io.metasched.simulation.engine;

import io.metasched.metascheduler.desk.BookingRound.BookWindow;
import io.metasched.metascheduler.desk.BookingRound.LookAside;
import io.metasched.metascheduler.desk.Deposit;
import io.metasched.metascheduler.desk.Desk;
import io.metasched.metascheduler.desk.PlannedCycle;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Slot;
import io.metasched.resource.owner.NodeBook;
import io.metasched.simulation.engine.Course.ArriveLocally;
import io.metasched.simulation.engine.Course.Book;
import io.metasched.simulation.engine.Course.EndJob;
import io.metasched.simulation.engine.Course.EndPart;
import io.metasched.simulation.engine.Course.Replan;
import io.metasched.simulation.engine.Course.Snapshot;
import io.metasched.simulation.engine.Course.Step;
import io.metasched.simulation.engine.Course.Submit;
import io.metasched.simulation.engine.Course.Withdraw;
import io.metasched.simulation.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;

/**
 * Runs one policy in a world on one thread: what the course of the run brings, desks and owners are
 * called to do. Either all parts of a window are committed or none.
 */
public final class Engine {

  /** A plan that waits, and the versions of the owners' lists when its snapshot was taken. */
  private record Pending(PlannedCycle plan, List<Long> versions) {}

  private final World world;
  private final Course course;
  private final Owners owners;
  private final List<Desk> desks = new ArrayList<>();
  private final RunProgress progress;
  private final TreeMap<Integer, Pending> pending = new TreeMap<>();

  private Engine(World world, String policyName, SchedulingPolicy policy, Progress progress) {
    this.world = world;
    this.progress = new RunProgress(world, policyName, progress);
    course = new Course(world, policy);
    owners = new Owners(world.environment(), world.rules().horizonTicks());
    for (int vo = 0; vo < world.rules().organizations(); vo++) {
      desks.add(world.desk(vo, policyName, policy));
    }
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
    for (var due = engine.course.next(); due.isPresent(); due = engine.course.next()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new CancellationException("interrupted");
      }
      engine.play(due.get().step(), due.get().tick());
    }
    var organizations = engine.desks.stream().map(Organization::of).toList();
    var local = engine.owners.books().stream().map(NodeBook::report).toList();
    return Recording.result(
        new Recording.Title(policyName, "engine", version),
        world,
        engine.course,
        organizations,
        local);
  }

  private void play(Step step, long now) {
    if (step instanceof Submit submit) {
      var refusal = desk(submit.job().id()).submit(submit.job(), now);
      course.submitted(submit.job().id(), refusal.isEmpty());
    } else if (step instanceof Withdraw withdraw) {
      withdraw(withdraw.job(), now);
    } else if (step instanceof ArriveLocally arrival) {
      owners.arrive(arrival.node(), now, arrival.lengthTicks());
    } else if (step instanceof EndPart ends) {
      owners.end(ends.job(), ends.node(), now);
    } else if (step instanceof EndJob ends) {
      desk(ends.job()).finish(ends.job(), ends.stopped(), ends.refunds(), now);
      progress.jobDone(doneCount());
    } else if (step instanceof Replan replan) {
      replan(desks.get(replan.vo()), replan.cycle(), now);
    } else if (step instanceof Book book) {
      book(book.vo(), now);
    } else if (step instanceof Snapshot snapshot) {
      takeSnapshot(snapshot, now);
    } // the start of a window changes nothing
  }

  private Desk desk(JobId job) {
    return desks.get(job.vo());
  }

  private int doneCount() {
    return desks.stream().mapToInt(desk -> desk.flow().doneCount()).sum();
  }

  private void withdraw(JobId id, long now) {
    var withdrawal = desk(id).withdrawal(id, now);
    withdrawal.ifPresent(
        what -> {
          what.window().ifPresent(w -> w.parts().forEach(p -> owners.end(id, p.node(), now)));
          desk(id).withdraw(what, now);
          course.withdrawn(id, now);
        });
  }

  private void takeSnapshot(Snapshot step, long now) {
    var desk = desks.get(step.vo());
    owners.open(now + world.rules().horizonTicks(), now);
    var batch = desk.open(step.cycle(), now, deposits(step.vo()));
    boolean plans = !batch.jobs().isEmpty();
    if (plans) {
      var slots = owners.offer(batch.horizon(), now, List.of());
      var plan = desk.plan(desk.snapshot(batch, slots, slots.size()));
      pending.put(step.vo(), new Pending(plan, owners.versions()));
    }
    course.planned(step, now, plans, !desk.flow().waiting().isEmpty());
    progress.cycleTaken(step, doneCount());
  }

  private List<Deposit> deposits(int vo) {
    var deposits = new ArrayList<Deposit>();
    for (int user : world.usersOf(vo)) {
      world.rules().deposit(user).ifPresent(deposits::add);
    }
    return deposits;
  }

  private void book(int vo, long now) {
    var plan = Objects.requireNonNull(pending.remove(vo));
    var round = desks.get(vo).book(plan.plan(), now);
    for (var step = round.next(); step.isPresent(); step = round.next()) {
      if (step.get() instanceof BookWindow book) {
        var denial = owners.hold(book.job(), book.window(), plan.versions(), now);
        if (denial.isPresent()) {
          round.denied(denial.get().node(), denial.get().reason());
        } else {
          owners.commit(book.job(), book.window(), now);
          round.booked();
          course.booked(book.job(), book.window());
        }
      } else if (step.get() instanceof LookAside look) {
        round.aside(owners.offerWithoutJobs(look.horizon(), look.horizon().start()));
      }
    }
  }

  private void replan(Desk desk, int cycle, long now) {
    var promised = desk.promised(now);
    if (promised.isEmpty()) {
      return;
    }
    var own = new ArrayList<Slot>();
    promised.forEach(job -> own.addAll(job.ownSlots()));
    var versions = owners.versions();
    var slots = owners.offer(desk.replanHorizon(now), now, own);
    var round = desk.move(cycle, desk.replan(now, promised, slots), now);
    for (var move = round.next(); move.isPresent(); move = round.next()) {
      var job = move.get().job().id();
      if (owners.rebook(job, move.get().from(), move.get().to(), versions, now)) {
        round.moved();
        course.booked(job, move.get().to());
      } else {
        round.denied();
      }
    }
  }
}
