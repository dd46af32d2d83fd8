package io.metasched.lab.bench;

import io.metasched.lab.bench.BenchChanges.Step;
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

/** JMH benchmarks of operations on structures full of reservations. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ProfileBenchmark {

  /** Structure full of reservations. */
  @State(Scope.Thread)
  public static class Full {
    @Param({"1000", "100000"})
    public int reservations;

    @Param public ProfileStructure structure;

    final ProfileChanges changes() {
      return changes;
    }

    private ProfileChanges changes;

    @Setup
    public void fill() {
      changes = new ProfileChanges(structure, reservations);
    }
  }

  /** Structure before a step of a change. */
  public static class Stepped extends Full {
    @Param({"REMOVE", "FIND", "ADD"})
    public Step step;

    /** Performs the steps before the measured one. */
    @Setup(Level.Invocation)
    public void proceed() {
      changes().proceedTo(step);
    }
  }

  /** Structure after a change. */
  public static class Changed extends Full {
    @Setup(Level.Invocation)
    public void change() {
      changes().change();
    }
  }

  /**
   * Performs a step: releases a reservation, searches for the earliest start, or holds the found
   * span.
   */
  @Benchmark
  public void step(Stepped state) {
    state.changes().take();
  }

  /** Finds an hour in which all processors are free. */
  @Benchmark
  public long wholeFit(Changed state) {
    return state.changes().wholeFit();
  }

  /** Builds the structure in one pass. */
  @Benchmark
  public void build(Full state) {
    state.changes().build();
  }
}
