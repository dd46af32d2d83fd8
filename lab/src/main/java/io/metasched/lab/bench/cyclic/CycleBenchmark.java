package io.metasched.lab.bench.cyclic;

import io.metasched.metascheduler.alternatives.Alternative;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.owner.NodeBook;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** JMH benchmarks of the steps of a cycle: alternatives, plan and booking. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CycleBenchmark {

  /** Cycle under a policy. */
  @State(Scope.Thread)
  public static class Cycle {
    @Param({"24", "400"})
    public int nodes;

    @Param({"20", "100"})
    public int jobs;

    @Param({"css", "batch-slicer", "bsf", "backfilling"})
    public String policy;

    @Param({"false", "true"})
    public boolean published;

    private CycleFixture ground;
    private SchedulingPolicy planner;

    /** Creates the environment and its jobs. */
    @Setup
    public void make() {
      ground = new CycleFixture(nodes, jobs, List.of(policy));
      planner = (published ? ground.published() : ground.exact()).get(0).policy();
    }

    final CycleFixture ground() {
      return ground;
    }

    final Plan plan() {
      return planner.plan(ground.snapshot(ground.slots()));
    }
  }

  /** Plan, and owners that have not booked it. */
  public static class Planned extends Cycle {
    private Plan plan;
    private List<NodeBook> owners;

    /** Creates the plan. */
    @Setup
    public void prepare() {
      plan = plan();
    }

    /** Creates the owners. */
    @Setup(Level.Invocation)
    public void open() {
      owners = ground().owners();
    }
  }

  /** Limit and criterion of the alternatives. */
  @State(Scope.Thread)
  public static class Alternatives {
    @Param({"1", "14"})
    public int cap;

    @Param({"false", "true"})
    public boolean byOwnCriterion;
  }

  @Benchmark
  public Plan plan(Cycle state) {
    return state.plan();
  }

  /** Books the plan with the owners. */
  @Benchmark
  public int book(Planned state) {
    return CycleFixture.book(state.plan, state.owners);
  }

  @Benchmark
  public List<List<Alternative>> alternatives(Cycle state, Alternatives limits) {
    return state.ground().alternatives(limits.cap, limits.byOwnCriterion);
  }
}
