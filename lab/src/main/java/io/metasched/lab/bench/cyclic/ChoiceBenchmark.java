package io.metasched.lab.bench.cyclic;

import io.metasched.metascheduler.alternatives.BackwardRecursion;
import io.metasched.metascheduler.alternatives.Choice;
import io.metasched.metascheduler.alternatives.ChoiceProblem;
import io.metasched.metascheduler.alternatives.ExactChoice;
import io.metasched.metascheduler.alternatives.VoGoal;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** JMH benchmarks of the choice of one alternative for each job. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ChoiceBenchmark {
  @Param({"20", "100"})
  public int jobs;

  @Param public VoGoal goal;

  private ChoiceProblem problem;

  @Setup
  public void find() {
    problem = new ChoiceProblems(jobs).of(goal);
  }

  @Benchmark
  public Choice exact() {
    return new ExactChoice().choose(problem);
  }

  /** Makes the choice of the published recursion. */
  @Benchmark
  public Choice recursion() {
    return new BackwardRecursion().choose(problem);
  }
}
