package io.metasched.lab.bench.cyclic;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.SearchResult;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One prepared search for a window of 5 parts. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class WindowSearchBenchmark {
  private static final int PARTS = 5;

  @Param({"400", "10000"})
  public int nodes;

  @Param({"START", "COST", "RUNTIME", "FINISH"})
  public Criterion criterion;

  private SearchFixture ground;
  private WindowRequest request;

  /** Makes the slots. */
  @Setup
  public void prepare() {
    ground = new SearchFixture(nodes, 1);
    request = ground.requests(PARTS).get(0);
    if (find().window().isEmpty()) {
      throw new IllegalStateException("there is no window to find");
    }
  }

  /** A search whose ranks are known. */
  @Benchmark
  public SearchResult find() {
    return ground.prepared().find(ground.slots(), request, criterion);
  }
}
