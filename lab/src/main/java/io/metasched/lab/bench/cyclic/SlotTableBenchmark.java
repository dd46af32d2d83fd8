package io.metasched.lab.bench.cyclic;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.RankedOffers;
import io.metasched.resource.search.Rankings;
import io.metasched.resource.slots.SlotTable;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * JMH benchmarks of a planner's operations on slots other than searches. Not part of any bench of
 * the command line.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SlotTableBenchmark {
  private static final int PARTS = 5;

  @Param({"400", "10000"})
  public int nodes;

  private SlotTable slots;
  private WindowRequest request;
  private Window window;
  private List<Slot> taken;

  /** Creates the slots and finds a window in them. */
  @Setup
  public void prepare() {
    var ground = new SearchFixture(nodes, 1);
    slots = ground.slots();
    request = ground.requests(PARTS).get(0);
    window = ground.prepared().find(slots, request, Criterion.COST).window().orElseThrow();
    taken =
        window.parts().stream()
            .map(part -> new Slot(nodeOf(part.node()), part.span(), part.priceMilli()))
            .toList();
  }

  private Node nodeOf(int id) {
    return slots.slots().stream()
        .map(Slot::node)
        .filter(node -> node.id() == id)
        .findFirst()
        .orElseThrow();
  }

  /** Takes a window and returns it. */
  @Benchmark
  public SlotTable takeAndGiveBack() {
    slots.subtract(window);
    slots.giveBack(taken);
    return slots;
  }

  /** Makes the copy with which each planning begins. */
  @Benchmark
  public SlotTable copy() {
    return slots.copy();
  }

  /** Ranks all offers from scratch, which prepares the searches for a request. */
  @Benchmark
  public RankedOffers rank() {
    return new Rankings(0).of(slots.offers(), request);
  }
}
