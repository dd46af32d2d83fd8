package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookEvent.Among;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Selection of the booked jobs that a pass of moves examines. */
final class MoveTurnsTest {
  private final SmallBook book = new SmallBook();
  private final MoveTurns turns = new MoveTurns(2);

  /** Books jobs that start after the given minutes. */
  private void book(int... minutes) {
    for (int minute : minutes) {
      var id = "j" + minute;
      book.submit(id, SmallBook.spec("{'work':{'duration':'PT1M'}}"));
      var window = book.window("d-0", minute, 1);
      book.write(new BookEvent.JobBooked(id, 0, 0, window, List.of("d-0"), true));
    }
  }

  private void free() {
    turns.freed(book.state().seq());
  }

  /** Returns the jobs that the next pass examines, by their starts in minutes. */
  private String next(int from) {
    return turns.next(book.state(), minutes(from)).map(this::minutes).orElse("nothing");
  }

  private static long minutes(int count) {
    return Duration.ofMinutes(count).toMillis();
  }

  private String minutes(Among among) {
    var looked = new ArrayList<String>();
    for (var each : book.state().open().movable().from(among.from(), true)) {
      if (among.before().filter(end -> each.key().compareTo(end) >= 0).isEmpty()) {
        looked.add(String.valueOf(Duration.ofMillis(each.key().start()).toMinutes()));
      }
    }
    return String.join(" ", looked);
  }

  @Test
  void fewJobsAreLookedAtTogetherOnceForAllThatCameFree() {
    book(7, 5);
    assertThat(next(0)).isEqualTo("nothing");
    free();
    assertThat(next(0)).isEqualTo("5 7");
    assertThat(next(0)).isEqualTo("nothing");
    free();
    assertThat(next(6)).isEqualTo("nothing"); // freed by an event that was already known
    book(9);
    free();
    assertThat(next(6)).isEqualTo("7 9");
  }

  @Test
  void ofManyTheSoonestAndTheOthersTakeTurns() {
    book(1, 2, 3, 4, 5, 6, 7);
    free();
    assertThat(next(0)).isEqualTo("1 2");
    assertThat(next(0)).isEqualTo("3 4");
    book(8);
    free();
    assertThat(next(0)).isEqualTo("1 2");
    assertThat(next(0)).isEqualTo("5 6");
    assertThat(next(0)).isEqualTo("7 8");
    assertThat(next(0)).as("a round for what came free during the last").isEqualTo("1 2");
    assertThat(next(4)).isEqualTo("4 5");
    assertThat(next(4)).isEqualTo("6 7");
    assertThat(next(4)).isEqualTo("8");
    assertThat(next(4)).isEqualTo("nothing");
  }

  @Test
  void timeFreedByALaterEventIsNew() {
    book(1);
    turns.freed(book.state().seq() + 1);
    assertThat(next(0)).isEqualTo("1");
    assertThat(next(0)).isEqualTo("1");
    book.write(new BookEvent.Deposited("a", 1, Optional.empty(), ""));
    assertThat(next(0)).isEqualTo("1");
    assertThat(next(0)).isEqualTo("nothing");
  }

  @Test
  void aRoundGoesOnAmongJobsThatStartTogether() {
    for (var node : List.of("d-0", "d-1", "d-2")) {
      book.submit(node, SmallBook.spec("{'work':{'duration':'PT1M'}}"));
      var window = book.window(node, 4, 1);
      book.write(new BookEvent.JobBooked(node, 0, 0, window, List.of(node), true));
    }
    free();

    assertThat(next(4)).isEqualTo("4 4");
    assertThat(next(4)).isEqualTo("4");
    assertThat(next(4)).isEqualTo("nothing");
  }
}
