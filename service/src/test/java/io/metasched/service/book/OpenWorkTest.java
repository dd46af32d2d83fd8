package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Span;
import io.metasched.service.book.OpenWork.InQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Incremental index of open work, compared with a search over all jobs and claims. */
final class OpenWorkTest {
  private static final int STEPS = 1500;
  private static final List<String> NODES = List.of("north-0", "north-1", "north-2", "north-3");

  private static List<String> taken(BookState state, String node) {
    return state.open().taken().of(node, Long.MAX_VALUE).stream()
        .map(each -> each.by() + " " + each.span())
        .sorted()
        .toList();
  }

  private static List<String> takenByAll(BookState state, String node) {
    var taken = new ArrayList<String>();
    for (var each : state.jobs().entries()) {
      var job = each.value();
      var parts = new ArrayList<>(job.parts());
      parts.addAll(job.move());
      for (var part : parts) {
        if (part.node().equals(node) && !part.stage().isFinal() && !job.state().isFinal()) {
          taken.add(job.id() + " " + part.booked().span());
        }
      }
    }
    for (var each : state.market().claims().entries()) {
      var claim = each.value();
      for (int i = 0; claim.takesTime() && i < claim.nodes().size(); i++) {
        if (claim.nodes().get(i).equals(node)) {
          taken.add(claim.id() + " " + claim.window().parts().get(i).span());
        }
      }
    }
    takenBySite(state, node).forEach(span -> taken.add("site " + span));
    return taken.stream().sorted().toList();
  }

  /** Returns the time that the site of a node uses for itself; adjacent spans are joined. */
  private static List<Span> takenBySite(BookState state, String node) {
    var spans = new ArrayDeque<Span>();
    for (var each : state.market().siteTime(node)) {
      boolean isApart = spans.isEmpty() || each.span().start() > spans.getLast().end();
      var begun = isApart ? each.span() : spans.removeLast();
      spans.add(new Span(begun.start(), Math.max(begun.end(), each.span().end())));
    }
    return List.copyOf(spans);
  }

  private static List<String> ids(SortedTree<Long, JobRecord> jobs) {
    var ids = new ArrayList<String>();
    jobs.entries().forEach(each -> ids.add(each.key() + " " + each.value().id()));
    return ids;
  }

  private static List<String> movable(BookState state) {
    var movable = new ArrayList<String>();
    state.open().movable().entries().forEach(e -> movable.add(e.key() + " " + e.value().id()));
    return movable;
  }

  private static List<String> movableByAll(BookState state) {
    var movable = new ArrayList<JobRecord>();
    for (var job : state.jobs().values()) {
      if (job.state() == JobState.BOOKED && job.movable() && !job.isMoving()) {
        movable.add(job);
      }
    }
    movable.sort(
        Comparator.comparingLong((JobRecord job) -> job.window().orElseThrow().start())
            .thenComparingLong(JobRecord::number));
    return movable.stream()
        .map(
            job ->
                new OpenWork.Place(job.window().orElseThrow().start(), job.number())
                    + " "
                    + job.id())
        .toList();
  }

  private static List<String> ids(BookState state, JobState... in) {
    var ids = new ArrayList<JobRecord>();
    state.jobs().values().forEach(ids::add);
    return ids.stream()
        .filter(job -> Set.of(in).contains(job.state()))
        .sorted((one, other) -> Long.compare(one.number(), other.number()))
        .map(job -> job.number() + " " + job.id())
        .toList();
  }

  private static List<String> queued(BookState state) {
    var queued = new ArrayList<String>();
    for (var each : state.open().queues().entries()) {
      queued.add(each.key().toString());
      assertThat(state.job(each.value().id())).containsSame(each.value());
    }
    return queued;
  }

  private static List<String> queuedByAll(BookState state) {
    var queued = new TreeSet<InQueue>();
    for (var job : state.jobs().values()) {
      if (job.state() == JobState.WAITING) {
        boolean isTried = job.reason().code().equals("no-alternative");
        queued.add(new InQueue(job.spec().account(), 0, isTried, job.number()));
      }
    }
    return queued.stream().map(InQueue::toString).toList();
  }

  /** Returns the whole tally, counted from the beginning. */
  private static Tally counted(BookState state) {
    var tally = Tally.NONE;
    for (var job : state.jobs().values()) {
      tally = tally.with(Optional.empty(), job);
    }
    for (var entry : state.ledger().values()) {
      tally = tally.with(entry, 1);
    }
    return tally.with(Market.EMPTY, state.market());
  }

  private static String words(Tally tally) {
    var words = new StringBuilder();
    tally.use().entries().forEach(each -> words.append(each.key()).append(each.value()));
    tally.inputs().entries().forEach(each -> words.append(each.key()).append(each.value()));
    return words.append(tally.inputBytes()).append(' ').append(tally.heapBytes()).toString();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void followsFromAllJobsAndClaims(long seed) {
    var history = new RandomHistory(seed);
    for (int step = 0; step < STEPS; step++) {
      var before = history.state();
      history.next();
      var state = history.state();

      assertThat(ids(state.open().waiting())).isEqualTo(ids(state, JobState.WAITING));
      assertThat(queued(state)).isEqualTo(queuedByAll(state));
      assertThat(ids(state.open().jobs()))
          .isEqualTo(
              ids(
                  state,
                  JobState.WAITING,
                  JobState.PLACED,
                  JobState.BOOKED,
                  JobState.STARTING,
                  JobState.RUNNING));
      assertThat(movable(state)).isEqualTo(movableByAll(state));
      var changed = new TreeSet<String>();
      for (var node : NODES) {
        assertThat(taken(state, node)).isEqualTo(takenByAll(state, node));
        if (!taken(state, node).equals(taken(before, node))) {
          changed.add(node);
        }
      }
      assertThat(words(state.open().tally())).isEqualTo(words(counted(state)));
      assertThat(state.open().taken().changedSince(before.open().taken())).containsAll(changed);
    }
  }

  @Test
  void eachKindOfEventIsTakenIntoTheBook() {
    Set<Class<?>> kinds =
        Stream.iterate(1L, seed -> seed + 1)
            .limit(8)
            .flatMap(seed -> Stream.of(new RandomHistory(seed), RandomHistory.withArrays(seed)))
            .flatMap(history -> Stream.generate(history::next).limit(STEPS))
            .flatMap(next -> next.stream())
            .<Class<?>>map(recorded -> recorded.event().getClass())
            .collect(Collectors.toSet());

    assertThat(kinds).containsExactlyInAnyOrderElementsOf(kinds(BookEvent.class));
  }

  private static Set<Class<?>> kinds(Class<?> family) {
    return family.isInterface()
        ? Stream.of(family.getPermittedSubclasses())
            .flatMap(each -> kinds(each).stream())
            .collect(Collectors.toSet())
        : Set.of(family);
  }
}
