package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.plan.SmallBook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Retention and removal of finished items in the state. */
final class BookForgettingTest {
  private final SmallBook book = new SmallBook();

  @Test
  void theLastHundredChangesOfAPolicyAreKeptAndTheOneThatHolds() {
    for (int price = 0; price < 101; price++) {
      book.write(new BookEvent.PolicySet(NodePolicy.simple("d-0", price)));
    }
    book.write(new BookEvent.PolicySet(NodePolicy.simple("d-1", 7)));

    var changes = book.state().market().changesOf("d-0");
    assertThat(changes).hasSize(100);
    assertThat(changes.get(0).policy().priceMilli()).isEqualTo(1);
    assertThat(changes).noneMatch(PolicyChange::isFirst);
    assertThat(book.state().market().changesOf("d-1")).allMatch(PolicyChange::isFirst).hasSize(1);
    assertThat(book.state().market().changesOf("d")).isEmpty();

    book.write(new BookEvent.Forgotten(SmallBook.NOW));
    assertThat(book.state().market().changesOf("d-0")).hasSize(100);
    book.write(new BookEvent.Forgotten(SmallBook.NOW.plusMillis(1)));
    assertThat(book.state().market().changesOf("d-0"))
        .extracting(change -> change.policy().priceMilli())
        .containsExactly(100L);
    assertThat(book.state().market().changesOf("d-1")).hasSize(1);
  }

  @Test
  void finishedItemsAreDeletedAndLedgersAreCarriedForward() {
    var spec = SmallBook.spec("{'work':{'duration':'PT1M'}}");
    book.submit("j", spec);
    var key = Optional.of("/v1/jobs\nk");
    book.write(new BookEvent.JobSubmitted("l", 1, "u", spec, key, "digest"));
    book.write(new BookEvent.JobEnded("l", JobState.WITHDRAWN, "cancelled", "", List.of()));
    for (int cycle = 0; cycle < 3; cycle++) {
      book.write(new BookEvent.CycleBegun(cycle, 0, 0));
    }
    var window = book.window("d-0", 10, 1);
    book.write(new BookEvent.JobBooked("j", 0, 0, window, List.of("d-0"), true));
    var later = SmallBook.NOW.plusMillis(1);
    assertThat(book.state().hasOver(SmallBook.NOW)).isFalse();
    assertThat(book.state().hasOver(later)).isTrue();
    assertThat(book.state().made("u", "a", "/v1/jobs\nk")).isPresent();

    book.write(new BookEvent.Forgotten(later));

    assertThat(book.state().job("l")).isEmpty();
    assertThat(book.state().made("u", "a", "/v1/jobs\nk")).isEmpty();
    assertThat(book.state().hasOver(later)).isFalse();
    assertThat(book.state().cycles().entries())
        .extracting(SortedTree.Entry::key)
        .containsExactly(2);
    var lines = new ArrayList<String>();
    for (var entry : book.state().ledger().values()) {
      lines.add(
          "%s %s %d %d"
              .formatted(
                  entry.key().account(), entry.kind().label(), entry.milli(), entry.heldMilli()));
    }
    assertThat(lines).containsExactly("a carried-forward 12000 1", "bank carried-forward -12000 0");
  }

  @Test
  void aCycleAloneIsOverOnceAnotherOneHasBegun() {
    var later = SmallBook.NOW.plus(Duration.ofDays(1));
    book.write(new BookEvent.CycleBegun(0, 0, 0));
    assertThat(book.state().hasOver(later)).isFalse();

    book.write(new BookEvent.CycleBegun(1, 0, 0));

    assertThat(book.state().hasOver(later)).isTrue();
    assertThat(book.state().hasOver(SmallBook.NOW)).isFalse();
  }

  @Test
  void keysOfPaymentsAreForgottenWithTheirEntries() {
    var key = Optional.of("/v1/accounts/a/deposits\nk");
    book.write(new BookEvent.Deposited("a", 1, key, "digest"));
    book.write(new BookEvent.Forgotten(SmallBook.NOW));
    assertThat(book.state().made("t", "a", key.get())).isPresent();
    var row = new SnapshotRow.KeyRow("k", book.state().made("t", "a", key.get()).orElseThrow());
    assertThat(BookJson.read(BookJson.write(row), SnapshotRow.KeyRow.class)).isEqualTo(row);
    var earlier = "{\"key\":\"k\",\"made\":{\"digest\":\"digest\",\"made\":\"a\"}}";
    assertThat(BookJson.read(earlier, SnapshotRow.KeyRow.class))
        .isEqualTo(new SnapshotRow.KeyRow("k", new BookState.KeyRecord("digest", "a")));

    book.write(new BookEvent.Forgotten(SmallBook.NOW.plusMillis(1)));

    assertThat(book.state().made("t", "a", key.get())).isEmpty();
  }

  @Test
  void keysOfClaimsAreForgottenWithThem() {
    for (int number = 0; number < 2; number++) {
      book.write(
          new BookEvent.ClaimMade(
              "r-" + number,
              number,
              ClaimRecord.Kind.RESERVATION,
              "u",
              "a",
              "n",
              book.window("d-" + number, 5, 1),
              List.of("d-" + number),
              Optional.empty(),
              0,
              Optional.of("/v1/reservations\nk" + number),
              "digest"));
    }
    book.write(new BookEvent.ClaimEnded("r-0", ClaimRecord.State.RELEASED, List.of()));

    book.write(new BookEvent.Forgotten(SmallBook.NOW.plusMillis(1)));

    assertThat(book.state().market().claims().get("r-0")).isEmpty();
    assertThat(book.state().market().openClaims())
        .extracting(ClaimRecord::id)
        .containsExactly("r-1");
    assertThat(book.state().made("u", "a", "/v1/reservations\nk0")).isEmpty();
    assertThat(book.state().made("u", "a", "/v1/reservations\nk1")).isPresent();
  }
}
