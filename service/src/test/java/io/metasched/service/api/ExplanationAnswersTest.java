package io.metasched.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.plan.LiveJobs;
import io.metasched.service.plan.Outlook;
import io.metasched.service.plan.SmallBook;
import io.metasched.service.run.Silence;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Reasons why a job waits or starts no sooner. The time is 13:20; a start is planned at least two
 * seconds ahead.
 */
final class ExplanationAnswersTest {
  private static final Instant BEFORE = Instant.parse("2026-01-07T10:31:00Z");
  private SmallBook book = new SmallBook();

  private ExplanationAnswers answers(JobSpec spec, String own) {
    var outlook =
        Outlook.of(
            book.state(), book.fleet, book.settings, spec, "u", 0, job -> !job.id().equals(own));
    return new ExplanationAnswers(book.state(), book.fleet, spec, outlook);
  }

  private List<String> advice(JobSpec spec) {
    return answers(spec, "").advice(Optional.empty());
  }

  private List<String> sooner(String job, String node, long from) {
    var spec = SmallBook.spec(job);
    book.submit("own", spec);
    Window window = book.book("own", node, from, 10);
    return answers(spec, "own").sooner(window, false);
  }

  private void take(String id, String node, long minutes) {
    book.submit(id, SmallBook.spec("{'work':{'duration':'PT1M'}}"));
    book.book(id, node, 0, minutes);
  }

  @Test
  void aSilentNodeIsReportedAsTheCause() {
    book.write(
        BookEvent.SalesStopped.of(
            new TreeMap<>(Map.of("d-1", new Silence(Silence.Cause.NO_AGENT, BEFORE)))));

    var one = SmallBook.spec("{'work':{'duration':'PT10M'},'requires':{'node':'d-1'}}");
    var two =
        SmallBook.spec("{'work':{'duration':'PT10M'},'nodes':2,'requires':{'labels':{'gpu':''}}}");
    var cause = "d-1 sells nothing: the agent has been silent since 2026-01-07T10:31:00Z";

    assertThat(advice(one))
        .containsExactly(
            "it asks for 1 node, but 0 of the 1 that meet its requirements sell time", cause);
    assertThat(advice(two))
        .startsWith(
            "it asks for 2 nodes, but 1 of the 2 that meet its requirements sell time", cause);
  }

  @Test
  void aNodeThatIsTakenUpToTheDeadlineIsAdvisedForLater() {
    take("other", "d-1", 60);
    var spec =
        SmallBook.spec(
            "{'work':{'duration':'PT10M'},'requires':{'node':'d-1'},"
                + "'start':{'deadline':'2026-01-07T14:00:00Z'}}");

    assertThat(advice(spec))
        .containsExactly(
            "no node is vacant for it before 2026-01-07T14:00:00.000Z;"
                + " from 2026-01-07T14:20:00.000Z it costs 6.000");
  }

  @Test
  void aJobThatMayStartAfterThePlannedTimeIsReportedAsTooEarly() {
    var spec =
        SmallBook.spec(
            "{'work':{'duration':'PT10M'},'start':{'notBefore':'2026-02-01T00:00:00Z'}}");

    assertThat(advice(spec))
        .containsExactly(
            "its earliest start is not planned yet: cycles plan up to 2026-01-14T13:20:00.000Z");
  }

  @Test
  void anImpossibilityIsTheFirstAdvice() {
    var why = new Reason("budget", "it needs at least 36.000, but the account has 12.000");
    var spec = SmallBook.spec("{'work':{'duration':'PT1H'}}");

    assertThat(answers(spec, "").advice(Optional.of(why))).startsWith(why.text());
  }

  @Test
  void aWindowThatTheAccountCannotPayForIsComparedWithItsMoney() {
    take("first", "d-0", 60);
    take("second", "d-1", 60);
    book.write(new BookEvent.Deposited("a", 2, Optional.empty(), "")); // 0.002 are held
    var spec =
        SmallBook.spec("{'work':{'duration':'PT20M'},'start':{'deadline':'2026-01-07T14:00:00Z'}}");
    var outlook =
        Outlook.of(
            book.state(),
            book.fleet,
            book.settings,
            LiveJobs.payable(book.state(), spec),
            "u",
            0,
            job -> true);

    assertThat(
            new ExplanationAnswers(book.state(), book.fleet, spec, outlook)
                .advice(Optional.empty()))
        .containsExactly(
            "cheapest window of 1 node before 2026-01-07T14:00:00.000Z costs 14.400, but the"
                + " account has 12.000; from 2026-01-07T14:20:00.000Z it costs 12.000");
  }

  @Test
  void aBookedJobStartsNoSoonerAsItMayNot() {
    var job = "{'work':{'duration':'PT10M'},'start':{'notBefore':'2026-01-07T13:50:00Z'}}";

    assertThat(sooner(job, "d-0", 30))
        .containsExactly("it may not start before 2026-01-07T13:50:00.000Z");
  }

  @Test
  void aBookedJobStartsNoSoonerAsItsNodesAreTaken() {
    take("first", "d-0", 30);
    take("second", "d-1", 60);

    assertThat(sooner("{'work':{'duration':'PT10M'},'requires':{'labels':{'gpu':''}}}", "d-0", 30))
        .containsExactly(
            "no node that meets its requirements is vacant for it before"
                + " 2026-01-07T13:50:00.000Z: d-0 from 2026-01-07T13:50:00.000Z on,"
                + " d-1 from 2026-01-07T14:20:00.000Z on");
  }

  @Test
  void nodesThatAreVacantLaterAreNamedAlsoAfterManyThatSellNothing() {
    book =
        new SmallBook(
            IntStream.range(0, 6)
                .mapToObj(i -> new FleetNode("d-" + i, "d", 1, 10, List.of()))
                .toArray(FleetNode[]::new));
    var silent = new Silence(Silence.Cause.NO_AGENT, BEFORE);
    book.write(
        BookEvent.SalesStopped.of(
            new TreeMap<>(Map.of("d-0", silent, "d-1", silent, "d-2", silent, "d-3", silent))));
    take("first", "d-4", 30);
    take("second", "d-5", 60);

    assertThat(sooner("{'work':{'duration':'PT10M'}}", "d-4", 30))
        .startsWith(
            "no node that meets its requirements is vacant for it before"
                + " 2026-01-07T13:50:00.000Z: d-4 from 2026-01-07T13:50:00.000Z on,"
                + " d-5 from 2026-01-07T14:20:00.000Z on");
  }

  @Test
  void aBookedJobStartsNoSoonerAsThatCostsMore() {
    take("first", "d-0", 30);
    take("second", "d-1", 60);

    assertThat(sooner("{'work':{'duration':'PT10M'},'budget':{'total':'7'}}", "d-0", 30))
        .containsExactly(
            "a start at 2026-01-07T13:20:02.000Z would cost 7.200, but your limit is 7.000");
  }

  @Test
  void aBookedJobStartsNoSoonerAsItsUserWantsItCheap() {
    take("first", "d-0", 30);
    take("second", "d-1", 60);

    assertThat(sooner("{'work':{'duration':'PT10M'},'criterion':'cost'}", "d-0", 30))
        .containsExactly(
            "a start at 2026-01-07T13:20:02.000Z would cost 7.200, but the start at"
                + " 2026-01-07T13:50:00.000Z costs 0.001; its criterion is cost");
  }

  @Test
  void aBookedJobThatStartsAtOnceStartsAsSoonAsItCan() {
    assertThat(sooner("{'work':{'duration':'PT10M'}}", "d-0", 0))
        .containsExactly("no start is planned sooner: its machines are to be prepared");
  }
}
