package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Span;
import io.metasched.service.plan.SmallBook;
import io.metasched.service.run.Silence;
import io.metasched.service.site.TakenSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Rows of a snapshot for each kind of item in the state. */
final class SnapshotRowTest {
  private static final JobSpec SPEC = SmallBook.spec("{'work':{'duration':'PT1M'}}");
  private final SmallBook book = new SmallBook();

  private static Map<String, Integer> kinds(BookState state) {
    var kinds = new TreeMap<String, Integer>();
    SnapshotRow.rows(state).forEach(row -> kinds.merge(SnapshotRows.kind(row), 1, Integer::sum));
    return kinds;
  }

  private static <T extends SnapshotRow> List<T> rows(BookState state, Class<T> type) {
    return SnapshotRow.rows(state).stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Test
  void aNewBookHasItsHeadItsAccountsAndTheirLines() {
    assertThat(kinds(book.state()))
        .isEqualTo(Map.of("Head", 1, "AccountRow", 2, "LedgerRow", 2, "MarketRow", 1));
    assertThat(rows(book.state(), SnapshotRow.Head.class))
        .containsExactly(new SnapshotRow.Head(3, SmallBook.NOW, 0, 0));
  }

  @Test
  void eachThingHasAPieceAndAKeyOfAJobIsThatOfTheJob() {
    book.write(new BookEvent.JobSubmitted("j", 0, "u", SPEC, Optional.of("/v1/jobs\nk"), "digest"));
    book.write(new BookEvent.Deposited("a", 1, Optional.of("d"), "digest"));
    book.write(new BookEvent.CycleBegun(0, 0, 0));
    var none = Optional.<String>empty();
    var never = Optional.<Instant>empty();
    var token = new TokenRecord("t", "sha", "u", Role.USER, List.of("a"), List.of(), never, none);
    book.write(new BookEvent.TokenIssued(token));
    book.write(
        new BookEvent.ClaimMade(
            "r-0",
            0,
            ClaimRecord.Kind.RESERVATION,
            "u",
            "a",
            "n",
            book.window("d-2", 5, 1),
            List.of("d-2"),
            Optional.empty(),
            0,
            none,
            "digest"));
    book.write(new BookEvent.NodeDrained("d-0", DrainMode.NOW, "repair"));
    book.write(new BookEvent.PolicySet(NodePolicy.simple("d-1", 7)));
    book.write(new BookEvent.PolicySet(NodePolicy.simple("d-1", 8)));
    var silence = new Silence(Silence.Cause.CLOCK_OFF, SmallBook.NOW);
    book.write(BookEvent.SalesStopped.of(new TreeMap<>(Map.of("d-2", silence))));
    var local =
        new SiteSpan(new Span(5, SiteSpan.NO_END), TakenSpan.Reason.LOCAL_JOB, "job 7 of bob");
    book.write(new BookEvent.SiteTimeChanged(new TreeMap<>(Map.of("d-1", List.of(local)))));
    book.write(new BookEvent.RulesSet(book.settings.written(book.fleet, Duration.ZERO)));
    book.write(
        new BookEvent.WebhookMade(
            new WebhookRecord(
                "w", "a", "u", "s", List.of(Transition.ENDED), Optional.empty(), Map.of(), 1)));
    var label = new BookEvent.JobLabelled("j", Map.of("k", "v"));
    var state =
        book.state()
            .after(new Recorded(book.state().seq() + 1, SmallBook.NOW, "bob", "request", label));

    assertThat(kinds(state))
        .isEqualTo(
            new TreeMap<>(
                Map.ofEntries(
                    Map.entry("Head", 1),
                    Map.entry("AccountRow", 2),
                    Map.entry("JobRow", 1),
                    Map.entry("LedgerRow", 5),
                    Map.entry("TokenRow", 1),
                    Map.entry("ClaimRow", 1),
                    Map.entry("KeyRow", 1),
                    Map.entry("CycleRow", 1),
                    Map.entry("DrainRow", 1),
                    Map.entry("PolicyRow", 1),
                    Map.entry("PolicyChangeRow", 2),
                    Map.entry("SiteRow", 1),
                    Map.entry("MarketRow", 1),
                    Map.entry("WrittenRow", 1),
                    Map.entry("RulesRow", 1),
                    Map.entry("WebhookRow", 1))));
    assertThat(rows(state, SnapshotRow.KeyRow.class))
        .containsExactly(
            new SnapshotRow.KeyRow(
                "a\nd", new BookState.KeyRecord("digest", "a", Optional.of(SmallBook.NOW))));
    assertThat(rows(state, SnapshotRow.MarketRow.class))
        .containsExactly(
            new SnapshotRow.MarketRow(
                List.of("d-2"), Optional.of(new TreeMap<>(Map.of("d-2", silence))), 1));
    var written = rows(state, SnapshotRow.WrittenRow.class).get(0);
    assertThat(written.day()).isEqualTo(SmallBook.NOW.getEpochSecond() / 86_400);
    assertThat(written.bytes()).containsOnlyKeys("account a", "principal bob");
    var restored = new SnapshotState();
    SnapshotRow.rows(state).forEach(restored::add);
    assertThat(restored.whole().made("u", "a", "/v1/jobs\nk"))
        .hasValueSatisfying(made -> assertThat(made.made()).isEqualTo("j"));
  }

  @Test
  void aKeyThatAnotherJobHasNowIsAPieceOfItsOwn() {
    book.write(new BookEvent.JobSubmitted("j", 0, "u", SPEC, Optional.of("k"), "digest"));
    var state = book.state().withKeyRow("a\nother", new BookState.KeyRecord("digest", "j"));
    var changed = book.state().withKeyRow("a\nk", new BookState.KeyRecord("changed", "j"));

    assertThat(rows(book.state(), SnapshotRow.KeyRow.class)).isEmpty();
    assertThat(rows(state, SnapshotRow.KeyRow.class)).hasSize(1);
    assertThat(rows(changed, SnapshotRow.KeyRow.class)).hasSize(1);
  }

  @Test
  void theNextJobHasANumberAfterAllThatThereAre() {
    book.submit("j", SPEC);
    book.submit("k", SPEC);
    var restored = new SnapshotState();
    rows(book.state(), SnapshotRow.JobRow.class).forEach(restored::add);
    var state = BookState.EMPTY;
    for (var row : rows(book.state(), SnapshotRow.JobRow.class)) {
      state = row.into(state);
    }

    assertThat(restored.whole().nextNumber()).isEqualTo(2);
    assertThat(state.nextNumber()).isEqualTo(2);
  }

  @Test
  void aSilenceOfAnEarlierVersionIsSinceTheBeginOfTheBook() {
    var row = new SnapshotRow.MarketRow(List.of("d-0"), Optional.empty(), 3);
    var market = row.into(BookState.EMPTY.withOrigin(Instant.EPOCH.plusSeconds(9))).market();

    assertThat(market.silent())
        .isEqualTo(
            Map.of("d-0", new Silence(Silence.Cause.NO_AGENT, Instant.EPOCH.plusSeconds(9))));
    assertThat(market.nextClaim()).isEqualTo(3);
  }
}
