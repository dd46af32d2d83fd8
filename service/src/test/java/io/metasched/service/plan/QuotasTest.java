package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.Tally;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Quotas for the data kept in the state, for an account and in total. */
final class QuotasTest {
  private static final long MANY = 1L << 40;

  private final SmallBook book = new SmallBook();
  private final JobSpec plain = SmallBook.spec("{'work':{'duration':'PT1M'}}");

  QuotasTest() {
    book.write(new BookEvent.AccountOpened("b", 1));
  }

  /** Returns a job with an input of {@code bytes} bytes. */
  private static JobSpec withInput(String account, int bytes) {
    return SmallBook.spec(
        "{'account':'%s','work':{'duration':'PT1M'}}".formatted(account),
        "{'command':['x'],'input':[{'path':'a','text':'%s'}]}".formatted("x".repeat(bytes)));
  }

  private Optional<String> refused(Quotas quotas, JobSpec spec) {
    return quotas
        .refusal(book.state(), spec, 1)
        .map(
            result -> {
              assertThat(result.outcome()).isEqualTo(Outcome.OVER_QUOTA);
              return result.why().code() + ": " + result.why().text();
            });
  }

  @Test
  void jobsThatAreNotOverAreCounted() {
    var quotas = new Quotas(2, MANY, MANY, 10, MANY, MANY);
    book.submit("j1", plain);
    book.submit("j2", plain);

    assertThat(refused(quotas, plain))
        .hasValue("account-jobs: account a would have 3 jobs that are not over, allowed are 2");
    book.write(new BookEvent.JobEnded("j1", JobState.WITHDRAWN, "cancelled", "", List.of()));
    assertThat(refused(quotas, plain)).isEmpty();
  }

  @Test
  void inputsOfAnAccountAndOfAllAreCounted() {
    var quotas = new Quotas(10, 100, 210, 10, MANY, MANY);
    book.submit("j1", withInput("a", 80));

    assertThat(refused(quotas, plain)).isEmpty();
    assertThat(refused(quotas, withInput("a", 20))).isEmpty();
    assertThat(refused(quotas, withInput("a", 21)))
        .hasValue("account-input: account a would have 101 bytes of input, allowed are 100");
    assertThat(refused(quotas, withInput("b", 86))).isEmpty();
    assertThat(refused(quotas, withInput("b", 87)))
        .hasValue(
            "input: account b would have 87 bytes of input files in the event store, allowed are"
                + " 86, because 43 of 210 are left for all");
    book.write(new BookEvent.JobEnded("j1", JobState.WITHDRAWN, "cancelled", "", List.of()));
    assertThat(refused(quotas, withInput("a", 100))).isEmpty();
    assertThat(book.state().open().tally().inputs().size()).isZero();
  }

  @Test
  void aChangeThatTakesMoreIsRefusedAndOneThatChangesNothingIsNotWrittenDown() {
    long each = Tally.heapBytes(plain);
    var market =
        new MarketCommands(
            book.fleet,
            book.settings,
            new MarketSettings(Duration.ofMinutes(1), Duration.ZERO, Duration.ofMinutes(1), 0, 1),
            new Quotas(9, MANY, MANY, 9, 2 * each, MANY));
    var commands = new JobCommands(book.fleet, book.settings, market);
    book.submit("j", plain);
    var labels = Map.of("a", "x".repeat((int) each));

    var refused = commands.change(book.state(), "j", change(labels), SmallBook.NOW);
    assertThat(refused.answer().outcome()).isEqualTo(Outcome.OVER_QUOTA);
    assertThat(refused.events()).isEmpty();
    var same = commands.change(book.state(), "j", change(Map.of()), SmallBook.NOW);
    assertThat(same.answer().outcome()).isEqualTo(Outcome.DONE);
    assertThat(same.events()).isEmpty();
    assertThat(commands.change(book.state(), "j", change(Map.of("a", "b")), SmallBook.NOW).events())
        .hasSize(1);
  }

  private static JobCommands.Change change(Map<String, String> labels) {
    return new JobCommands.Change(
        Optional.empty(), Optional.of(labels), Optional.empty(), Optional.of(spec -> spec));
  }

  /** Returns the state after an event that a request of bob has caused. */
  private static BookState after(BookState state, Instant at, BookEvent event) {
    return state.after(new Recorded(state.seq() + 1, at, "bob", "request-1", event));
  }

  @Test
  void theBytesThatRequestsWriteInADayAreBounded() {
    var now = SmallBook.NOW;
    var quotas = new Quotas(10, MANY, MANY, 10, MANY, 1000);
    book.submit("j", plain); // without a request
    var label = new BookEvent.JobLabelled("j", Map.of("a", "\u4e2d".repeat(200)));
    var cancel = new BookEvent.JobEnded("j", JobState.WITHDRAWN, "cancelled", "", List.of());
    var policy = new BookEvent.PolicySet(NodePolicy.simple("d-0", 1));

    var once = after(book.state(), now, label); // 600 bytes of text in UTF-8

    assertThat(once.open().tally().written().on(now, "principal bob")).isBetween(850L, 900L);
    assertThat(quotas.refusal(once, "bob", List.of(label), now)).isEmpty();
    var twice = after(once, now, label);
    long bytes = twice.open().tally().written().on(now, "account a");
    var text =
        "%s has written %,d bytes to the event store today, allowed are 1,000; more from %s"
            + " on";
    assertThat(quotas.refusal(twice, "eve", List.of(label), now).orElseThrow().why().text())
        .isEqualTo(text.formatted("account a", bytes, "2026-01-08T00:00:00Z"));
    assertThat(quotas.refusal(twice, "bob", List.of(policy), now).orElseThrow().why().text())
        .startsWith("principal bob has written");
    assertThat(quotas.refusal(twice, "eve", List.of(policy), now)).isEmpty();
    assertThat(quotas.refusal(twice, "bob", List.of(cancel), now)).isEmpty();
    assertThat(quotas.refusal(twice, "bob", List.of(), now)).isEmpty();
    var tomorrow = Instant.parse("2026-01-08T00:00:00Z");
    assertThat(quotas.refusal(twice, "bob", List.of(label), tomorrow)).isEmpty();
    // a clock that is set back starts no new day
    var next = after(twice, tomorrow, label);
    assertThat(next.open().tally().written().on(now, "account a")).isEqualTo(bytes / 2);
  }

  @Test
  void jobsThatAreTakenBackAreCountedForTheOwnerAndNotForTheirAccounts() {
    var now = SmallBook.NOW;
    book.submit("j", plain);
    book.book("j", "d-0", 5, 10);
    var state = book.state();
    var requeued = NodeCommands.drain(state, "d-0", DrainMode.GIVE_BACK, "x").events().get(1);

    var written = after(state, now, requeued).open().tally().written();

    assertThat(requeued).isInstanceOf(BookEvent.JobRequeued.class);
    assertThat(written.on(now, "principal bob")).isPositive();
    assertThat(written.on(now, "account a")).isZero();
  }

  @Test
  void aPolicyThatIsSetAlreadyIsNotWrittenAgain() {
    var policy = NodePolicy.simple("d-0", 7);
    assertThat(NodeCommands.sell(book.state(), policy).events()).hasSize(1);
    book.write(new BookEvent.PolicySet(policy));

    assertThat(NodeCommands.sell(book.state(), policy).events()).isEmpty();
    assertThat(NodeCommands.sell(book.state(), NodePolicy.simple("d-0", 8)).events()).hasSize(1);
  }

  @Test
  void ownersAreCountedByTheirNames() {
    assertThat(Tally.payer("", "bob")).isEqualTo("owner bob");
    assertThat(
            new Quotas(1, 1, 1, 0, MANY, MANY)
                .refusal(book.state(), "owner bob")
                .orElseThrow()
                .why())
        .extracting(why -> why.text())
        .isEqualTo("owner bob would have 1 reservations and firm offers, allowed are 0");
  }

  @Test
  void transfersBetweenAccountsAreCountedUntilTheyAreForgotten() {
    var quotas = new Quotas(9, MANY, MANY, 9, 20 * Tally.TRANSFER_BYTES, MANY);
    int made = 0;
    var decided = transfer(quotas, made);
    while (!decided.events().isEmpty()) {
      decided.events().forEach(book::write);
      decided = transfer(quotas, ++made);
    }

    assertThat(decided.answer().outcome()).isEqualTo(Outcome.OVER_QUOTA);
    assertThat(decided.answer().why().text()).startsWith("account a would have");
    assertThat(made).isBetween(13, 17);
    book.write(new BookEvent.Forgotten(SmallBook.NOW.plusMillis(1)));
    assertThat(transfer(quotas, made).events()).hasSize(1);
  }

  private BookDecision<Result> transfer(Quotas quotas, int number) {
    var key = Optional.of("/v1/accounts/a/transfers\n" + number);
    return AccountCommands.transfer(book.state(), quotas, "a", "b", 1, "u", key, "");
  }

  @Test
  void anAccountLeavesSomeOfTheHeapForOthers() {
    long each = Tally.heapBytes(plain);
    var quotas = new Quotas(1000, MANY, MANY, 10, 90 * each, MANY);
    int taken = 0;
    while (refused(quotas, plain).isEmpty()) {
      book.submit("a" + taken++, plain);
    }

    assertThat(taken).isEqualTo(60); // twice the 30 that are left
    assertThat(refused(quotas, plain).orElseThrow())
        .startsWith("book-full: account a would have")
        .endsWith("are left for all");
    assertThat(refused(quotas, SmallBook.spec("{'account':'b','work':{'duration':'PT1M'}}")))
        .isEmpty();
    book.write(new BookEvent.JobEnded("a0", JobState.WITHDRAWN, "cancelled", "", List.of()));
    assertThat(refused(quotas, plain)).isPresent(); // the job is kept
  }

  @Test
  void aFullBookAllowsChangesThatTakeNoMoreAndNoReservations() {
    var full = new Quotas(10, MANY, MANY, 10, 1, MANY);
    book.submit("j", plain);
    var name = "{'name':'%s','work':{'duration':'PT1M'}}";
    var before = SmallBook.spec(name.formatted("one"));

    assertThat(growth(full, before, SmallBook.spec(name.formatted("two")))).isEmpty();
    assertThat(growth(full, before, SmallBook.spec(name.formatted("three"))))
        .map(result -> result.why().code())
        .contains("book-full");
    assertThat(full.refusal(book.state(), "a"))
        .map(result -> result.why().code())
        .contains("book-full");
  }

  @Test
  void theBytesOfADayAreAllowedUpToTheRequestThatReachesThem() {
    var now = SmallBook.NOW;
    var label = new BookEvent.JobLabelled("j", Map.of("a", "b"));
    book.submit("j", plain);
    var once = after(book.state(), now, label);
    long bytes = once.open().tally().written().on(now, "principal bob");

    assertThat(
            new Quotas(10, MANY, MANY, 10, MANY, bytes).refusal(once, "bob", List.of(label), now))
        .isPresent();
    assertThat(
            new Quotas(10, MANY, MANY, 10, MANY, bytes + 1)
                .refusal(once, "bob", List.of(label), now))
        .isEmpty();
  }

  @Test
  void dependenciesTakeMemory() {
    var after = ",{'job':'01kq8m5t5p000007','outcome':'any'}".repeat(1000).substring(1);
    var many = SmallBook.spec("{'work':{'duration':'PT1M'},'after':[%s]}".formatted(after));

    assertThat(Tally.heapBytes(many)).isGreaterThan(Tally.heapBytes(plain) + 100_000);
  }

  private Optional<Result> growth(Quotas quotas, JobSpec before, JobSpec after) {
    long more = Tally.heapBytes(after) - Tally.heapBytes(before);
    return quotas.growth(book.state(), before.account(), more);
  }
}
