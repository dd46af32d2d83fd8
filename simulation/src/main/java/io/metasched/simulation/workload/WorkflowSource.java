package io.metasched.simulation.workload;

import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.workflow.Workflow;
import io.metasched.metascheduler.workflow.WorkflowPolicy;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.WorkflowShape.ShapedJob;
import io.metasched.simulation.workload.trace.Precedence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * Generator of workflows, in addition to the other jobs of a run. Each workflow belongs to a random
 * user, who submits all its jobs at once if it is planned as a whole; otherwise, each job is
 * submitted when its predecessors have ended. The first workflow is submitted at 0.
 *
 * @param count number of workflows
 * @param shapes shapes, each equally likely
 * @param size approximate number of jobs of a workflow
 * @param leastGapTicks minimum time between two submissions; uniform between this and the maximum
 * @param mostGapTicks maximum time between two submissions
 * @param performance performance of a node on which the lengths of the shapes hold
 * @param policy policy that plans each workflow as a whole; empty if the cycles plan its jobs
 * @param deadlineFactor time from the submission to the deadline, in lengths of the longest path on
 *     such nodes; empty for no deadline
 * @param budgetMilliPerVolume budget of a workflow per unit of volume, in 1/1000 of money; empty
 *     for no limit
 * @param leastRealShare minimum share of its reserved time that a job actually runs
 * @param mostRealShare maximum share
 */
public record WorkflowSource(
    int count,
    List<WorkflowShape> shapes,
    int size,
    long leastGapTicks,
    long mostGapTicks,
    int performance,
    Optional<WorkflowPolicy> policy,
    OptionalDouble deadlineFactor,
    OptionalDouble budgetMilliPerVolume,
    double leastRealShare,
    double mostRealShare) {

  public WorkflowSource {
    shapes = List.copyOf(shapes);
  }

  /** Returns the job flow with the workflows, whose jobs are numbered after all other jobs. */
  public Workload addTo(Workload others, Participants users, Seeds seeds) {
    if (count == 0) {
      return others;
    }
    var jobs = new ArrayList<>(others.jobs());
    var workflows = new ArrayList<SimulatedWorkflow>(count);
    long last = jobs.stream().mapToLong(SimulatedJob::id).max().orElse(0);
    long tick = 0;
    for (int number = 0; number < count; number++) {
      int user = JobTraits.user(seeds, -1 - number, users.users().size());
      var random = new SplittableRandom(seeds.seed("workflow", number));
      var shape = shapes.get(random.nextInt(shapes.size()));
      var drawn = shape.draw(size, random);
      var first = new JobId(users.users().get(user).organization(), last + 1);
      var workflow = workflow(drawn, first, user, tick);
      for (int task = 0; task < workflow.size(); task++) {
        jobs.add(simulated(workflow, task, number, seeds));
      }
      workflows.add(new SimulatedWorkflow(shape, workflow));
      last += workflow.size();
      tick += random.nextLong(leastGapTicks, mostGapTicks + 1);
    }
    return new Workload(jobs, others.users(), others.notes(), workflows);
  }

  private Workflow workflow(List<ShapedJob> drawn, JobId first, int user, long tick) {
    var ends = new double[drawn.size()];
    double path = 0;
    long volume = 0;
    for (int task = 0; task < drawn.size(); task++) {
      for (int before : drawn.get(task).after()) {
        ends[task] = Math.max(ends[task], ends[before]);
      }
      ends[task] += drawn.get(task).seconds();
      path = Math.max(path, ends[task]);
      volume += volumeTicks(drawn.get(task));
    }
    long deadline = WindowRequest.NO_LIMIT;
    if (deadlineFactor.isPresent()) {
      deadline = tick + Math.round(deadlineFactor.getAsDouble() * path * Ticks.PER_UNIT);
    }
    var tasks = new ArrayList<Workflow.Task>(drawn.size());
    for (var each : drawn) {
      var id = new JobId(first.vo(), first.number() + tasks.size());
      tasks.add(new Workflow.Task(job(each, id, user, tick, deadline), each.after()));
    }
    return new Workflow(tasks, budgetMilli(volume), deadline);
  }

  private Job job(ShapedJob drawn, JobId id, int user, long tick, long deadline) {
    long volume = volumeTicks(drawn);
    long limit = policy.isPresent() ? WindowRequest.NO_LIMIT : budgetMilli(volume);
    return Job.of(
        id,
        user,
        tick,
        1,
        Work.volume(volume),
        Requirements.NONE,
        limit,
        deadline,
        Criterion.FINISH);
  }

  private long volumeTicks(ShapedJob drawn) {
    return Math.max(1, Math.round(drawn.seconds() * performance * Ticks.PER_UNIT));
  }

  private long budgetMilli(long volumeTicks) {
    return budgetMilliPerVolume.isEmpty()
        ? WindowRequest.NO_LIMIT
        : Math.round(budgetMilliPerVolume.getAsDouble() * volumeTicks / Ticks.PER_UNIT);
  }

  private SimulatedJob simulated(Workflow workflow, int task, int number, Seeds seeds) {
    var job = workflow.job(task);
    long id = job.id().number();
    var before = workflow.before(task).stream().map(each -> workflow.job(each).id().number());
    var condition = policy.isPresent() ? Precedence.Condition.PLANNED : Precedence.Condition.RAN;
    var after = before.toList();
    var precedence = after.isEmpty() ? Precedence.NONE : new Precedence(after, 0, condition);
    double share = JobTraits.uniform(seeds, "real-length", id, leastRealShare, mostRealShare);
    return new SimulatedJob(job, RealLength.fraction(share), -1, precedence, number);
  }
}
