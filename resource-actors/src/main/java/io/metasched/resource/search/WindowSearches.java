package io.metasched.resource.search;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.WindowRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Registry of the window searches, grouped by family. */
public final class WindowSearches {
  /**
   * Default limit of branching steps; at the limit, knapsacks such as {@code proctime} return their
   * best window so far.
   */
  public static final long DEFAULT_STEP_LIMIT = 200_000;

  private static final Map<String, WindowSearch> BY_NAME = register();

  private WindowSearches() {}

  private static Map<String, WindowSearch> register() {
    var searches = new LinkedHashMap<String, WindowSearch>();
    searches.put("amp", new PublishedFirstFit());
    searches.put("alp", new PublishedFirstFit());
    searches.put("mincost", new PublishedCheapest());
    searches.put("minruntime", new PublishedShortest());
    searches.put("minfinish", new PublishedEarliestFinish());
    searches.put("minproctime", new PublishedLeastProcTime());
    for (var criterion : Criterion.values()) {
      searches.put(criterion.label(), exact(criterion, DEFAULT_STEP_LIMIT));
    }
    return searches;
  }

  public static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /** Returns the search with the given name. */
  public static Optional<WindowSearch> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /**
   * Returns the exact search for a criterion.
   *
   * @param stepLimit maximum number of branching steps for a knapsack, at least 1
   */
  public static WindowSearch exact(Criterion criterion, long stepLimit) {
    if (stepLimit < 1) {
      throw new IllegalArgumentException(
          "the limit of steps must be at least 1, but is " + stepLimit);
    }
    return (slots, request) -> {
      var ranked = RankedOffers.of(slots.offers(), request, WindowRequest.NO_LIMIT, null);
      return sweep(criterion, stepLimit).find(slots, ranked, request);
    };
  }

  /**
   * Returns the exact search for a criterion with its own arrays, for repeated use by one thread.
   */
  static StartSweep sweep(Criterion criterion, long stepLimit) {
    return of(criterion).exact.apply(stepLimit);
  }

  /**
   * Returns the published search for a criterion. The papers name energy as a criterion but publish
   * no search for it. For a criterion without a published search, the best of the CSA alternatives
   * is taken.
   */
  public static WindowSearch published(Criterion criterion) {
    var published = of(criterion).published;
    return published != null ? published : bestOfAlternatives(criterion);
  }

  /** Returns whether a paper publishes a search for the criterion. */
  public static boolean isPublished(Criterion criterion) {
    return of(criterion).published != null;
  }

  private static WindowSearch bestOfAlternatives(Criterion criterion) {
    return (slots, request) ->
        new SearchResult(
            CommonStats.best(CommonStats.alternatives(slots, request), criterion), false);
  }

  /**
   * Searches for one criterion.
   *
   * @param exact function that creates the exact search from the maximum number of branching steps
   * @param published the published search; null if no paper has one
   */
  private record SearchPair(LongFunction<StartSweep> exact, @Nullable WindowSearch published) {}

  private static SearchPair of(Criterion criterion) {
    LongFunction<StartSweep> leastWeight = steps -> new LeastWeightSearch(criterion, steps);
    return switch (criterion) {
      case START -> new SearchPair(steps -> new EarliestStartSearch(), new PublishedFirstFit());
      case COST -> new SearchPair(steps -> new CheapestWindowSearch(), new PublishedCheapest());
      case RUNTIME -> new SearchPair(steps -> new ShortestWindowSearch(), new PublishedShortest());
      case FINISH ->
          new SearchPair(steps -> new EarliestFinishSearch(), new PublishedEarliestFinish());
      case PROC_TIME -> new SearchPair(leastWeight, new PublishedLeastProcTime());
      case ENERGY -> new SearchPair(leastWeight, null);
    };
  }
}
