package io.metasched.metascheduler.alternatives;

import static io.metasched.metascheduler.fixture.JobFixture.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.fixture.CountedSlots;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.fixture.Pictures;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Span;
import io.metasched.resource.search.SearchFamily;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Number of searches for alternatives: one search for each job that may still have an alternative.
 */
final class AlternativeSearchTest {
  private static final Span HORIZON = new Span(0, 10_000);
  private final AtomicInteger searches = new AtomicInteger();

  private List<Integer> found(SearchFamily family, Criterion criterion, int cap, Job... jobs) {
    var slots = new CountedSlots(Pictures.table("n0 ##", "n1 ##"), searches);
    return new AlternativeSearch(family, cap)
        .gather(slots, List.of(jobs), HORIZON, 1000, job -> criterion).stream()
            .map(List::size)
            .toList();
  }

  @Test
  void aJobThatAsksForAsMuchAsOneWithoutAnyWindowIsNotSearchedFor() {
    var found =
        found(
            SearchFamily.exact(1000),
            Criterion.START,
            5,
            job(1).nodes(3).build(),
            job(2).nodes(4).build(),
            job(3).nodes(3).volume(2).build());

    assertThat(found).containsExactly(0, 0, 0);
    assertThat(searches).hasValue(1);
  }

  @Test
  void eachJobIsSearchedForWhereASearchThatFindsNothingProvesNothing() {
    var jobs = new Job[] {job(1).nodes(3).build(), job(2).nodes(4).build()};

    assertThat(found(SearchFamily.published(), Criterion.START, 5, jobs)).containsExactly(0, 0);
    assertThat(searches).hasValue(2);
    assertThat(found(SearchFamily.exact(1000), Criterion.ENERGY, 5, jobs)).containsExactly(0, 0);
    assertThat(searches).hasValue(4);
  }

  @Test
  void aJobHasAsManyAlternativesAsTheCapAllowsAndIsSearchedForNoMore() {
    assertThat(found(SearchFamily.exact(1000), Criterion.START, 3, job(1).build()))
        .containsExactly(3);
    assertThat(searches).hasValue(3);
    assertThat(found(SearchFamily.exact(1000), Criterion.START, 9, job(1).build()))
        .containsExactly(4);
    assertThat(searches).hasValue(3 + 5);
  }
}
