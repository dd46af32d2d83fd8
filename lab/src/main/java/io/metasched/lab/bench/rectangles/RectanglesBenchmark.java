package io.metasched.lab.bench.rectangles;

import io.metasched.lab.bench.BenchChanges;
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

/** JMH benchmarks of the steps of changes of structures full of reservations of elements. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RectanglesBenchmark {
  @Param({"64", "1024"})
  public int elements;

  @Param({"1000", "10000"})
  public int reservations;

  @Param({"duration-best"})
  public String policy;

  @Param public RectangleStructure structure;

  @Param({"REMOVE", "FIND", "ADD"})
  public Step step;

  private BenchChanges changes;

  @Setup
  public void fill() {
    var size = new RectangleChanges.Size(elements, reservations);
    changes = RectangleChanges.of(structure, size, policy);
  }

  /** Performs the steps before the measured one. */
  @Setup(Level.Invocation)
  public void proceed() {
    changes.proceedTo(step);
  }

  /**
   * Performs a step: deletes a reservation, searches for another reservation, or adds the found
   * reservation.
   */
  @Benchmark
  public void step() {
    changes.take();
  }
}
