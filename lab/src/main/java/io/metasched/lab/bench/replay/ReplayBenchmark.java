package io.metasched.lab.bench.replay;

import io.metasched.simulation.report.Schedule;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** JMH benchmark of whole replays. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ReplayBenchmark {
  /** Length of a generated flow. */
  @Param({"10000"})
  public int jobs;

  @Param({"fcfs", "easy", "conservative"})
  public String policy;

  /** File of a log, which replaces the generated flow; empty for none. */
  @Param({""})
  public String trace;

  @Param({"false"})
  public boolean skipMalformed;

  private ReplayFlow flow;

  /** Generates the flow, or reads the log. */
  @Setup
  public void prepare() {
    flow =
        trace.isEmpty()
            ? ReplayFlow.generated(jobs)
            : ReplayFlow.logged(Path.of(trace), skipMalformed);
  }

  @Benchmark
  public Schedule replay() {
    return ReplayMeasure.replay(flow, policy, done -> {});
  }
}
