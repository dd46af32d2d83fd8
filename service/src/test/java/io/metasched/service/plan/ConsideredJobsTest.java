package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ExampleJobs;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Recorded;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Selection of the waiting jobs that get a place in a cycle. */
final class ConsideredJobsTest {
  private static final Instant ORIGIN = Instant.parse("2026-01-07T13:20:00Z");
  private static final Duration HORIZON = Duration.ofHours(1);
  private static final int MOST = 2;
  private final Fleet fleet = new Fleet(List.of(new FleetNode("d-0", "d", 1, 10, List.of())));
  private final CycleSettings settings =
      new CycleSettings(
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          HORIZON,
          Duration.ofSeconds(1),
          MOST,
          "backfilling",
          new TreeMap<>(),
          1000);
  private BookState state = BookState.EMPTY;

  ConsideredJobsTest() {
    write(new BookEvent.Founded(ORIGIN));
    write(new BookEvent.AccountOpened("a", 0));
    write(new BookEvent.Deposited("a", 1_000_000, Optional.empty(), ""));
  }

  private void write(BookEvent event) {
    state = state.after(new Recorded(state.seq() + 1, ORIGIN, "t", "", event));
  }

  private void submit(String id, Duration notBefore) {
    var spec = ExampleJobs.named(id).withNotBefore(Optional.of(ORIGIN.plus(notBefore)));
    write(
        new BookEvent.JobSubmitted(id, state.nextNumber(), "u", spec, Optional.empty(), "digest"));
  }

  private List<String> considered(Duration at) {
    return CyclePlaces.next(state, settings, at.toMillis()).jobs().stream()
        .map(JobRecord::id)
        .toList();
  }

  @Test
  void jobsThatMayNotStartInTheHorizonTakeNoPlaces() {
    for (var id : List.of("l1", "l2", "l3")) {
      submit(id, HORIZON.multipliedBy(2));
    }
    for (var id : List.of("n1", "n2", "n3")) {
      submit(id, Duration.ZERO);
    }

    assertThat(considered(Duration.ZERO)).containsExactly("n1", "n2");
    assertThat(considered(HORIZON)).containsExactly("n1", "n2");
    assertThat(considered(HORIZON.plusMillis(1))).containsExactly("l1", "l2");
  }

  @Test
  void laterJobsAreBookedAndTheyGetAReason() {
    for (var id : List.of("l1", "l2", "l3")) {
      submit(id, HORIZON);
    }
    submit("n1", Duration.ZERO);

    plan(0);

    assertThat(state.job("n1").orElseThrow().state()).isEqualTo(JobState.BOOKED);
    assertThat(reasons()).containsExactly("too-early", "too-early", "none"); // some jobs per cycle
    plan(1);
    assertThat(reasons()).containsExactly("too-early", "too-early", "too-early");
    long seq = state.seq();
    plan(2);
    assertThat(state.seq()).isEqualTo(seq + 2); // start and end of the cycle
  }

  private void plan(int cycle) {
    var begun = new BookEvent.CycleBegun(cycle, 0, state.seq());
    write(begun);
    var cycles = new CycleByBook(state, fleet, settings);
    var plan = cycles.plan(cycles.cycle(begun));
    CycleOutcome.of(state, fleet, settings, begun, plan, 0, 0).forEach(this::write);
  }

  private List<String> reasons() {
    return List.of("l1", "l2", "l3").stream()
        .map(id -> state.job(id).orElseThrow().reason().code())
        .toList();
  }
}
