package io.metasched.lab.bench.cyclic;

import com.sun.management.ThreadMXBean;
import io.metasched.lab.bench.StoppingRule;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.Rankings;
import io.metasched.resource.search.SearchResult;
import io.metasched.resource.search.WindowSearches;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import org.HdrHistogram.Histogram;

/**
 * Measurement of the searches in environments of one number of nodes. In each round, all requests
 * are searched one after the other, as by a planner: several times by the exact search, each after
 * as many scans, and once by the published search.
 */
final class WindowSearchMeasure {
  private static final int MOST_NODES_PUBLISHED = 1000;
  private static final int MOST_NODES_OF_LARGE_KNAPSACKS = 10_000;
  private static final int FEW_PARTS = 5;
  private static final int MANY_PARTS = 50;

  private static final int NODES_OF_ALL = 4000;
  private static final int MOST_ENVIRONMENTS = 10;
  private static final int PASSES =
      10; // so that most searches find the machine as the last one left it
  private static final int LEAST_ROUNDS = 1;
  private static final int PREPARATIONS = 5;
  private static final int DIGITS = 3;
  private static final double MEDIAN = 50;

  private final StoppingRule rule;
  private final int nodes;
  private final List<SearchFixture> grounds = new ArrayList<>();
  private final List<String> faults;
  private final Histogram first = new Histogram(DIGITS);
  private final Histogram next = new Histogram(DIGITS);
  private long unused; // results of scans

  /**
   * Prepares environments.
   *
   * @param faults receives differences between the searches
   */
  WindowSearchMeasure(StoppingRule rule, int nodes, List<String> faults) {
    this.rule = rule;
    this.faults = faults;
    this.nodes = nodes;
    int environments = Math.max(1, Math.min(MOST_ENVIRONMENTS, NODES_OF_ALL / nodes));
    for (int seed = 1; seed <= environments; seed++) {
      grounds.add(new SearchFixture(nodes, seed));
    }
    prepare();
  }

  /** Measures and returns the rows. */
  List<WindowSearchRow> rows() {
    var rows = new ArrayList<WindowSearchRow>();
    for (int parts : List.of(FEW_PARTS, MANY_PARTS)) {
      for (var criterion : Criterion.values()) {
        if (parts == FEW_PARTS
            || nodes <= MOST_NODES_OF_LARGE_KNAPSACKS
            || !criterion.isKnapsack()) {
          rows.add(row(criterion, parts));
        }
      }
    }
    if (unused == 0) {
      faults.add("%d nodes: a pass over the slots read nothing".formatted(nodes));
    }
    return rows;
  }

  /** Measures the time to rank the offers. */
  private void prepare() {
    for (var ground : grounds) {
      var offers = ground.slots().offers();
      var requests = ground.requests(FEW_PARTS);
      for (int i = 0; i < PREPARATIONS; i++) {
        var rankings = new Rankings(0);
        for (int r = 0; r < requests.size(); r++) {
          long begun = System.nanoTime();
          rankings.of(offers, requests.get(r));
          (r == 0 ? first : next).recordValue(System.nanoTime() - begun);
        }
      }
    }
  }

  private WindowSearchRow row(Criterion criterion, int parts) {
    boolean withPublished = nodes <= MOST_NODES_PUBLISHED && criterion != Criterion.ENERGY;
    long slots = 0;
    int asked = 0;
    int found = 0;
    for (var ground : grounds) {
      slots += ground.slots().size();
      for (var request : ground.requests(parts)) {
        asked++;
        found += compare(ground, request, criterion, withPublished) ? 1 : 0;
      }
    }
    var search = WindowSearches.published(criterion);
    var published = new Histogram(DIGITS);
    var exact = new Histogram(DIGITS);
    var scan = new Histogram(DIGITS);
    long begun = System.nanoTime();
    int rounds = 0;
    int searches = 0;
    while (rounds < LEAST_ROUNDS || !rule.isEnough(searches, System.nanoTime() - begun)) {
      for (int pass = 0; pass < PASSES; pass++) {
        timeScans(parts, scan);
        time(parts, exact, (ground, r) -> ground.prepared().find(ground.slots(), r, criterion));
        searches += asked;
      }
      if (withPublished) {
        time(parts, published, (ground, r) -> search.find(ground.slots(), r));
      }
      rounds++;
    }
    return new WindowSearchRow(
        nodes,
        Math.toIntExact(slots / grounds.size()),
        criterion,
        parts,
        searches,
        (double) found / asked,
        withPublished ? OptionalDouble.of(median(published)) : OptionalDouble.empty(),
        median(exact),
        median(scan),
        median(first),
        median(next),
        bytes(criterion, parts, false),
        bytes(criterion, parts, true));
  }

  /** Measures one pass over the slots for each request. */
  private void timeScans(int parts, Histogram nanos) {
    for (var ground : grounds) {
      for (int i = ground.requests(parts).size(); i > 0; i--) {
        long begun = System.nanoTime();
        unused |= ground.scan();
        nanos.recordValue(System.nanoTime() - begun);
      }
    }
  }

  /** Measures one search for each request. */
  private void time(
      int parts, Histogram nanos, BiFunction<SearchFixture, WindowRequest, SearchResult> search) {
    for (var ground : grounds) {
      for (var request : ground.requests(parts)) {
        long begun = System.nanoTime();
        var result = search.apply(ground, request);
        nanos.recordValue(System.nanoTime() - begun);
        unused |= result.window().isPresent() ? 1 : 0;
      }
    }
  }

  /**
   * Compares the prepared search with an unprepared one and with the published one; returns whether
   * it found a window.
   */
  private boolean compare(
      SearchFixture ground, WindowRequest request, Criterion criterion, boolean withPublished) {
    var slots = ground.slots();
    var found = ground.prepared().find(slots, request, criterion);
    requireSame(request, criterion, found, SearchFixture.EXACT.by(criterion).find(slots, request));
    if (withPublished) {
      var published = WindowSearches.published(criterion).find(slots, request);
      requireNoWorse(request, criterion, found, published);
    }
    return found.window().isPresent();
  }

  private void requireSame(
      WindowRequest request, Criterion criterion, SearchResult found, SearchResult alone) {
    if (!found.equals(alone)) {
      faults.add(
          "%d nodes, %s, %s: a prepared search finds %s, one by itself %s"
              .formatted(nodes, criterion.label(), request, found, alone));
    }
  }

  private void requireNoWorse(
      WindowRequest request, Criterion criterion, SearchResult found, SearchResult published) {
    long ours = value(found, criterion);
    long theirs = value(published, criterion);
    if (ours > theirs || (theirs == Long.MAX_VALUE && ours != theirs)) {
      faults.add(
          "%d nodes, %s, %s: the exact search finds %s, the published %s"
              .formatted(nodes, criterion.label(), request, found, published));
    }
  }

  private static long value(SearchResult result, Criterion criterion) {
    return result.window().map(window -> window.value(criterion)).orElse(Long.MAX_VALUE);
  }

  /**
   * Returns the mean number of bytes that a prepared search allocates, with or without the
   * resulting window.
   */
  private double bytes(Criterion criterion, int parts, boolean withWindow) {
    var thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = 0;
    int searches = 0;
    for (var ground : grounds) {
      for (var request : ground.requests(parts)) {
        var prepared = ground.prepared();
        var slots = ground.slots();
        long before = thread.getCurrentThreadAllocatedBytes();
        if (withWindow) {
          unused |= prepared.find(slots, request, criterion).window().isPresent() ? 1 : 0;
        } else {
          unused |= prepared.isThere(slots, request, criterion) ? 1 : 0;
        }
        bytes += thread.getCurrentThreadAllocatedBytes() - before;
        searches++;
      }
    }
    return (double) bytes / searches;
  }

  private static double median(Histogram nanos) {
    return nanos.getValueAtPercentile(MEDIAN);
  }
}
