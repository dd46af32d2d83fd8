package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.Jmh;
import io.metasched.lab.bench.Measurements;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.SearchResult;
import io.metasched.resource.search.WindowSearches;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Measurement of the searches in environments of one number of nodes, and of one pass over their
 * slots. The searches are compared with each other first.
 */
final class WindowSearchMeasure {
  private static final int MOST_NODES_PUBLISHED = 1000;
  private static final int MOST_NODES_OF_LARGE_KNAPSACKS = 10_000;
  private static final int FEW_PARTS = 5;
  private static final int MANY_PARTS = 50;
  private static final int METHODS = 2;

  private final Jmh jmh;
  private final int nodes;
  private final List<SearchFixture> grounds;
  private final List<String> faults;

  /**
   * Prepares environments.
   *
   * @param faults receives differences between the searches
   */
  WindowSearchMeasure(Jmh jmh, int nodes, List<String> faults) {
    this.jmh = jmh.dividedBy(METHODS);
    this.faults = faults;
    this.nodes = nodes;
    grounds = SearchFixture.ofNodes(nodes);
  }

  List<WindowSearchRow> rows() {
    var rows = new ArrayList<WindowSearchRow>();
    var all = new OfAll(times("scan", Map.of("nodes", nodes)).p50(), ranked(true), ranked(false));
    for (int parts : List.of(FEW_PARTS, MANY_PARTS)) {
      for (var criterion : Criterion.values()) {
        if (parts == FEW_PARTS
            || nodes <= MOST_NODES_OF_LARGE_KNAPSACKS
            || !criterion.isKnapsack()) {
          rows.add(row(criterion, parts, all));
        }
      }
    }
    return rows;
  }

  /** Median times that all searches share: of a scan, and of rankings. */
  private record OfAll(double scan, double prepare, double prepareNext) {}

  private Jmh.Times times(String method, Map<String, ?> params) {
    return jmh.times(WindowSearchBenchmark.class, method, params);
  }

  private double ranked(boolean first) {
    return times("rank", Map.of("nodes", nodes, "first", first)).p50();
  }

  private WindowSearchRow row(Criterion criterion, int parts, OfAll all) {
    boolean withPublished = nodes <= MOST_NODES_PUBLISHED && WindowSearches.isPublished(criterion);
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
    var params = Map.of("nodes", nodes, "parts", parts, "criterion", criterion);
    var exact = times("exact", params);
    var published =
        withPublished
            ? OptionalDouble.of(times("published", params).p50())
            : OptionalDouble.empty();
    return new WindowSearchRow(
        nodes,
        Math.toIntExact(slots / grounds.size()),
        criterion,
        parts,
        exact.count(),
        (double) found / asked,
        published,
        exact.p50(),
        all.scan(),
        all.prepare(),
        all.prepareNext(),
        bytes(criterion, parts, false, found),
        bytes(criterion, parts, true, found));
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
          "%d nodes, %s, %s: a prepared search finds %s, an unprepared one %s"
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
   * resulting window. Searches once before the measurement, because the first search also allocates
   * memory that the JVM retains.
   *
   * @param found number of requests for which there is a window
   */
  private double bytes(Criterion criterion, int parts, boolean withWindow, int found) {
    allocated(criterion, parts, withWindow, found);
    return allocated(criterion, parts, withWindow, found);
  }

  private double allocated(Criterion criterion, int parts, boolean withWindow, int found) {
    int there = 0;
    long bytes = 0;
    int searches = 0;
    for (var ground : grounds) {
      for (var request : ground.requests(parts)) {
        var prepared = ground.prepared();
        var slots = ground.slots();
        long before = Measurements.allocated();
        boolean isThere =
            withWindow
                ? prepared.find(slots, request, criterion).window().isPresent()
                : prepared.isThere(slots, request, criterion);
        bytes += Measurements.allocated() - before;
        there += isThere ? 1 : 0;
        searches++;
      }
    }
    if (there != found) {
      faults.add(
          "%d nodes, %s: %d windows are found, and %d when searched again"
              .formatted(nodes, criterion.label(), found, there));
    }
    return (double) bytes / searches;
  }
}
