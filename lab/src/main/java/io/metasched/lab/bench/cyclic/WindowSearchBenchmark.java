package io.metasched.lab.bench.cyclic;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.RankedOffers;
import io.metasched.resource.search.Rankings;
import io.metasched.resource.search.SearchResult;
import io.metasched.resource.search.WindowSearch;
import io.metasched.resource.search.WindowSearches;
import java.util.ArrayList;
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

/** JMH benchmarks of searches for windows, one request after the other, as in a planner. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WindowSearchBenchmark {

  /** Request in an environment. */
  private record Asked(SearchFixture ground, WindowRequest request) {}

  /** Requests for windows by one criterion. */
  @State(Scope.Thread)
  public static class Requests {
    @Param({"400", "10000"})
    public int nodes;

    @Param({"5", "50"})
    public int parts;

    @Param public Criterion criterion;

    private final List<Asked> all = new ArrayList<>();
    private WindowSearch published;
    private int next;

    /** Creates the environments. */
    @Setup
    public void make() {
      published = WindowSearches.published(criterion);
      for (var ground : SearchFixture.ofNodes(nodes)) {
        ground.requests(parts).forEach(request -> all.add(new Asked(ground, request)));
      }
    }

    private Asked next() {
      next = next + 1 < all.size() ? next + 1 : 0;
      return all.get(next);
    }
  }

  /** Environments without requests. */
  @State(Scope.Thread)
  public static class Grounds {
    @Param({"400", "10000"})
    public int nodes;

    private List<SearchFixture> all;
    private int next;

    /** Creates the environments. */
    @Setup
    public void make() {
      all = SearchFixture.ofNodes(nodes);
    }

    SearchFixture next() {
      next = next + 1 < all.size() ? next + 1 : 0;
      return current();
    }

    SearchFixture current() {
      return all.get(next);
    }
  }

  /** Offers that are to be ranked for the first request, or for a further one. */
  public static class Offers extends Grounds {
    private static final int PARTS = 5;

    @Param({"true", "false"})
    public boolean first;

    private List<WindowRequest> requests = List.of();
    private Rankings rankings = new Rankings(0);
    private int at;

    /** Proceeds to the next request; after the last one, to the next environment. */
    @Setup(Level.Invocation)
    public void prepare() {
      at++;
      if (first || at >= requests.size()) {
        requests = next().requests(PARTS);
        rankings = new Rankings(0);
        at = 0;
        if (!first) {
          rank();
          at++;
        }
      }
    }

    private RankedOffers rank() {
      return rankings.of(current().slots().offers(), requests.get(at));
    }
  }

  /** Finds a window by the exact search with cached ranks. */
  @Benchmark
  public SearchResult exact(Requests state) {
    var one = state.next();
    return one.ground().prepared().find(one.ground().slots(), one.request(), state.criterion);
  }

  /** Finds a window by the published search. */
  @Benchmark
  public SearchResult published(Requests state) {
    var one = state.next();
    return state.published.find(one.ground().slots(), one.request());
  }

  /** Reads once the data that a search reads. */
  @Benchmark
  public long scan(Grounds state) {
    return state.next().scan();
  }

  /** Ranks all offers, from scratch or from their previous order. */
  @Benchmark
  public RankedOffers rank(Offers state) {
    return state.rank();
  }
}
