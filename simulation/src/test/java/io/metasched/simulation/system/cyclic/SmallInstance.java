package io.metasched.simulation.system.cyclic;

import io.metasched.metascheduler.alternatives.BudgetReading;
import io.metasched.metascheduler.alternatives.CombinationChoices;
import io.metasched.metascheduler.alternatives.VoGoal;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.metascheduler.policy.PolicySettings;
import io.metasched.metascheduler.queue.QueueOrder;
import io.metasched.metascheduler.queue.QueueRules;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.pricing.ListPricing;
import io.metasched.resource.search.SearchFamily;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.system.cyclic.environment.Environment;
import io.metasched.simulation.system.cyclic.environment.LocalLoad;
import io.metasched.simulation.system.cyclic.model.FlowRules;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.workload.Participants;
import io.metasched.simulation.workload.RealLength;
import io.metasched.simulation.workload.SimulatedJob;
import io.metasched.simulation.workload.Workload;
import io.metasched.simulation.workload.trace.Precedence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Instance built by hand, in whole units. Its nodes have performance 1 at price 1; its cycles are
 * at 0, 100, 200 and so on, with a horizon of 1000. There is no local load, and jobs run exactly as
 * long as reserved.
 */
final class SmallInstance {
  private static final long UNIT = 1000;

  private final int nodes;
  private final List<SimulatedJob> jobs = new ArrayList<>();
  private long period = 100;
  private long planning;
  private int cycles = 5;
  private int batchLimit = 1000;
  private QueueRules queue = QueueRules.USUAL;
  private int noWindowCycles = 24;
  private long budget = -1;
  private boolean refundsUnused;
  private int users = 1;
  private double dynamicShare;
  private long localUnits = 10;

  SmallInstance(int nodes) {
    this.nodes = nodes;
  }

  SmallInstance period(long units) {
    period = units;
    return this;
  }

  SmallInstance planning(long ticks) {
    planning = ticks;
    return this;
  }

  SmallInstance cycles(int count) {
    cycles = count;
    return this;
  }

  /** Sets the order of the queue and the maximum number of jobs in a batch. */
  SmallInstance queue(QueueOrder order, int batch) {
    queue = new QueueRules(order, Duration.ofMillis(100 * UNIT));
    batchLimit = batch;
    return this;
  }

  SmallInstance noWindowCycles(int count) {
    noWindowCycles = count;
    return this;
  }

  SmallInstance budgetPerCycle(long units) {
    budget = units * UNIT;
    return this;
  }

  SmallInstance refundsUnused() {
    refundsUnused = true;
    return this;
  }

  /** Adds local jobs of one length, which arrive on all nodes. */
  SmallInstance localJobs(double share, long units) {
    dynamicShare = share;
    localUnits = units;
    return this;
  }

  /** Adds a job of user 0 on one node. */
  SmallInstance job(long id, long submit, long length) {
    return job(id, submit, 1, length, 1.0, -1);
  }

  /** Adds a job whose actual run time is another share of its length. */
  SmallInstance jobRunning(long id, long submit, long length, double share) {
    return job(id, submit, 1, length, share, -1);
  }

  /** Adds a job that is withdrawn. */
  SmallInstance jobWithdrawn(long id, long submit, long length, long withdrawn) {
    return job(id, submit, 1, length, 1.0, withdrawn);
  }

  SmallInstance job(long id, long submit, int width, long length, double share, long withdrawn) {
    return job(id, submit, width, length, share, withdrawn, WindowRequest.NO_LIMIT);
  }

  SmallInstance jobDue(long id, long submit, long length, long deadline) {
    return job(id, submit, 1, length, 1.0, -1, deadline * UNIT);
  }

  private SmallInstance job(
      long id, long submit, int width, long length, double share, long withdrawn, long deadline) {
    var job =
        Job.of(
            JobId.of(id),
            0,
            submit * UNIT,
            width,
            Work.volume(length * UNIT),
            Requirements.NONE,
            1_000_000 * UNIT,
            deadline,
            Criterion.START);
    var real = RealLength.fraction(share);
    jobs.add(new SimulatedJob(job, real, withdrawn < 0 ? -1 : withdrawn * UNIT));
    return this;
  }

  /** Adds a job of a user on one node with a priority. */
  SmallInstance jobOf(int user, long id, long submit, long length, int priority) {
    job(id, submit, length);
    var last = jobs.remove(jobs.size() - 1);
    var job = last.job();
    var owned =
        new Job(
            job.id(),
            user,
            job.submitTick(),
            job.nodes(),
            job.work(),
            job.requirements(),
            job.costLimitMilli(),
            job.slotPriceLimitMilli(),
            job.earliestStart(),
            job.deadlineTick(),
            job.criterion(),
            priority);
    jobs.add(new SimulatedJob(owned, last.real(), -1));
    users = Math.max(users, user + 1);
    return this;
  }

  LocalLoad localLoad() {
    var settings = new LocalLoad.Settings(0, 0, dynamicShare, localUnits, localUnits);
    return new LocalLoad(
        settings, Collections.nCopies(nodes, dynamicShare > 0), new Seeds(1, "small", 0));
  }

  /**
   * Adds a job that is submitted when the preceding job has ended, or at the same tick if the
   * preceding job is rejected.
   */
  SmallInstance jobAfter(long preceding, long id, long submit, long length) {
    job(id, submit, length);
    var last = jobs.remove(jobs.size() - 1);
    var precedence = new Precedence(List.of(preceding), 0);
    jobs.add(new SimulatedJob(last.job(), last.real(), last.withdrawTick(), precedence));
    return this;
  }

  CyclicRun run(String policy) {
    return EngineLoop.run(instance(policy).begin(policy, Progress.NONE), "test");
  }

  CyclicInstance instance(String policy) {
    var all = new ArrayList<Node>();
    for (int id = 0; id < nodes; id++) {
      all.add(Node.of(id, 1, UNIT));
    }
    var rules =
        new FlowRules(
            1,
            UNIT,
            period * UNIT,
            1000 * UNIT,
            planning,
            cycles,
            cycles,
            batchLimit,
            noWindowCycles,
            budget,
            refundsUnused,
            queue,
            Optional.empty());
    var settings =
        new PolicySettings(
            SearchFamily.exact(1000),
            14,
            VoGoal.named("min-time"),
            BudgetReading.named("ii"),
            CombinationChoices.named("exact"),
            new TreeMap<>());
    var provider = Policies.builtIn().named(policy).orElseThrow();
    var made = provider.create(settings.withOptions(provider.options()));
    return new CyclicInstance(
        new Environment(all, new ListPricing(), localLoad()),
        new Workload(jobs, users, List.of()),
        Participants.plain(users, 1, budget),
        rules,
        new Seeds(1, "small", 0),
        List.of(new NamedPolicy(policy, made)),
        List.of());
  }
}
