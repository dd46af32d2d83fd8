package io.metasched.resource.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.fixture.BruteForceWindows;
import io.metasched.resource.fixture.WindowRules;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All searches compared with an exhaustive search, on many small problems. */
final class EveryWindowTest {
  private static final int PROBLEMS = 300;
  private final SearchFamily exact = SearchFamily.exact(1000);

  @ParameterizedTest
  @EnumSource
  void anExactSearchFindsTheBestOfAllWindows(Criterion criterion) {
    int found = 0;
    for (int seed = 0; seed < PROBLEMS; seed++) {
      var problem = SmallProblem.of(seed);
      var best = BruteForceWindows.best(problem.slots(), problem.request(), criterion);

      var result = exact.by(criterion).find(problem.table(), problem.request());
      var byOffer = exact.by(criterion).find(problem.table().copy(), problem.request());

      assertThat(result.window()).as("seed %d", seed).isEqualTo(best);
      assertThat(result.proven()).isTrue();
      assertThat(byOffer).as("seed %d", seed).isEqualTo(result);
      found += best.isPresent() ? 1 : 0;
    }
    assertThat(found).isGreaterThan(PROBLEMS / 3);
  }

  @ParameterizedTest
  @EnumSource
  void aPublishedSearchFindsAWindowWhereThereIsOne(Criterion criterion) {
    for (int seed = 0; seed < PROBLEMS; seed++) {
      var problem = SmallProblem.of(seed);
      var best = BruteForceWindows.best(problem.slots(), problem.request(), criterion);

      var window =
          SearchFamily.published().by(criterion).find(problem.table(), problem.request()).window();

      assertThat(window.isPresent()).as("seed %d", seed).isEqualTo(best.isPresent());
      if (window.isPresent()) {
        assertThat(WindowRules.violations(window.get(), problem.slots(), problem.request()))
            .isEmpty();
      }
    }
  }

  @Test
  void thePublishedSearchesByStartAndCostFindTheLeast() {
    for (int seed = 0; seed < PROBLEMS; seed++) {
      var problem = SmallProblem.of(seed);
      for (var criterion : List.of(Criterion.START, Criterion.COST)) {
        var best = BruteForceWindows.best(problem.slots(), problem.request(), criterion);

        var window =
            WindowSearches.published(criterion).find(problem.table(), problem.request()).window();

        assertThat(window.map(found -> found.value(criterion)))
            .as("seed %d", seed)
            .isEqualTo(best.map(found -> found.value(criterion)));
      }
    }
  }

  @Test
  void alternativesAreThoseOfARepeatedSearch() {
    for (int seed = 0; seed < PROBLEMS; seed++) {
      var problem = SmallProblem.of(seed);
      var table = problem.table();
      var request = problem.request();

      assertThat(SearchFamily.published().alternatives(table, request))
          .as("seed %d", seed)
          .isEqualTo(CommonStats.repeated(new PublishedFirstFit(), table, request));
      assertThat(exact.alternatives(table, request))
          .as("seed %d", seed)
          .isEqualTo(CommonStats.repeated(exact.by(Criterion.START), table, request));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPreparedSearchFindsWhatAFreshOneFinds(Criterion criterion) {
    var prepared = new PreparedSearch(exact, new FirstTickSearch(1, 1));
    var published = SearchFamily.published().prepared();
    for (int seed = 0; seed < PROBLEMS; seed++) {
      var problem = SmallProblem.of(seed).inUnits();
      var table = problem.table().copy();
      var request = problem.request();
      for (int step = 0; step < 4; step++) {
        var fresh = afresh(table, request, criterion);

        assertThat(prepared.find(table, request, criterion)).as("seed %d", seed).isEqualTo(fresh);
        assertThat(prepared.isThere(table, request, criterion))
            .isEqualTo(fresh.window().isPresent());
        assertThat(prepared.isThere(new SlotTable(table.slots()), request, criterion))
            .isEqualTo(fresh.window().isPresent());
        assertThat(published.find(table, request, criterion))
            .isEqualTo(WindowSearches.published(criterion).find(table, request));
        fresh.window().ifPresent(table::subtract);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRepeatedSearchFindsWhatAFreshOneFindsHoweverTimeIsTaken(Criterion criterion) {
    int found = 0;
    for (int seed = 0; seed < PROBLEMS; seed++) {
      var random = new SplittableRandom(seed);
      var problem = SmallProblem.of(seed).inUnits();
      var table = problem.table().copy();
      var firstTick = seed % 2 == 0 ? new FirstTickSearch() : new FirstTickSearch(1, 1);
      var repeated = new PreparedSearch(exact, firstTick).repeated(problem.request(), criterion);
      var result = repeated.next(table);
      while (result.window().isPresent()) {
        assertThat(result)
            .as("seed %d", seed)
            .isEqualTo(afresh(table, problem.request(), criterion));
        table.subtract(result.window().get());
        takeSomething(table, random);
        if (random.nextInt(3) == 0) {
          table = new SlotTable(table.slots()).copy(); // with other offers
        }
        found++;
        result = repeated.next(table);
      }
      assertThat(afresh(table, problem.request(), criterion).window()).isEmpty();
    }
    assertThat(found).isGreaterThan(PROBLEMS / 2);
  }

  private SearchResult afresh(SlotTable table, WindowRequest request, Criterion criterion) {
    return exact.by(criterion).find(new SlotTable(table.slots()), request);
  }

  /** Takes a random part of a random slot in every third case. */
  private static void takeSomething(SlotTable table, SplittableRandom random) {
    var slots = table.slots();
    if (!slots.isEmpty() && random.nextInt(3) == 0) {
      var slot = slots.get(random.nextInt(slots.size()));
      long start = random.nextLong(slot.span().start(), slot.span().end());
      long length = random.nextLong(1, slot.span().end() - start + 1);
      table.subtract(new Window(List.of(Part.on(slot.node(), start, length, slot.priceMilli()))));
    }
  }

  @Test
  void theCheapestWindowIsFoundHoweverFewOffersAreSelected() {
    for (int seed = 0; seed < PROBLEMS; seed++) {
      var problem = SmallProblem.of(seed);
      var table = problem.table().copy();
      var request = problem.request();
      var ranked = RankedOffers.of(table.offers(), request, WindowRequest.NO_LIMIT, null);
      for (int few = 1; few <= 3; few++) {
        for (int share = 1; share <= 2; share++) {
          var search = new CheapestWindowSearch(few, share);
          var best = BruteForceWindows.best(problem.slots(), request, Criterion.COST);
          assertThat(search.find(table, ranked, request).window())
              .as("seed %d, %d, %d", seed, few, share)
              .isEqualTo(best);
          assertThat(search.search(table, ranked, request)).isEqualTo(best.isPresent());
        }
      }
    }
  }

  @Test
  void theWindowAtTheFirstTickIsFoundOrNone() {
    int answers = 0;
    for (int seed = 0; seed < PROBLEMS; seed++) {
      var problem = SmallProblem.of(seed).inUnits();
      var table = problem.table().copy();
      var request = problem.request();
      var search = new FirstTickSearch(1, 1);
      for (int step = 0; step < 4; step++) {
        search.find(table, request, WindowRequest.NO_LIMIT); // the first search is not answered
        var result = search.find(table, request, WindowRequest.NO_LIMIT);
        var best = afresh(table, request, Criterion.START).window();
        if (result.isPresent()) {
          answers++;
          long tick = Math.max(table.start(0), request.earliestStart());
          assertThat(result.get().window())
              .as("seed %d", seed)
              .isEqualTo(best.filter(window -> window.start() == tick));
        }
        best.ifPresent(table::subtract);
      }
    }
    assertThat(answers).isGreaterThan(PROBLEMS);
  }
}
