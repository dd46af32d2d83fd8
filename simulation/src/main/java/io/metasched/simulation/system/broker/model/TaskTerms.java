package io.metasched.simulation.system.broker.model;

import io.metasched.resource.broker.AccessList;
import io.metasched.resource.broker.NodeDemand;
import io.metasched.resource.broker.Task;
import io.metasched.resource.model.Span;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.system.broker.JobParts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Distributions of the task properties. Each purpose has its own stream of random numbers, and the
 * number of values taken per task does not depend on the terms.
 *
 * @param batches number of batches in which tasks arrive, at least 1
 * @param intervalTicks time between two batches
 * @param isPoisson whether the time between batches is exponential with the mean {@code
 *     intervalTicks}
 * @param lead time from the arrival of a task to its start
 * @param length duration of generated tasks
 * @param load load of generated tasks, in per cent
 * @param cpuPower minimum CPU power of the node
 * @param memory minimum memory of the node
 * @param users number of users who own the tasks in round-robin order, 0 for none
 * @param viewerShare share of the tasks that another user may see
 * @param cancellerShare share of the tasks that another user may cancel
 * @param cancelShare share of the tasks that their owner requests to cancel
 * @param foreignCancelShare share of the tasks that another user requests to cancel
 */
public record TaskTerms(
    int batches,
    long intervalTicks,
    boolean isPoisson,
    TickRange lead,
    TickRange length,
    IntRange load,
    IntRange cpuPower,
    IntRange memory,
    int users,
    double viewerShare,
    double cancellerShare,
    double cancelShare,
    double foreignCancelShare) {
  private static final String USER = "user-";

  /** Random number generators of the tasks, used for one task after the other. */
  private final class Draws {
    private final UniformRandomProvider leads;
    private final UniformRandomProvider lengths;
    private final UniformRandomProvider loads;
    private final UniformRandomProvider demands;
    private final UniformRandomProvider accesses;
    private long drawn;

    Draws(Seeds seeds) {
      leads = seeds.generator("task-lead", 0);
      lengths = seeds.generator("task-length", 0);
      loads = seeds.generator("task-load", 0);
      demands = seeds.generator("task-demand", 0);
      accesses = seeds.generator("task-access", 0);
    }

    Task task(long id, long arrival) {
      long start = arrival + lead.draw(leads);
      var span = Span.of(start, length.draw(lengths));
      return new Task(id, span, load.draw(loads), demand(), access());
    }

    private NodeDemand demand() {
      return new NodeDemand(cpuPower.draw(demands), memory.draw(demands));
    }

    private AccessList access() {
      long owner = users == 0 ? 0 : drawn++ % users;
      double kind = accesses.nextDouble();
      var other = other(owner, accesses.nextDouble());
      if (users == 0) {
        return AccessList.OPEN;
      }
      var others = users == 1 ? List.<String>of() : List.of(other);
      boolean sees = kind < viewerShare;
      boolean cancels = !sees && kind < viewerShare + cancellerShare;
      return new AccessList(USER + owner, sees ? others : List.of(), cancels ? others : List.of());
    }
  }

  /** Returns another user; if there are fewer than two users, a user who owns nothing. */
  private String other(long owner, double drawn) {
    if (users < 2) {
      return USER + (owner + 1);
    }
    long step = 1 + (long) Math.floor(drawn * (users - 1));
    return USER + (owner + step) % users;
  }

  /** Generates tasks, numbered from 1, by batch. */
  List<TaskBatch> generated(int count, int brokers, Seeds seeds) {
    var draws = new Draws(seeds);
    return dealt(count, brokers, seeds, tick -> at -> draws.task(at + 1L, tick));
  }

  /** Returns the tasks of a file in its order, by batch. */
  List<TaskBatch> of(List<Task> tasks, int brokers, Seeds seeds) {
    return dealt(tasks.size(), brokers, seeds, tick -> at -> tasks.get((int) at));
  }

  private List<TaskBatch> dealt(
      int count, int brokers, Seeds seeds, LongFunction<LongFunction<Task>> byTick) {
    var intervals = seeds.generator("task-arrival", 0);
    int most = Math.min(batches, Math.max(1, count));
    var all = new ArrayList<TaskBatch>();
    long tick = 0;
    for (int batch = 0; batch < most; batch++) {
      int first = (int) ((long) count * batch / most);
      int end = (int) ((long) count * (batch + 1) / most);
      var shares = new ArrayList<List<Task>>();
      for (int broker = 0; broker < brokers; broker++) {
        shares.add(new ArrayList<>());
      }
      for (int at = first; at < end; at++) {
        shares.get(at % brokers).add(byTick.apply(tick).apply(at));
      }
      for (int broker = 0; broker < brokers; broker++) {
        if (!shares.get(broker).isEmpty()) {
          all.add(new TaskBatch(broker, tick, shares.get(broker)));
        }
      }
      tick += interval(intervals);
    }
    return all;
  }

  private long interval(UniformRandomProvider intervals) {
    double drawn = -Math.log(1 - intervals.nextDouble());
    return isPoisson ? Math.round(drawn * intervalTicks) : intervalTicks;
  }

  /**
   * Returns the parts of rigid jobs as tasks, numbered from 1; the parts of a job arrive together.
   */
  List<TaskBatch> parts(List<JobParts> jobs, int brokers, Seeds seeds) {
    var draws = new Draws(seeds);
    var all = new ArrayList<TaskBatch>();
    long id = 1;
    for (int at = 0; at < jobs.size(); at++) {
      var job = jobs.get(at);
      var drawn = draws.task(id, job.arrival()); // one draw for all parts, which begin together
      var tasks = new ArrayList<Task>();
      for (int part : job.loads()) {
        var span = Span.of(drawn.span().start(), job.lengthTicks());
        tasks.add(new Task(id++, span, part, drawn.demand(), drawn.access()));
      }
      all.add(new TaskBatch(at % brokers, job.arrival(), tasks));
    }
    return all;
  }

  /**
   * Draws the cancellation requests of users, each between arrival and start of its task, if there
   * is a tick between them.
   */
  public List<PlannedCancellation> cancellations(List<TaskBatch> batches, Seeds seeds) {
    var random = seeds.generator("task-cancellation", 0);
    var all = new ArrayList<PlannedCancellation>();
    for (var batch : batches) {
      for (var task : batch.tasks()) {
        double kind = random.nextDouble();
        double when = random.nextDouble();
        double who = random.nextDouble();
        long ticks = task.span().start() - batch.tick() - 1;
        if (kind < cancelShare + foreignCancelShare && ticks >= 1) {
          long tick = batch.tick() + 1 + (long) Math.floor(when * ticks);
          var user = user(task, kind < cancelShare, who);
          all.add(new PlannedCancellation(task.id(), user, batch.broker(), tick));
        }
      }
    }
    return all;
  }

  private String user(Task task, boolean isOwner, double who) {
    var owner = task.access().owner();
    if (isOwner && !owner.equals(AccessList.EVERYONE)) {
      return owner;
    }
    boolean isDrawn = owner.startsWith(USER) && users > 0;
    return other(isDrawn ? Long.parseLong(owner.substring(USER.length())) : 0, who);
  }
}
