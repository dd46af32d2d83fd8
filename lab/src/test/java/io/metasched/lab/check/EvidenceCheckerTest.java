package io.metasched.lab.check;

import static io.metasched.lab.check.History.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Detection of faults by each check: every check must report the fault for which it exists. */
final class EvidenceCheckerTest {
  private static final SiteTable.Span FOREVER = new SiteTable.Span(0, Long.MAX_VALUE);

  @Test
  void nothingIsFoundWhereAllIsRight() {
    assertThat(EvidenceChecker.check(new History().evidence())).isEmpty();
  }

  private static Arguments fault(Invariant invariant, String name, Consumer<History> plant) {
    return arguments(invariant, named(name, plant));
  }

  private static void replace(History history, int call, int status, ObjectNode answer) {
    var is = history.calls.get(call);
    history.calls.set(
        call,
        new RecordedCall(
            is.client(), is.number(), is.method(), is.path(), is.key(), is.body(), status, answer));
  }

  private static void put(ObjectNode in, String path, String value) {
    ((ObjectNode) in.at(path.substring(0, path.lastIndexOf('/'))))
        .put(path.substring(path.lastIndexOf('/') + 1), value);
  }

  static Stream<Arguments> kept() {
    var kept = Invariant.ACKNOWLEDGED_IS_KEPT;
    return Stream.of(
        fault(kept, "a job is lost", h -> h.jobs.remove("a")),
        fault(kept, "a job of a batch is lost", h -> h.jobs.remove("d")),
        fault(kept, "a job was replaced by another job", h -> h.jobs.get("a").put("name", "job x")),
        fault(kept, "a cancelled job was started", h -> h.jobs.get("c").put("state", "finished")),
        fault(kept, "a reservation is lost", h -> h.claims.remove("r")),
        fault(kept, "a release is lost", h -> h.claims.get("r").put("state", "open")),
        fault(kept, "a firm offer is lost", h -> h.first("claim-made", "f").put("id", "g")),
        fault(
            kept,
            "an offer was not used by its job",
            h -> h.first("job-booked", "c").put("cycle", 4)),
        fault(
            kept,
            "a deposit is lost",
            h -> h.ledgers.get("user1").removeIf(e -> e.path("amount").asText().equals("1.001"))),
        fault(
            kept,
            "a grant is lost",
            h ->
                h.events.stream()
                    .filter(e -> Evidence.kind(e).equals("grant-set"))
                    .forEach(e -> put(e, "/event/granted/grant/milli", "100"))),
        fault(kept, "a drain is lost", h -> h.drained.clear()),
        fault(
            kept,
            "a drain is missing from the history",
            h -> h.events.removeIf(e -> Evidence.kind(e).equals("node-drained"))));
  }

  static Stream<Arguments> answered() {
    var once = Invariant.ONE_FOR_EACH_KEY;
    return Stream.of(
        fault(once, "a key has two replies", h -> replace(h, 0, 201, object("{id: 'b'}"))),
        fault(
            once, "a request created two jobs", h -> h.jobs.put("a2", h.jobs.get("a").deepCopy())),
        fault(
            once,
            "two jobs of the history have the same key",
            h -> h.first("job-submitted", "b").put("key", "k-a")),
        fault(
            once,
            "a deposit was made twice",
            h ->
                h.ledgers
                    .get("user1")
                    .add(object("{seq: 43, kind: 'deposit', amount: '1.001', heldChange: '0'}"))),
        fault(Invariant.ANSWERS, "a request failed", h -> replace(h, 1, 500, object("{}"))),
        fault(Invariant.ANSWERS, "a job did not exist yet", h -> replace(h, 11, 404, object("{}"))),
        fault(
            Invariant.ANSWERS,
            "a key was used with another body",
            h -> replace(h, 1, 422, object("{type: '/problems/key-reused'}"))));
  }

  static Stream<Arguments> ran() {
    return Stream.of(
        fault(
            Invariant.STARTED_ONCE,
            "a run started twice",
            h ->
                h.runs.put(
                    "a.1.0",
                    List.of("start 1005000000 n-1", "start 1205000000 n-1", "end 1900000000 3"))),
        fault(
            Invariant.STARTED_ONCE,
            "a job that did not request it ran again",
            h -> h.jobs.get("d").put("onNodeLoss", "fail")),
        fault(
            Invariant.STARTED_ONCE,
            "a job was started again while it ran",
            h -> h.runs.put("d.1.0", List.of("start 3000000000 n-2", "beat 5100000000"))),
        fault(
            Invariant.STARTED_ONCE,
            "a run was not booked",
            h -> h.runs.put("x.1.0", List.of("start 1005000000 n-3"))),
        fault(
            Invariant.INSIDE_ITS_WINDOW,
            "a run started too early",
            h -> h.runs.put("a.1.1", List.of("start 999000000 n-2", "end 1800000000 0"))),
        fault(
            Invariant.INSIDE_ITS_WINDOW,
            "a run started too late",
            h -> h.runs.put("b.1.0", List.of("start 4500000000 n-1"))),
        fault(
            Invariant.INSIDE_ITS_WINDOW,
            "a run continued after its end",
            h -> h.runs.put("b.1.0", List.of("start 3000000000 n-1", "beat 7000000000"))),
        fault(
            Invariant.INSIDE_ITS_WINDOW,
            "a run was on another node",
            h -> h.runs.put("b.1.0", List.of("start 3000000000 n-3"))),
        fault(
            Invariant.ONE_ON_A_NODE,
            "two runs were on one node at a time",
            h -> h.runs.put("a.1.0", List.of("start 1005000000 n-1", "end 3000000001 3"))),
        fault(
            Invariant.EXIT_AS_IT_WAS,
            "an event has another exit status",
            h -> h.first("part-ended", "a").put("exitStatus", 4)),
        fault(
            Invariant.EXIT_AS_IT_WAS,
            "an event has the exit status of a run that did not end",
            h -> h.runs.put("a.1.0", List.of("start 1005000000 n-1"))),
        fault(
            Invariant.EXIT_AS_IT_WAS,
            "an event has the exit status of a part that did not run",
            h -> h.runs.remove("a.1.0")),
        fault(
            Invariant.EXIT_AS_IT_WAS,
            "a part shows another exit status",
            h -> put(h.jobs.get("a"), "/window/parts/0/exit", "0")),
        fault(
            Invariant.EXIT_AS_IT_WAS,
            "a job finished without a part",
            h -> put(h.jobs.get("d"), "/window/parts/0/state", "booked")),
        fault(
            Invariant.EXIT_AS_IT_WAS,
            "a job and its parts show different exit statuses",
            h -> h.jobs.get("a").put("exit", 0)),
        fault(
            Invariant.EXIT_AS_IT_WAS,
            "a job finished with an exit status other than 0",
            h -> h.jobs.get("a").put("state", "finished")));
  }

  static Stream<Arguments> shared() {
    var local = Invariant.LOCAL_JOBS_GO_ON;
    return Stream.of(
        fault(
            Invariant.ONE_ON_A_NODE,
            "a local job was on a node with a run",
            h -> h.local(4900, 5100, 7000)),
        fault(
            local,
            "a reservation remained after its run",
            h -> {
              h.hold("d.2.0", 4850, 16_000);
              h.local(4900, 16_000, 17_000);
            }),
        fault(
            local,
            "a reservation had no window",
            h -> {
              h.hold("x.1.0", 4850, 16_000);
              h.local(4900, 16_000, 17_000);
            }),
        fault(
            local,
            "a reservation had the time of another window",
            h -> {
              h.hold("a.1.1", 4850, 16_000);
              h.local(4900, 16_000, 17_000);
            }),
        fault(
            local,
            "a reservation remained for a minute after a fault",
            h -> {
              h.hold("d.2.0", 4850, 64_000);
              h.local(1000, 66_000, 67_000);
              h.hold("x.1.0", 1000, 64_000);
              h.restless.add(History.span(0, 100_000));
            }),
        fault(
            Invariant.ACCEPTED_SITES,
            "a job that accepts no advised windows was booked in one",
            h -> {
              h.sellAdvised();
              h.accept("a", "b", "c", "d", "x_1", "x_2");
            }),
        fault(
            Invariant.ACCEPTED_SITES,
            "a job that accepts no advised windows ran in one",
            h -> {
              h.sellAdvised();
              h.accept("a", "b", "c", "d", "x_1", "x_2", "p", "q");
              h.runs.put("z.1.0", List.of("start 8000000000 n-2"));
            }),
        fault(
            Invariant.ACCEPTED_SITES,
            "a job that accepts no advised windows waited at the site",
            h -> {
              h.sellAdvised();
              h.accept("a", "b", "c", "d", "x_1", "x_2", "p", "q");
              h.siteJobs.add(
                  new SiteTable.Job(
                      2, "z.1.0", false, List.of("n-2"), 1, List.of(), List.of(), true));
            }),
        fault(
            Invariant.ACCEPTED_SITES,
            "a site with advised windows had a reservation",
            h -> {
              h.sellAdvised();
              h.accept("a", "b", "c", "d", "x_1", "x_2", "p", "q");
              h.hold("d.2.0", 4850, 5800);
            }),
        fault(
            Invariant.NOTHING_REMAINS,
            "a reservation remained",
            h -> h.holds.add(new SiteTable.Hold("d.2.0", "n-2", h.holds.get(0).time(), FOREVER))),
        fault(
            Invariant.NOTHING_REMAINS,
            "a job remained",
            h ->
                h.siteJobs.add(
                    new SiteTable.Job(
                        2, "d.2.0", false, List.of("n-2"), 1, List.of(), List.of(), false))),
        fault(
            Invariant.STATES,
            "a job started in a window that its site had not confirmed",
            h -> h.first("job-booked", "b").put("unconfirmed", true)));
  }

  @Test
  void jobsThatAcceptAdvisedWindowsMayHaveThem() {
    var history = new History();
    history.sellAdvised();
    history.accept("a", "b", "c", "d", "x_1", "x_2", "p", "q");

    assertThat(EvidenceChecker.check(history.evidence())).isEmpty();
  }

  @Test
  void localJobThatWaitedForABookedWindowOrForAnotherJobIsFine() {
    var history = new History();
    assertThat(EvidenceChecker.unpaidMillis(history.evidence())).containsExactly(300L);

    history.restless.add(History.span(5000, 7000));
    assertThat(EvidenceChecker.unpaidMillis(history.evidence())).isEmpty();
  }

  static Stream<Arguments> counted() {
    return Stream.of(
        fault(
            Invariant.MONEY,
            "a job that never started is charged",
            h -> h.events.removeIf(e -> Evidence.kind(e).equals("part-started"))),
        fault(
            Invariant.MONEY,
            "a job that its site lost is charged",
            h -> h.first("part-ended", "b").put("event", "part-lost").put("bySite", "preempted")),
        fault(
            Invariant.MONEY,
            "a job is charged more than its window costs",
            h ->
                h.events.stream()
                    .filter(e -> Evidence.kind(e).equals("job-booked"))
                    .forEach(e -> put(e, "/event/window/parts/0/costMilli", "100"))),
        fault(
            Invariant.MONEY,
            "a period of a grant is paid twice",
            h ->
                h.events.stream()
                    .filter(e -> Evidence.kind(e).equals("grant-set"))
                    .forEach(e -> put(e, "/event/granted/next", "5"))),
        fault(
            Invariant.MONEY,
            "money appeared without a deposit",
            h -> h.ledgers.get("owners-n").get(0).put("amount", "1.800")),
        fault(
            Invariant.MONEY,
            "more was refunded than was held",
            h -> h.ledgers.get("user1").get(1).put("heldChange", "0.100")),
        fault(
            Invariant.MONEY,
            "an account is overdrawn",
            h -> h.ledgers.get("user1").get(0).put("amount", "0.001")),
        fault(
            Invariant.MONEY,
            "an account shows another balance",
            h -> h.accounts.get("user1").put("balance", "6.800")),
        fault(
            Invariant.MONEY,
            "an account shows held money",
            h -> h.accounts.get("user1").put("balance", "6.800").put("held", "0.001")),
        fault(
            Invariant.MONEY,
            "a job shows another charge",
            h -> put(h.jobs.get("a"), "/money/charged", "1.600")),
        fault(
            Invariant.MONEY,
            "money is held for a finished job",
            h ->
                h.ledgers
                    .get("user1")
                    .removeIf(
                        e ->
                            e.path("kind").asText().equals("pay-back")
                                && e.path("job").asText().equals("c"))),
        fault(
            Invariant.MONEY,
            "the held money differs from the cost of the window",
            h -> put(h.first("job-booked", "b"), "/window/parts/0/costMilli", "999")),
        fault(
            Invariant.MONEY,
            "no money was held",
            h -> h.ledgers.get("user1").removeIf(e -> e.path("kind").asText().equals("hold"))));
  }

  static Stream<Arguments> told() {
    return Stream.of(
        fault(Invariant.EVENTS, "an event is missing", h -> h.events.remove(9)),
        fault(Invariant.EVENTS, "an event was not sent", h -> h.seen.remove(9)),
        fault(Invariant.EVENTS, "an event was sent twice", h -> h.seen.add(9, h.seen.get(9))),
        fault(
            Invariant.EVENTS, "the last event was not sent", h -> h.seen.remove(h.seen.size() - 1)),
        fault(
            Invariant.EVENTS,
            "an event was replaced by another event",
            h -> h.seen.set(3, new Watched.Seen(4, object("{event: 'job-ended', by: 'x'}")))),
        fault(
            Invariant.EVENTS,
            "an event is about another job",
            h ->
                h.seen.set(
                    3, new Watched.Seen(4, object("{event: 'job-submitted', by: 'x', job: 'a'}")))),
        fault(
            Invariant.STATES,
            "a job skipped a state",
            h -> h.events.removeIf(e -> Evidence.kind(e).equals("job-starting"))),
        fault(
            Invariant.STATES,
            "a job was booked before a job that it depends on",
            h ->
                ((ObjectNode) h.first("job-submitted", "c").path("spec"))
                    .withArray("after")
                    .add(object("{job: 'b', outcome: 'OK'}"))),
        fault(
            Invariant.STATES,
            "more jobs of an array have a window than it allows",
            h -> h.first("array-submitted", "x").withObject("/array").put("most", 0)),
        fault(
            Invariant.STATES,
            "a job was booked before an array that it depends on",
            h ->
                ((ObjectNode) h.first("job-submitted", "c").path("spec"))
                    .withArray("after")
                    .add(object("{job: 'x', outcome: 'ANY'}"))),
        fault(
            Invariant.WORKFLOWS,
            "a window was before that of a predecessor",
            h -> put(h.first("job-booked", "q"), "/window/parts/0/span/start", "11999")),
        fault(
            Invariant.WORKFLOWS,
            "the windows of a workflow cost more than its budget",
            h ->
                h.first("workflow-submitted", "w")
                    .withObject("/workflow")
                    .put("budgetMilli", 1999)),
        fault(
            Invariant.WORKFLOWS,
            "a job started before the end of its predecessor",
            h -> {
              var spec = (ObjectNode) h.first("job-submitted", "d").path("spec");
              spec.set("task", object("{workflow: 'w', name: 'd'}"));
              spec.withArray("after").add(object("{job: 'p', outcome: 'OK'}"));
            }),
        fault(
            Invariant.STATES,
            "an array shows other counts",
            h -> h.arrays.get("x").withObject("/array/counts").put("withdrawn", 1)),
        fault(
            Invariant.STATES,
            "a finished job continued",
            h -> h.first("job-ended", "d").put("id", "a")),
        fault(
            Invariant.STATES,
            "a client was shown another state",
            h -> h.jobs.get("a").put("state", "overran")),
        fault(Invariant.STATES, "a client was shown an older job", h -> h.shown("failed", 13)),
        fault(Invariant.STATES, "a version has two states", h -> h.shown("running", 14)),
        fault(
            Invariant.STATES,
            "a client was shown a return to an earlier state",
            h -> h.shown("running", 15)),
        fault(
            Invariant.COMES_TO_REST,
            "a job never ends",
            h -> h.jobs.get("a").put("state", "running")));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource({"kept", "answered", "ran", "shared", "counted", "told"})
  void violationsAreFound(Invariant invariant, Consumer<History> plant) {
    var history = new History();

    plant.accept(history);

    assertThat(EvidenceChecker.check(history.evidence()))
        .extracting(Finding::check)
        .contains(invariant);
  }
}
