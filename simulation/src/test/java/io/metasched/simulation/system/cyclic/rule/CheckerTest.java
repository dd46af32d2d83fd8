package io.metasched.simulation.system.cyclic.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.metasched.simulation.system.cyclic.rows.fixture.RunText;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules of the checker: each rule detects its violations in an otherwise valid run. */
final class CheckerTest {
  private static final String NODES = "nodes.csv";
  static final String JOBS = "jobs.csv";
  private static final String PLACEMENTS = "placements.csv";
  private static final String LOCAL = "local.csv";
  static final String PAYMENTS = "payments.csv";
  static final String DECISIONS = "decisions.csv";
  static final String CYCLES = "cycles.csv";
  private static final String WORKFLOWS = "workflows.csv";

  /** Columns of jobs.csv from the priority on. */
  private static final String WAITING = "0,fraction,1,waiting,,,,,,false,0,0,0,0,0,,,,";

  static Stream<Arguments> faults() {
    return Stream.of(
            onNodes(),
            inWindows(),
            inPromises(),
            inLengths(),
            inCosts(),
            inMoney(),
            inOutcomes(),
            AccountFaults.all(),
            CycleFaults.all())
        .flatMap(faults -> faults);
  }

  private static Stream<Arguments> onNodes() {
    return Stream.of(
        fault("overlap", "job 1/8 in [120, 130) overlaps job 5", booked("1/8,3", "119")),
        fault("overlap", "overlaps job 1 in", set(LOCAL, "1,1", "start", "29.999")),
        fault("overlap", "overlaps job 1 in", set(LOCAL, "1,1", "planned", "true")),
        fault("overlap", "overlaps local job 0 in", set(LOCAL, "1,0", "length", "10.001")),
        fault(
            "overlap",
            "local job 7 in [55, 57) overlaps local job 0",
            t -> t.add(LOCAL, "2,7,false,55,55,2")),
        fault("overlap", "overlaps local job 9", t -> t.add(LOCAL, "3,9,false,100,100,3")),
        fault("overlap", "no such node", set(LOCAL, "2,1", "node", "9")),
        fault("overlap", "unique on the node", set(LOCAL, "2,1", "number", "0")),
        fault("overlap", "length must be positive", set(LOCAL, "2,1", "length", "0")),
        fault("overlap", "must have a start", set(LOCAL, "2,0", "start", "")),
        fault("overlap", "must have a start", set(LOCAL, "2,1", "start", "-3")),
        fault("overlap", "before it arrives", set(LOCAL, "1,1", "arrival", "30.001")));
  }

  private static Stream<Arguments> inWindows() {
    return Stream.of(
        fault("window", "its id must be unique", t -> t.twice(NODES, "2")),
        fault("window", "no such job", set(PLACEMENTS, "2,3", "job", "99")),
        fault("window", "no such node", set(PLACEMENTS, "2,3", "node", "4")),
        fault("window", "must have exactly 2, but has 1", t -> t.drop(PLACEMENTS, "1,2")),
        fault(
            "window",
            "must have exactly 2, but has 0",
            t -> t.drop(PLACEMENTS, "1,1").drop(PLACEMENTS, "1,2")),
        fault("window", "must have exactly 1, but has 2", t -> t.twice(PLACEMENTS, "2,3")),
        fault("window", "none or 2, but has 1", set(JOBS, "5", "nodes", "2")),
        fault("window", "must have none, but has 1", set(JOBS, "2", "outcome", "waiting")),
        fault("window", "must have none, but has 1", set(JOBS, "2", "outcome", "refused")),
        fault("window", "node 1 occurs twice", set(PLACEMENTS, "1,2", "node", "1")),
        fault("window", "must start together", set(PLACEMENTS, "1,2", "start", "9")),
        fault("window", "must have cycle, booking", set(JOBS, "2", "cycle", "")),
        fault("window", "must not have cycle, booking", set(JOBS, "7", "booked", "171")),
        fault("window", "all or none of cycle, booking", set(JOBS, "4", "promisedStart", "")),
        fault("window", "must not start before it is submitted", set(JOBS, "2", "submit", "5.1")),
        fault("window", "must be booked before it starts", booked("2,3", "5.001")),
        fault("window", "must not be booked before it is", set(JOBS, "2", "submit", "1.001")),
        fault("window", "by the promised 4", set(JOBS, "2", "promisedStart", "4")),
        fault("window", "must be the job's booking", booked("2,3", "2")),
        fault("window", "must be the job's booking", set(JOBS, "2", "booked", "0")),
        fault("window", "before it is withdrawn", set(JOBS, "5", "end", "101")),
        fault("requirements", "at least 5, but is 4", set(JOBS, "2", "leastPerformance", "5")),
        fault("requirements", "property tape", set(JOBS, "2", "properties", "gpu;tape")),
        fault("requirements", "property memory>=65", set(JOBS, "2", "properties", "memory>=65")),
        fault("requirements", "property gpu=a10", set(JOBS, "2", "properties", "gpu=a10")),
        fault("requirements", "property memory<64", set(JOBS, "2", "properties", "memory<64")),
        fault("earliest", "not start before 5.001", set(JOBS, "2", "earliest", "5.001")),
        fault("price-limit", "at most 8.499, but is 8.5", set(JOBS, "2", "priceLimit", "8.499")),
        fault("deadline", "must end by 24.999", set(JOBS, "2", "deadline", "24.999")),
        fault("account", "the budget of a cycle, 401", set("users.csv", "1", "budget", "401")),
        fault("arrival", "it has no logged submission", set(JOBS, "7", "logged", "5")),
        fault("arrival", "job 99 must exist and have ended", set(JOBS, "7", "after", "99")),
        fault(
            "arrival",
            "must be submitted at 163, when its preceding jobs have ended, but was submitted at"
                + " 170",
            t -> t.set(JOBS, "7", "logged", "0").set(JOBS, "7", "after", "3+20")),
        fault(
            "preceding",
            "not all of the jobs that must run before it ran",
            t -> t.set(JOBS, "7", "logged", "170").set(JOBS, "7", "after", "3;6!")),
        fault("workflow", "must begin after job 2 has ended", set(JOBS, "1", "after", "2*")),
        fault("workflow", "must begin after job 7 has ended", set(JOBS, "1", "after", "7*")),
        fault(
            "workflow",
            "may cost 339.999, but costs 340",
            set(WORKFLOWS, "0", "budget", "339.999")),
        fault("workflow", "must end by 49.999", set(WORKFLOWS, "0", "deadline", "49.999")),
        fault("workflow", "it has 1 jobs, but 2 here", set(WORKFLOWS, "0", "jobs", "1")),
        fault("workflow", "submitted with its workflow, at 1", set(WORKFLOWS, "0", "submit", "1")),
        fault("workflow", "its number must be 0", set(WORKFLOWS, "0", "workflow", "1")),
        fault("workflow", "but to 4", set(JOBS, "2", "workflow", "4")),
        fault(
            "workflow",
            "no other job of its workflow is refused",
            t -> t.set(JOBS, "2", "reason", "workflow").set(JOBS, "2", "outcome", "refused")),
        fault("preceding", "all of the jobs", set(JOBS, "6", "reason", "preceding")),
        fault(
            "order",
            "whose batch had no place for job 3 before it",
            t ->
                t.set(DECISIONS, "101,1,3,booked", "reason", "batch_full")
                    .set(DECISIONS, "101,1,3,booked", "event", "postponed")),
        fault("names", "must have 2 users, but has 1", t -> t.drop("users.csv", "1")),
        fault("names", "its number must be 1", set("users.csv", "1", "user", "2")),
        fault("names", "anna occurs twice", set("users.csv", "1", "name", "anna")),
        fault("names", "one of 2 organizations", set("users.csv", "1", "vo", "2")),
        fault("names", "must be called physics", set("users.csv", "1", "organization", "bio")),
        fault("names", "of its jobs, 0, but is 1", set("users.csv", "1", "vo", "1")),
        fault("names", "have a budget if", set("users.csv", "1", "budget", "")),
        fault("names", "n1 occurs twice", set(NODES, "2", "name", "n1")),
        fault("names", "of its domain, north, but is east", set(NODES, "2", "owner", "east")),
        fault(
            "names",
            "render occurs twice",
            t -> t.set(JOBS, "1", "name", "render").set(JOBS, "2", "name", "render")));
  }

  /**
   * Job 3 was promised node 2 from 160 to 175 at a cost of 75, and moved to the time from 130 to
   * 145.
   */
  private static Stream<Arguments> inPromises() {
    UnaryOperator<RunText> replanned = t -> t.set(DECISIONS, "120,,3,moved", "cycle", "1");
    return Stream.of(
        fault(
            "promise",
            "start must be at most the promised 129, but is 130",
            t -> replanned.apply(t).set(JOBS, "3", "promisedStart", "129")),
        fault(
            "promise",
            "end must be at most the promised 144.999, but is 145",
            t -> replanned.apply(t).set(JOBS, "3", "promisedStart", "129.999")),
        fault(
            "promise",
            "cost must be at most the promised 74.999, but is 75",
            t -> replanned.apply(t).set(PAYMENTS, "101,charge,0,3,2", "amount", "74.999")));
  }

  private static Stream<Arguments> inLengths() {
    return Stream.of(
        fault("length", "granularity must be positive", t -> t.header("granularity", "0")),
        fault("length", "must be 42 long", t -> t.header("granularity", "7")),
        fault("length", "must be 20 long, but is 21", set(PLACEMENTS, "2,3", "end", "26")),
        fault("length", "must be 41 long, but is 40", set(JOBS, "1", "work", "40.001")),
        fault(
            "length",
            "must be 20 long, but is 16",
            set(NODES, "2", "performance", "2").andThen(set(PLACEMENTS, "1,2", "end", "26"))
                ::apply),
        fault("length", "must leave the node at 25", set(PLACEMENTS, "2,3", "realEnd", "24")),
        fault("length", "must leave the node at 31", set(JOBS, "1", "real", "0.500001")),
        fault("length", "must leave the node at 144", set(JOBS, "3", "real", "26.001")),
        fault("length", "must leave the node at 10", set(JOBS, "2", "real", "5")),
        fault("length", "must leave the node at 120", set(PLACEMENTS, "5,3", "realEnd", "121")),
        fault("length", "must leave the node at 112", set(JOBS, "5", "real", "0.2")),
        fault("length", "must be true, but is false", set(JOBS, "2", "stopped", "false")),
        fault("length", "must be false, but is true", set(JOBS, "1", "stopped", "true")),
        fault("length", "its last part ends at 30", set(JOBS, "1", "end", "20")));
  }

  private static Stream<Arguments> inCosts() {
    return Stream.of(
        fault("cost", "8.5 x 20 = 170, but costs 169.999", cost("2,3", "169.999")),
        fault("cost", "must be from 8.5 to 8.5", set(PLACEMENTS, "2,3", "price", "8.501")),
        fault("cost", "must be from 4 to 5", set(PLACEMENTS, "1,2", "price", "3.999")),
        fault("cost", "sum of its parts, 170", set(JOBS, "1", "cost", "171")),
        fault("cost", "sum of its parts, 0", set(JOBS, "7", "cost", "0.5")),
        fault("cost", "sum of its parts, 0", set(JOBS, "4", "cost", "75")),
        fault("cost", "at most 169", set(JOBS, "1", "costLimit", "169")));
  }

  private static Stream<Arguments> inMoney() {
    return Stream.of(
        fault("money", "no job and no node", set(PAYMENTS, "0,deposit,0", "job", "1")),
        fault("money", "no job and no node", set(PAYMENTS, "0,deposit,0", "node", "1")),
        fault("money", "a job of the run", set(PAYMENTS, "1,charge,0,1,1", "job", "")),
        fault("money", "a job of the run", set(PAYMENTS, "1,charge,0,1,1", "job", "77")),
        fault("money", "must concern user 0", set(PAYMENTS, "1,charge,0,1,1", "user", "1")),
        fault("money", "a node of the run", set(PAYMENTS, "1,charge,0,1,1", "node", "")),
        fault("money", "paid back than was charged", amount("30,refund,0,1,1", "80.001")),
        fault("money", "minus refunds must be 85, but is 84", amount("1,charge,0,1,1", "79")),
        fault("money", "must be 0, but is 75", t -> t.drop(PAYMENTS, "120,refund,1,4,2")),
        fault(
            "money",
            "paid back at its end must be 85",
            set(JOBS, "1", "refund", "86")
                    .andThen(set(JOBS, "1", "refund", "85"))
                    .andThen(amount("30,refund,0,1,1", "39"))
                ::apply),
        fault("money", "paid back at its end must be 74", set(JOBS, "4", "refund", "74")),
        fault(
            "money",
            "must be 40, but is 39",
            t ->
                t.set(PAYMENTS, "30,refund,0,1,1", "amount", "41")
                    .set(PAYMENTS, "30,refund,0,1,2", "amount", "44")),
        fault("money", "what was spent must be 235", t -> t.twice(PAYMENTS, "1,charge,0,1,1")),
        fault("money", "income must be 680", set(PAYMENTS, "1,charge,1,2,3", "node", "1")),
        fault("money", "must equal the income of owners", set(JOBS, "1", "refund", "84")),
        fault("money", "must be 80, but is 40", t -> t.header("refundsUnused", "false")),
        fault("money", "must be 0, but is 5", t -> t.add(PAYMENTS, "201,charge,0,6,1,5")));
  }

  private static Stream<Arguments> inOutcomes() {
    return Stream.of(
        fault("outcome", "its id must be unique", t -> t.twice(JOBS, "7")),
        fault("outcome", "must not be booked when", set(JOBS, "2", "outcome", "booked")),
        fault("outcome", "must have a reason", set(JOBS, "6", "reason", "")),
        fault("outcome", "must have no reason", set(JOBS, "1", "reason", "budget")),
        fault("outcome", "after its submission", set(JOBS, "6", "end", "69")),
        fault("outcome", "must have no end", set(JOBS, "7", "end", "201")),
        fault("outcome", "8 jobs were submitted, but 7", t -> t.drop(JOBS, "7")),
        fault(
            "outcome",
            "8 jobs were submitted, but 9",
            t -> t.add(JOBS, "9,0,0,1,volume,1,0,,1,,0,,cost," + WAITING)),
        fault("outcome", "7 jobs were submitted, but 8", t -> t.drop(DECISIONS, "0,,2,submitted")),
        fault("decision", "not come before", set(DECISIONS, "30,,1,finished", "tick", "24")),
        fault("decision", "a job of the run", t -> t.drop(JOBS, "7")),
        fault(
            "decision",
            "once and first, but next is reserved",
            t -> t.drop(DECISIONS, "0,,1,submitted")),
        fault(
            "decision",
            "once and first, but next is submitted",
            t -> t.twice(DECISIONS, "0,,1,submitted")),
        fault(
            "decision",
            "nothing may come after finished, but withdrawn",
            t -> t.add(DECISIONS, "201,,3,withdrawn,,")),
        fault(
            "decision",
            "nothing may come after refused, but postponed",
            t -> t.add(DECISIONS, "201,2,6,postponed,,")),
        fault("decision", "\"vanished\"", set(DECISIONS, "201,2,7", "event", "vanished")),
        fault(
            "decision",
            "must be booked once, but was 0 times at finished",
            t -> t.drop(DECISIONS, "1,0,2,booked")),
        fault(
            "decision",
            "must be booked once, but was 2 times",
            t -> t.twice(DECISIONS, "1,0,2,booked")),
        fault("decision", "but never was", t -> t.drop(DECISIONS, "170,,7").drop(DECISIONS, "201")),
        fault("decision", "must agree, but is none", t -> t.drop(DECISIONS, "143,,3,finished")),
        fault("decision", "must agree, but is refused", set(JOBS, "6", "outcome", "waiting")),
        fault("decision", "decided at 70, but is 71", set(JOBS, "6", "end", "71")),
        fault("decision", "reported 0 times", t -> t.drop(DECISIONS, "101,1,5,booked")),
        fault("decision", "reported 1 times", set(JOBS, "4", "booked", "")),
        fault("decision", "2 and 1 times", set(JOBS, "3", "requeues", "2")),
        fault("decision", "1 and 1 times", t -> t.drop(DECISIONS, "120,,3,moved")));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("faults")
  void aFaultIsFoundByItsRule(String rule, String detail, UnaryOperator<RunText> spoil) {
    var sound = RunText.small().read();
    var spoilt = RunText.small(spoil);

    var violations = Checker.check(spoilt);

    assertThat(Checker.check(sound)).isEmpty();
    assertThat(violations)
        .anyMatch(each -> each.rule().equals(rule) && each.detail().contains(detail));
  }

  @Test
  void everyRuleHasItsFaults() {
    var faulted = faults().map(fault -> (String) fault.get()[0]).distinct().toList();

    assertThat(faulted).containsExactlyInAnyOrderElementsOf(Checker.rules());
  }

  @Test
  void aJobThatMovesAsTimeComesFreeIsPromisedTheStartAlone() {
    var dearer = RunText.small(t -> t.set(PAYMENTS, "101,charge,0,3,2", "amount", "74.999"));

    assertThat(Checker.check(dearer)).noneMatch(each -> each.rule().equals("promise"));
    assertThat(Checker.brokenPromises(dearer)).isEqualTo(1);
    assertThat(Checker.brokenPromises(RunText.small().read())).isZero();
  }

  @Test
  void timeThatWasGivenBackMayBeUsedAgain() {
    var run =
        RunText.small(t -> t.add(LOCAL, "1,2,false,45,45,5").add(LOCAL, "3,0,false,130,130,500"));

    assertThat(Checker.check(run)).isEmpty();
  }

  @Test
  void aJobWithdrawnAsItBeginsHasUsedNothing() {
    var run =
        RunText.small(
            t ->
                t.set(JOBS, "5", "end", "102")
                    .set(PLACEMENTS, "5,3", "realEnd", "102")
                    .drop(DECISIONS, "120,,5,withdrawn")
                    .addAfter(DECISIONS, "101,1,1/8", "102,,5,withdrawn,,"));

    assertThat(Checker.check(run)).isEmpty();
  }

  @Test
  void unlimitedAccountsMayBeOverdrawn() {
    var run = RunText.small(AccountFaults::withUnlimitedAccounts);

    assertThat(Checker.check(run)).isEmpty();
  }

  @Test
  void aJobWithdrawnWhileItsCyclePlansCountsAsWithoutAlternativeAndIsNotDecidedOn() {
    var run = RunText.small(CycleFaults::withdrawnWhilePlanning);
    var placeable =
        RunText.small(
            t ->
                CycleFaults.withdrawnWhilePlanning(t)
                    .set(CYCLES, "2,", "withoutAlternative", "0")
                    .header("failedCycles", "0"));

    assertThat(Checker.check(run)).isEmpty();
    assertThat(Checker.check(placeable)).isEmpty();
  }

  @Test
  void beyondAThousandViolationsTheRestIsCounted() {
    var run = RunText.small(CheckerTest::withManyLocalJobsOnNoNode);

    var violations = Checker.check(run);

    assertThat(violations).hasSize(Checker.MOST_LISTED + 1);
    assertThat(violations.get(Checker.MOST_LISTED))
        .hasToString("more: the whole run: 500 more violations");
  }

  private static RunText withManyLocalJobsOnNoNode(RunText text) {
    var rows = new StringBuilder(text.file(LOCAL));
    for (int i = 0; i < 1500; i++) {
      rows.append("9,%d,true,%d,%d,1\n".formatted(i, i, i));
    }
    return text.with(LOCAL, rows.toString());
  }

  @Test
  void exactFitsAreSound() {
    var run =
        RunText.small(
            t ->
                t.set(JOBS, "2,", "leastPerformance", "4")
                    .set(JOBS, "2,", "costLimit", "170")
                    .set(JOBS, "2,", "priceLimit", "8.5")
                    .set(JOBS, "2,", "earliest", "5")
                    .set(JOBS, "2,", "deadline", "25"));

    assertThat(Checker.check(run)).isEmpty();
  }

  @Test
  void aViolationIsALine() {
    var run = RunText.small(set(JOBS, "2", "deadline", "24.5"));

    assertThat(Checker.check(run))
        .hasToString(
            "[deadline: job 2 on node 3: its reservation must end by 24.5, but ends at 25]");
  }

  static Arguments fault(String rule, String detail, UnaryOperator<RunText> spoil) {
    return arguments(rule, detail, spoil);
  }

  static UnaryOperator<RunText> set(String file, String row, String column, String value) {
    return text -> text.set(file, row + ",", column, value);
  }

  private static UnaryOperator<RunText> booked(String placement, String tick) {
    return set(PLACEMENTS, placement, "booked", tick);
  }

  private static UnaryOperator<RunText> cost(String placement, String cost) {
    return set(PLACEMENTS, placement, "cost", cost);
  }

  static UnaryOperator<RunText> amount(String payment, String amount) {
    return set(PAYMENTS, payment, "amount", amount);
  }
}
