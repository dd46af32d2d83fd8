package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.CycleRecord;
import io.metasched.service.book.SnapshotRow;
import io.metasched.service.store.BookKeeper;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data about the last cycles, including cycles before the start of a service. */
final class SeenCyclesTest {
  @TempDir private Path folder;

  private BookKeeper open(int snapshotEvery) {
    var url = "jdbc:h2:file:%s;WRITE_DELAY=0".formatted(folder.resolve("book"));
    var settings = new BookKeeper.Settings(url, "", "", snapshotEvery, Duration.ofDays(90));
    return BookKeeper.open(settings, Clock.systemUTC(), (commands, nanos) -> {});
  }

  private static void write(BookKeeper keeper, BookEvent event) {
    keeper.decide("t", "", state -> BookDecision.of(event, 0)).toCompletableFuture().join();
  }

  /** Writes a cycle followed by a deposit, so that the states of cycles differ. */
  private static void cycle(BookKeeper keeper, int number) {
    write(keeper, new BookEvent.CycleBegun(number, number, keeper.state().seq()));
    write(keeper, new BookEvent.CycleEnded(number, new CycleRecord.Done(number, 0, 0, 0, 0, 1)));
    write(keeper, new BookEvent.Deposited("a", 1 + number, Optional.empty(), ""));
  }

  private static void found(BookKeeper keeper) {
    write(keeper, new BookEvent.Founded(Instant.EPOCH));
    write(keeper, new BookEvent.AccountOpened("a", 0));
  }

  private static List<Integer> numbers(List<SeenCycles.Seen> cycles) {
    return cycles.stream().map(SeenCycles.Seen::cycle).toList();
  }

  private static List<List<SnapshotRow>> states(List<SeenCycles.Seen> cycles) {
    return cycles.stream().map(SeenCycles.Seen::state).map(SnapshotRow::rows).toList();
  }

  @Test
  void afterAStartItIsWhatWasKnownBefore() {
    List<SeenCycles.Seen> before;
    try (var keeper = open(1_000_000)) {
      var seen = new SeenCycles(keeper);
      assertThat(seen.last()).isEmpty();
      found(keeper);
      IntStream.range(0, 30).forEach(number -> cycle(keeper, number));
      before = seen.last();
    }

    try (var keeper = open(1_000_000)) {
      var after = new SeenCycles(keeper).last();

      assertThat(numbers(after))
          .isEqualTo(IntStream.range(0, SeenCycles.MOST).mapToObj(i -> 29 - i).toList());
      assertThat(states(after)).isEqualTo(states(before));
    }
  }

  @Test
  void withSnapshotsInBetweenAndCyclesSinceTheStartItHasBoth() {
    try (var keeper = open(7)) {
      found(keeper);
      IntStream.range(0, 12).forEach(number -> cycle(keeper, number));
    }

    try (var keeper = open(7)) {
      var seen = new SeenCycles(keeper);
      IntStream.range(12, 17).forEach(number -> cycle(keeper, number));

      var all = seen.last();

      assertThat(numbers(all)).isEqualTo(IntStream.range(0, 17).mapToObj(i -> 16 - i).toList());
      for (var each : all) {
        BookState state = each.state();
        assertThat(state.cycles().get(each.cycle()).orElseThrow().done()).isPresent();
        assertThat(state.cycles().get(each.cycle() + 1)).isEmpty();
      }
      cycle(keeper, 17);
      assertThat(numbers(seen.last())).startsWith(17, 16).doesNotHaveDuplicates();
    }
  }
}
