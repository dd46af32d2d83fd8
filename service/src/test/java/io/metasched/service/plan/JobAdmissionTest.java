package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.model.JobRefusal;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Work;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.Grant;
import io.metasched.service.book.GrantRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.WeekTimes;
import io.metasched.service.plan.JobCommands.Outcome;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reasons why a job can never run, each with its code and both numbers. The time is 13:20. */
final class JobAdmissionTest {
  private static final String HOUR = "{'work':{'duration':'PT1H'},'start':{%s}}";
  private final SmallBook book = new SmallBook();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'work':{'duration':'PT1M'},'start':{'at':'2020-01-01T00:00:00Z'}} | IMPOSSIBLE"
            + " | start-passed | its start, 2020-01-01T00:00:00Z, passed 2199 days ago",
        "{'work':{'duration':'PT1M'},'start':{'at':'2026-01-07T13:20:01Z'}} | IMPOSSIBLE"
            + " | start-too-near | a start is planned at least 2 seconds ahead, but its start"
            + " is in 1 second",
        "{'work':{'duration':'PT1H'},'start':{'deadline':'2026-01-07T13:10:00Z'}} | IMPOSSIBLE"
            + " | deadline-passed | its deadline, 2026-01-07T13:10:00Z, passed 10 minutes ago",
        "{'work':{'duration':'PT1H'},'start':{'deadline':'2026-01-07T13:50:00Z'}} | IMPOSSIBLE"
            + " | deadline | 60 minutes do not fit before the deadline in 30 minutes",
        "{'work':{'duration':'PT1H'},'start':{'deadline':'2026-01-07T14:20:00Z'}} | IMPOSSIBLE |"
            + " deadline | 3600 seconds do not fit before the deadline in 3598 seconds, because a"
            + " start is planned 2 seconds ahead",
        "{'work':{'duration':'PT1H'},'start':{'notBefore':'2026-01-07T15:00:00Z',"
            + "'deadline':'2026-01-07T14:00:00Z'}} | CONTRADICTORY | times-reversed"
            + " | its earliest start, 2026-01-07T15:00:00Z, is after its deadline,"
            + " 2026-01-07T14:00:00Z",
        "{'work':{'duration':'PT2H'},'start':{'notBefore':'2026-01-07T15:00:00Z',"
            + "'deadline':'2026-01-07T16:00:00Z'}} | CONTRADICTORY | span-too-short"
            + " | 2 hours do not fit between its earliest start and its deadline, 60 minutes apart",
        "{'work':{'volume':14400000},'start':{'notBefore':'2026-01-07T15:00:00Z',"
            + "'deadline':'2026-01-07T16:00:00Z'}} | IMPOSSIBLE | span-too-short"
            + " | 2 hours do not fit between its earliest start and its deadline, 60 minutes apart",
        "{'work':{'duration':'PT200H'}} | IMPOSSIBLE | longer-than-horizon"
            + " | 200 hours do not fit into the 7 days that are planned ahead",
        "{'work':{'duration':'PT1H'},'budget':{'total':'12'}} | IMPOSSIBLE | below-any-price"
            + " | it needs at least 36.000, but its budget is 12.000",
        "{'work':{'duration':'PT1H'}} | OVER_BUDGET | budget"
            + " | it needs at least 36.000, but the account has 12.000",
        "{'work':{'duration':'PT1H'},'budget':{'pricePerSlot':'0.009'}} | IMPOSSIBLE | price-limit"
            + " | no node is as cheap as 0.009 a second; the cheapest costs 0.010",
        "{'work':{'duration':'PT1H'},'nodes':3,'budget':{'pricePerSlot':'0.011'}} | IMPOSSIBLE"
            + " | price-limit | no 3 nodes are as cheap as 0.011 a second; the cheapest cost up to"
            + " 0.012",
        "{'work':{'duration':'PT1H'},'nodes':4} | IMPOSSIBLE | not-enough-nodes"
            + " | it asks for 4 nodes, but the fleet has 3",
        "{'work':{'duration':'PT1H'},'nodes':3,'requires':{'labels':{'gpu':''}}} | IMPOSSIBLE"
            + " | requirements | it asks for 3 nodes with gpu, but the fleet has 2",
        "{'work':{'duration':'PT1H'},'requires':{'performance':3,'node':'x'}} | IMPOSSIBLE"
            + " | requirements | it asks for 1 node with performance>=3, node=x, but the fleet has"
            + " 0"
      })
  void eachCauseHasItsCodeAndBothNumbers(String job, Outcome outcome, String code, String text) {
    var spec = SmallBook.spec(job);

    var refusal =
        JobAdmission.of(book.state(), book.fleet, book.settings)
            .refusal(book.state(), spec, 12_000, SmallBook.NOW)
            .orElseThrow();

    assertThat(refusal.why().text()).isEqualTo(text);
    assertThat(refusal.why().code()).isEqualTo(code);
    assertThat(refusal.outcome()).isEqualTo(outcome);
  }

  @Test
  void aJobThatFitsIsNotRefused() {
    var admission = JobAdmission.of(book.state(), book.fleet, book.settings);
    var spec =
        SmallBook.spec("{'work':{'duration':'PT20M'},'start':{'deadline':'2026-01-07T13:40:02Z'}}");

    assertThat(admission.refusal(book.state(), spec, 12_000, SmallBook.NOW)).isEmpty();
  }

  @Test
  void aFixedStartHasTimeForItsWindowAlsoWhereThatIsLongerThanItsWork() {
    var admission = JobAdmission.of(book.state(), book.fleet, book.settings);
    var form = "{'work':{'duration':'PT90.5S'},'start':{'at':'2026-01-07T13:%s'}}";
    var spec = SmallBook.spec(form.formatted("30:00Z"));

    assertThat(spec.work()).isEqualTo(Work.duration(90_500));
    assertThat(spec.notBefore()).contains(Instant.parse("2026-01-07T13:30:00Z"));
    assertThat(spec.deadline()).contains(Instant.parse("2026-01-07T13:31:31Z"));
    assertThat(admission.refusal(book.state(), spec, 12_000, SmallBook.NOW)).isEmpty();
    // a single start, also in the text of a refusal
    var near = SmallBook.spec(form.formatted("20:01Z"));
    assertThat(admission.refusal(book.state(), near, 12_000, SmallBook.NOW).orElseThrow().why())
        .isEqualTo(
            new Reason(
                "start-too-near",
                "a start is planned at least 2 seconds ahead, but its start is in 1 second"));
  }

  @Test
  void theWindowOfAFixedStartIsFoundWhereItIsLongerThanItsWork() {
    var spec =
        SmallBook.spec("{'work':{'duration':'PT90.5S'},'start':{'at':'2026-01-07T13:30:00Z'}}");

    var outlook = Outlook.of(book.state(), book.fleet, book.settings, spec, "u", 0, job -> true);

    var window = outlook.best(Criterion.START).orElseThrow();
    assertThat(window.start()).isEqualTo(600_000);
    assertThat(window.finish()).isEqualTo(691_000);
  }

  @Test
  void aJobThatIsLongerThanAnyTimeAtOnePriceIsRefused() {
    var night = new WeekTimes(List.of(), 22 * 60, 6 * 60);
    var tariff = List.of(new NodePolicy.Tariff(night, 1));
    var long17 = SmallBook.spec("{'work':{'duration':'PT17H'}}");
    for (var node : book.fleet.nodes()) {
      var policy = new NodePolicy(node.name(), 10, tariff, 0, true, List.of());
      book.write(new BookEvent.PolicySet(policy));
    }

    var admission = JobAdmission.of(book.state(), book.fleet, book.settings);
    var refusal = admission.refusal(book.state(), long17, 1_000_000, SmallBook.NOW).orElseThrow();
    assertThat(refusal.why().code()).isEqualTo("longer-than-sale");
    assertThat(refusal.why().text())
        .isEqualTo(
            "17 hours do not fit into the 16 hours that its nodes sell at one price at most");
    var long16 = SmallBook.spec("{'work':{'duration':'PT16H'}}");
    assertThat(admission.refusal(book.state(), long16, 1_000_000, SmallBook.NOW)).isEmpty();
    book.write(new BookEvent.PolicySet(new NodePolicy("d-1", 10, List.of(), 0, true, List.of())));
    assertThat(
            JobAdmission.of(book.state(), book.fleet, book.settings)
                .refusal(book.state(), long17, 1_000_000, SmallBook.NOW))
        .isEmpty();
  }

  @Test
  void aWaitingJobIsRefusedForWhatHasBecomeImpossible() {
    var late = SmallBook.spec(HOUR.formatted("'deadline':'2026-01-07T13:50:00Z'"));
    var fixed = SmallBook.spec(HOUR.formatted("'at':'2026-01-07T13:20:01Z'"));
    var over = SmallBook.spec(HOUR.formatted("'deadline':'2026-01-07T13:10:00Z'"));
    var deadline = new JobRefusal(RefusalReason.DEADLINE, 3_600_000, 1_798_000);

    assertThat(refused(late, deadline).text())
        .isEqualTo("60 minutes do not fit before the deadline in 30 minutes");
    assertThat(refused(fixed, deadline).text())
        .isEqualTo(
            "no window that starts at 2026-01-07T13:20:01Z was found until 2 seconds before that start");
    var planned = SmallBook.spec(HOUR.formatted("'deadline':'2026-01-07T14:20:00Z'"));
    assertThat(refused(planned, deadline).text())
        .isEqualTo(
            "3600 seconds do not fit before the deadline in 3598 seconds, because a start is"
                + " planned 2 seconds ahead");
    assertThat(refused(over, deadline).code()).isEqualTo("deadline-passed");
    var poor = new JobRefusal(RefusalReason.BUDGET, 36_000, 12_000);
    assertThat(refused(late, poor).text())
        .isEqualTo("its window costs 36.000, but the account has 12.000");
    var from = LocalDate.parse("2026-02-01");
    var grant = new Grant(5000, Grant.Period.WEEKLY, "UTC", from, false);
    book.write(new BookEvent.GrantSet("a", Optional.of(new GrantRecord(grant, 0))));
    assertThat(refused(late, poor).text())
        .isEqualTo(
            "its window costs 36.000, but the account has 12.000; its next grant, 5.000, is paid"
                + " at 2026-02-01T00:00:00Z");
  }

  private Reason refused(JobSpec spec, JobRefusal why) {
    return JobAdmission.refused(book.state(), spec, why, SmallBook.NOW, book.settings);
  }

  @Test
  void aJobMayBeAsLongAsWhatIsPlannedAheadAndNoLonger() {
    var admission = JobAdmission.of(book.state(), book.fleet, book.settings);
    var form = "{'work':{'duration':'PT%dS'}}";
    var week = SmallBook.spec(form.formatted(604_798)); // without the lead of 2 seconds
    var longer = SmallBook.spec(form.formatted(604_799));

    assertThat(admission.refusal(book.state(), week, 10_000_000, SmallBook.NOW)).isEmpty();
    assertThat(
            admission
                .refusal(book.state(), longer, 10_000_000, SmallBook.NOW)
                .map(result -> result.why().text()))
        .contains("604799 seconds do not fit into the 604798 seconds that are planned ahead");
  }

  @Test
  void aJobIsRefusedIfTooFewNodesSellEnoughTimeAtOnePrice() {
    var night = List.of(new NodePolicy.Tariff(new WeekTimes(List.of(), 22 * 60, 6 * 60), 1));
    book.write(new BookEvent.PolicySet(new NodePolicy("d-0", 10, night, 0, true, List.of())));
    book.write(new BookEvent.PolicySet(new NodePolicy("d-1", 10, night, 0, true, List.of())));
    var admission = JobAdmission.of(book.state(), book.fleet, book.settings);
    var form = "{'nodes':%d,'work':{'duration':'PT%dH'}}";

    assertThat(
            admission
                .refusal(
                    book.state(), SmallBook.spec(form.formatted(2, 17)), 10_000_000, SmallBook.NOW)
                .map(result -> result.why()))
        .contains(
            new Reason(
                "longer-than-sale",
                "it asks for 2 nodes, but the fleet has 1 that sells enough time at one price"));
    for (var fits : List.of(form.formatted(1, 17), form.formatted(2, 16), form.formatted(3, 16))) {
      assertThat(admission.refusal(book.state(), SmallBook.spec(fits), 10_000_000, SmallBook.NOW))
          .isEmpty();
    }
  }

  @Test
  void oneNodeThatSellsJustEnoughTimeIsNotEnoughForTwo() {
    var night = List.of(new NodePolicy.Tariff(new WeekTimes(List.of(), 22 * 60, 6 * 60), 1));
    var day = List.of(new WeekTimes(List.of(), 8 * 60, 18 * 60));
    book.write(new BookEvent.PolicySet(new NodePolicy("d-0", 10, night, 0, true, List.of())));
    book.write(new BookEvent.PolicySet(new NodePolicy("d-1", 10, List.of(), 0, true, day)));
    book.write(new BookEvent.PolicySet(new NodePolicy("d-2", 10, List.of(), 0, true, day)));

    var refusal =
        JobAdmission.of(book.state(), book.fleet, book.settings)
            .refusal(
                book.state(),
                SmallBook.spec("{'nodes':2,'work':{'duration':'PT16H'}}"),
                10_000_000,
                SmallBook.NOW);

    assertThat(refusal.map(result -> result.why().text()))
        .contains("it asks for 2 nodes, but the fleet has 1 that sells enough time at one price");
  }
}
