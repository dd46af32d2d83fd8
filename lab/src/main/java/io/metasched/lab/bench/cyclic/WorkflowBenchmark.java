package io.metasched.lab.bench.cyclic;

import io.metasched.metascheduler.workflow.WorkflowPlan;
import io.metasched.metascheduler.workflow.WorkflowSnapshot;
import io.metasched.simulation.workload.WorkflowShape;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** JMH benchmark of plans of whole workflows. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WorkflowBenchmark {

  /** Workflow with vacant slots. */
  @State(Scope.Thread)
  public static class Planned {
    @Param({"heft", "job-by-job"})
    public String policy = "";

    @Param public WorkflowShape shape = WorkflowShape.MONTAGE;

    @Param({"1000"})
    public int jobs;

    @Param({"100"})
    public int nodes;

    /** Budget in 1/1000 of money. */
    @Param({"9223372036854775807"})
    public long budgetMilli;

    private WorkflowSnapshot snapshot;

    /** Creates the workflow and the slots. */
    @Setup
    public void make() {
      snapshot = new WorkflowFixture(shape, jobs, nodes).within(budgetMilli);
    }
  }

  /** Plans all jobs. */
  @Benchmark
  public WorkflowPlan plan(Planned state) {
    return WorkflowFixture.plan(state.policy, state.snapshot);
  }
}
