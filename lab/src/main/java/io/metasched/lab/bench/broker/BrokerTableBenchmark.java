package io.metasched.lab.bench.broker;

import io.metasched.resource.broker.DynamicTable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Offers and commits of an agent, for each task of a batch. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(BrokerBatches.TASKS)
public class BrokerTableBenchmark {

  /** Table with tasks in it. */
  @State(Scope.Thread)
  public static class Filled {
    @Param({"1000", "10000"})
    public int tasks;

    @Param public BrokerTableStructure structure;

    private BrokerBatches batches;

    @Setup
    public void fill() {
      batches = new BrokerBatches(structure, tasks);
    }

    final BrokerBatches batches() {
      return batches;
    }
  }

  /** Batch that is to be offered. */
  public static class Drawn extends Filled {
    @Setup(Level.Invocation)
    public void draw() {
      batches().draw();
    }
  }

  /** Batch that was offered and is to be committed. */
  public static class Offered extends Filled {
    /** Withdraws the last batch and offers another batch. */
    @Setup(Level.Invocation)
    public void offer() {
      batches().withdraw();
      batches().draw();
      batches().offer();
    }
  }

  @Benchmark
  public List<Optional<DynamicTable.Found>> offer(Drawn state) {
    return state.batches().offer();
  }

  @Benchmark
  public void commit(Offered state) {
    state.batches().commit();
  }
}
