package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.AccountRecord;
import io.metasched.service.book.ArrayIndices;
import io.metasched.service.book.ArrayShape;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Money;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.plan.JobCommands.Change;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Decisions on commands about jobs and money, in a state in which account a has a balance of
 * 12.000.
 */
final class JobCommandsTest {
  private static final Instant NOW = SmallBook.NOW;
  private static final JobSpec ALL = SmallBook.spec("{'work':{'duration':'PT20M'}}");
  private static final JobSpec MORE = SmallBook.spec("{'work':{'duration':'PT1201S'}}");
  private final SmallBook book = new SmallBook();
  private final JobCommands commands = commands(Quotas.NONE);

  private JobCommands commands(Quotas quotas) {
    var minute = Duration.ofMinutes(1);
    var market = new MarketSettings(minute, minute, minute, 0, 1);
    return new JobCommands(
        book.fleet, book.settings, new MarketCommands(book.fleet, book.settings, market, quotas));
  }

  private BookDecision<Result> submit(JobSpec spec, Optional<String> key, String digest) {
    return commands.submit(book.state(), spec, "u", key, digest, NOW);
  }

  private static void assertIs(BookDecision<Result> decision, Outcome outcome, String id) {
    assertThat(decision.answer().outcome()).isEqualTo(outcome);
    assertThat(decision.answer().id()).isEqualTo(id);
    assertThat(decision.events()).isEmpty();
  }

  @Test
  void aJobThatNeedsAllOfTheMoneyIsTaken() {
    var decision = submit(ALL, Optional.empty(), "d");

    var id = decision.answer().id();
    assertThat(decision.answer()).isEqualTo(new Result(Outcome.DONE, id));
    assertThat(decision.events())
        .containsExactly(
            new BookEvent.JobSubmitted(
                id, book.state().nextNumber(), "u", ALL, Optional.empty(), "d"));
    assertIs(submit(MORE, Optional.empty(), "d"), Outcome.OVER_BUDGET, "");
  }

  @Test
  void aJobIsJudgedByThePoliciesOfTheDay() {
    for (var node : book.fleet.nodes()) {
      book.write(new BookEvent.PolicySet(NodePolicy.simple(node.name(), 11)));
    }
    assertIs(submit(ALL, Optional.empty(), "d"), Outcome.OVER_BUDGET, "");
    book.write(new BookEvent.PolicySet(NodePolicy.simple("d-1", 10)));

    assertThat(submit(ALL, Optional.empty(), "d").events()).hasSize(1);
  }

  @Test
  void aKeyMakesOneJob() {
    var key = Optional.of("/v1/jobs\nk");
    var decision = submit(ALL, key, "d");
    decision.events().forEach(book::write);
    var id = decision.answer().id();

    assertIs(submit(ALL, key, "d"), Outcome.REPLAYED, id);
    assertIs(submit(ALL, key, "other"), Outcome.KEY_REUSED, id);
    assertIs(commands.replayed(book.state(), ALL, "f", "u", key, "d"), Outcome.REPLAYED, id);
    assertIs(commands.replayed(book.state(), ALL, "f", "u", key, "other"), Outcome.KEY_REUSED, id);
    var gone = commands.replayed(book.state(), ALL, "f", "u", Optional.empty(), "d");
    assertIs(gone, Outcome.OFFER_GONE, "f");
    assertThat(gone.answer().why().text()).isEqualTo("the offer f is gone");
  }

  @Test
  void ofAnOwnersAccountOrNoneNoJobIsTaken() {
    book.write(new BookEvent.AccountOpened("b", -1));
    for (var account : List.of("b", "c")) {
      var spec =
          ALL.with()
              .name("")
              .account(account)
              .labels(Map.of())
              .nodes(1)
              .notBefore(Optional.empty())
              .deadline(Optional.empty())
              .build();

      assertIs(submit(spec, Optional.empty(), "d"), Outcome.NO_ACCOUNT, account);
      assertIs(
          AccountCommands.deposit(book.state(), account, 1, "u", Optional.empty(), "d"),
          Outcome.NO_ACCOUNT,
          account);
    }
  }

  @Test
  void aJobOverTheQuotaIsRefused() {
    book.submit("j", ALL);
    var one = commands(new Quotas(1, 0, 0, 1, Long.MAX_VALUE, Long.MAX_VALUE));

    var decision = one.submit(book.state(), ALL, "u", Optional.empty(), "d", NOW);

    assertIs(decision, Outcome.OVER_QUOTA, "");
    assertThat(one.market().quotas().accountJobs()).isEqualTo(1);
  }

  @Test
  void aJobThatHasNotStartedIsCancelledAtOnceAndAnotherByItsMachines() {
    var withdrawn =
        new BookEvent.JobEnded("j", JobState.WITHDRAWN, "cancelled", "it was cancelled", List.of());
    assertIs(JobCommands.cancel(book.state(), "j"), Outcome.NO_JOB, "j");
    book.submit("j", ALL);
    assertThat(JobCommands.cancel(book.state(), "j"))
        .isEqualTo(BookDecision.of(withdrawn, new Result(Outcome.DONE, "j")));
    book.book("j", "d-0", 0, 1);
    assertThat(JobCommands.cancel(book.state(), "j").events()).containsExactly(withdrawn);
    assertThat(JobCommands.running(book.state().job("j"), "j").outcome())
        .isEqualTo(Outcome.NOT_RUNNING);

    book.write(new BookEvent.JobStarting("j", 1));
    var asked = JobCommands.cancel(book.state(), "j");
    assertThat(asked.events()).containsExactly(new BookEvent.CancelAsked("j"));
    book.write(new BookEvent.PartStarted("j", 1, 0, NOW));
    assertThat(JobCommands.running(book.state().job("j"), "j"))
        .isEqualTo(new Result(Outcome.DONE, "j"));
    assertThat(JobCommands.cancel(book.state(), "j").events())
        .containsExactly(new BookEvent.CancelAsked("j"));
    book.write(asked.events().get(0));
    assertIs(JobCommands.cancel(book.state(), "j"), Outcome.REPLAYED, "j");
    book.write(new BookEvent.JobEnded("j", JobState.WITHDRAWN, "c", "t", List.of()));
    assertIs(JobCommands.cancel(book.state(), "j"), Outcome.IS_OVER, "j");
    assertThat(JobCommands.running(Optional.empty(), "x"))
        .isEqualTo(new Result(Outcome.NO_JOB, "x"));
  }

  private void array(String id, String label, int elements) {
    var spec = "{'work':{'duration':'PT1M'},'labels':{'a':'%s'}}".formatted(label);
    var shape = new ArrayShape(ArrayIndices.parse("1-" + elements), Optional.empty());
    var number = book.state().nextNumber();
    book.write(
        new BookEvent.ArraySubmitted(
            id, number, "u", SmallBook.spec(spec), shape, Optional.empty(), ""));
  }

  private BookDecision<Result> prioritized(String array) {
    var change = new Change(Optional.empty(), Optional.empty(), Optional.of(1), Optional.empty());
    return commands.changeArray(book.state(), array, change, NOW);
  }

  @Test
  void anArrayIsChangedAsAWholeWithinABound() {
    array("small", "x", 10_000);
    array("large", "x".repeat(2000), 10_000);
    book.write(new BookEvent.JobEnded("small_7", JobState.WITHDRAWN, "cancelled", "", List.of()));

    assertThat(prioritized("small").events()).hasSize(9999);
    assertThat(prioritized("small").answer().outcome()).isEqualTo(Outcome.DONE);
    var refused = prioritized("large");
    assertThat(refused.events().size()).isZero();
    assertThat(refused.answer().outcome()).isEqualTo(Outcome.OVER_QUOTA);
    assertThat(refused.answer().why().text()).startsWith("a change of 10,000 jobs with ");
    assertThat(prioritized("none").answer().outcome()).isEqualTo(Outcome.NO_ARRAY);
  }

  private BookDecision<Result> change(
      Optional<Long> version,
      Optional<Map<String, String>> labels,
      Optional<UnaryOperator<JobSpec>> limits) {
    return commands.change(
        book.state(), "j", new Change(version, labels, Optional.empty(), limits), NOW);
  }

  @Test
  void aJobThatWaitsIsChangedWhereThatChangesAnything() {
    book.submit("j", ALL);
    var labels = Map.of("l", "v");
    long version = book.state().job("j").orElseThrow().version();

    assertThat(change(Optional.of(version), Optional.of(labels), Optional.empty()).events())
        .containsExactly(new BookEvent.JobLabelled("j", labels));
    assertThat(change(Optional.empty(), Optional.empty(), Optional.of(spec -> spec)).events())
        .isEmpty();
    UnaryOperator<JobSpec> other = spec -> SmallBook.spec("{'work':{'duration':'PT19M'}}");
    assertThat(change(Optional.empty(), Optional.of(labels), Optional.of(other)).events())
        .containsExactly(
            new BookEvent.JobLabelled("j", labels),
            new BookEvent.JobChanged(
                "j", book.state().job("j").orElseThrow().number(), other.apply(ALL)));
    assertIs(
        change(Optional.empty(), Optional.of(labels), Optional.of(spec -> MORE)),
        Outcome.OVER_BUDGET,
        "");
    assertIs(
        change(Optional.of(version + 1), Optional.of(labels), Optional.empty()),
        Outcome.OTHER_VERSION,
        "j");
  }

  @Test
  void aJobThatDoesNotWaitIsNotChanged() {
    assertIs(change(Optional.empty(), Optional.empty(), Optional.empty()), Outcome.NO_JOB, "j");
    book.submit("j", ALL);
    book.book("j", "d-0", 0, 1);
    assertIs(
        change(Optional.empty(), Optional.empty(), Optional.empty()), Outcome.NOT_WAITING, "j");
    book.write(new BookEvent.JobEnded("j", JobState.WITHDRAWN, "c", "t", List.of()));
    assertIs(change(Optional.empty(), Optional.empty(), Optional.empty()), Outcome.IS_OVER, "j");
  }

  private BookDecision<Result> deposit(long milli, Optional<String> key, String digest) {
    return AccountCommands.deposit(book.state(), "a", milli, "t", key, digest);
  }

  @Test
  void moneyIsPaidInOnceForAKeyUpToWhatCanBeCounted() {
    var key = Optional.of("/v1/deposits\nk");
    var decision = deposit(5, key, "d");
    assertThat(decision)
        .isEqualTo(
            BookDecision.of(
                new BookEvent.Deposited("a", 5, key, "d"), new Result(Outcome.DONE, "a")));
    decision.events().forEach(book::write);

    assertIs(deposit(5, key, "d"), Outcome.REPLAYED, "a");
    assertIs(deposit(5, key, "other"), Outcome.KEY_REUSED, "a");
    assertThat(book.state().account(AccountRecord.BANK).orElseThrow().balanceMilli())
        .isEqualTo(-12_005);
    long left = Money.MOST_MILLI - 12_005;
    assertThat(deposit(left, Optional.empty(), "d").events()).hasSize(1);
    assertIs(deposit(left + 1, Optional.empty(), "d"), Outcome.TOO_MUCH_MONEY, "a");
  }
}
