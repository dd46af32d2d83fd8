package io.metasched.simulation.system.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.broker.rows.AnswerRow.Result;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.MessageRow.Kind;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow.Ending;
import io.metasched.simulation.system.broker.rows.TaskRow;
import io.metasched.simulation.system.broker.rows.TaskRow.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Brokers and agents through the interfaces of the kernel: runs, files, metrics, rules and
 * explanation.
 */
final class BrokerSystemTest {
  private static final BrokerSystem SYSTEM = new BrokerSystem();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jobs.count = 40",
        BrokerRuns.BUSY,
        "jobs.count = 1",
        "agents.losses = [{agent = 0, at = 0}, {agent = 1, at = 0}, {agent = 2, at = 0}]",
        "jobs.count = 30\nlimits.load = 4",
        "jobs.count = 30\ntasks.batches = 200000",
        "jobs { source = lublin, count = 60 }"
      })
  void runsAreSoundReadBackEqualAndAgreeWithTheExactFormulas(String settings) throws IOException {
    for (var run : BrokerRuns.runs(settings)) {
      BrokerRuns.write(run, folder);

      assertThat(BrokerRuns.rules(run)).isEmpty();
      assertThat(BrokerRuns.read(folder)).isEqualTo(run);
      SYSTEM.metrics().ofRuns().forEach(metric -> assertExact(metric, run));
    }
  }

  private static <G> void assertExact(Metric<G> metric, G group) {
    double fast = metric.fast().applyAsDouble(group);
    var exact = metric.exact().apply(group);
    assertThat(Double.isNaN(fast)).as(metric.key()).isEqualTo(exact.isEmpty());
    exact.ifPresent(
        value ->
            assertThat(fast)
                .as(metric.key())
                .isCloseTo(value.doubleValue(), within(1e-9 * (1 + Math.abs(fast)))));
  }

  /** Compares pinned digests, so that a change of any placement is detected. */
  @ParameterizedTest
  @ValueSource(strings = {Drivers.ENGINE, Drivers.ACTORS})
  void theDefaultScenarioIsPlacedAsItWasBefore(String driver) {
    var runs = ScenarioRuns.runs(Systems.SCENARIOS.packed("broker"), driver);

    assertThat(runs).allSatisfy(run -> assertThat(run.violations()).isEmpty());
    assertThat(runs.stream().map(run -> run.title().policy() + " " + run.placementsDigest()))
        .containsExactly(
            "least-load 313eb54e7e43318113295c1b931c34c2c762fe062159b534e48fd9007bb2da18",
            "fewest-reservations 9fd8c04c7f7dbc02725eb3e9b30c35bb8ef97837ae29b2b6731889d01f111e64",
            "most-load a6442179d19fea4dc34cabe9d6f938c35617183a0c15560e1aa53203249bed87",
            "first-agent a6442179d19fea4dc34cabe9d6f938c35617183a0c15560e1aa53203249bed87",
            "random 97935875e848f30561fa81efb1ecb31b650c1ab9a06e3647f1cc1a83493523b7");
  }

  /** Replaces one cell of a valid run; the rule must detect it. */
  @ParameterizedTest
  @CsvSource({
    "run.csv, tasks, run",
    "run.csv, agents, run",
    "run.csv, brokers, link",
    "run.csv, mostLoad, agent",
    "run.csv, mostTasks, agent",
    "run.csv, roundTasks, broker",
    "run.csv, idleRounds, broker",
    "run.csv, offerLapse, agent",
    "run.csv, leastDelay, message",
    "run.csv, mostDelay, message",
    "run.csv, notice, link",
    "nodes.csv, agent, order",
    "nodes.csv, node, order",
    "nodes.csv, cpuPower, agent",
    "nodes.csv, cpuIdle, run",
    "jobs.csv, task, order",
    "jobs.csv, broker, order",
    "jobs.csv, submit, order",
    "jobs.csv, submitStep, order",
    "jobs.csv, start, agent",
    "jobs.csv, end, agent",
    "jobs.csv, load, agent",
    "jobs.csv, cpuPower, agent",
    "jobs.csv, outcome, once",
    "jobs.csv, reason, once",
    "jobs.csv, decided, order",
    "jobs.csv, decidedStep, order",
    "messages.csv, message, order",
    "messages.csv, broker, broker",
    "messages.csv, agent, broker",
    "messages.csv, kind, broker",
    "messages.csv, round, broker",
    "messages.csv, sent, order",
    "messages.csv, sentStep, order",
    "messages.csv, delivered, order",
    "messages.csv, deliveredStep, order",
    "messages.csv, answered, order",
    "messages.csv, answeredStep, order",
    "answers.csv, message, agent",
    "answers.csv, task, agent",
    "answers.csv, result, agent",
    "answers.csv, node, agent",
    "answers.csv, load, agent",
    "answers.csv, version, agent",
    "placements.csv, task, broker",
    "placements.csv, broker, broker",
    "placements.csv, round, broker",
    "placements.csv, agent, broker",
    "placements.csv, node, broker",
    "placements.csv, load, broker",
    "placements.csv, version, broker",
    "placements.csv, placed, order",
    "placements.csv, placedStep, order",
    "placements.csv, ended, order",
    "placements.csv, endedStep, order",
    "placements.csv, ending, broker",
    "cancellations.csv, task, broker",
    "cancellations.csv, user, broker",
    "cancellations.csv, broker, broker",
    "cancellations.csv, asked, order",
    "cancellations.csv, askedStep, order",
    "cancellations.csv, answered, order",
    "cancellations.csv, answeredStep, broker",
    "cancellations.csv, refusal, broker",
    "links.csv, step, order",
    "links.csv, tick, order",
    "links.csv, agent, link",
    "links.csv, broker, link",
    "links.csv, change, link"
  })
  void aBrokenCellIsFoundByItsRule(String table, String column, String rule) throws IOException {
    var run = BrokerRuns.run(BrokerRuns.BUSY);
    BrokerRuns.write(run, folder);
    int row = row(run, table, column);
    var before = cell(table, row, column);

    BrokerRuns.replace(folder.resolve(table), row, column, other(column, before));

    assertThat(BrokerRuns.rules(BrokerRuns.read(folder)))
        .as("%s %s %s -> %s", table, column, before, other(column, before))
        .contains(rule);
  }

  /** Returns a row in which the column is not empty. */
  private static int row(BrokerRun run, String table, String column) {
    return switch (table) {
      case "jobs.csv" -> {
        boolean isWish = List.of("start", "end", "load", "cpuPower").contains(column);
        yield at(
            run.jobs(), each -> each.isPlaced() == isWish && each.reason().isPresent() != isWish);
      }
      case "messages.csv" ->
          at(run.messages(), each -> each.kind() == Kind.HOLD && each.isAnswered());
      case "answers.csv" -> at(run.answers(), each -> each.result() == Result.HELD);
      case "placements.csv" -> at(run.placements(), each -> each.ending() == Ending.LOST);
      case "cancellations.csv" -> at(run.cancellations(), each -> each.refusal().isEmpty());
      case "links.csv" -> at(run.links(), each -> each.broker() >= 0);
      default -> 0;
    };
  }

  private static <T> int at(List<T> rows, Predicate<T> which) {
    int at = 0;
    while (!which.test(rows.get(at))) {
      at++;
    }
    return at;
  }

  private String cell(String table, int row, String column) throws IOException {
    var lines = Files.readAllLines(folder.resolve(table));
    int place = List.of(lines.get(0).split(",", -1)).indexOf(column);
    return lines.get(row + 1).split(",", -1)[place];
  }

  private static String other(String column, String cell) {
    return switch (column) {
      case "outcome" -> "placed";
      case "reason" -> "";
      case "result" -> "offered";
      case "kind" -> "commit";
      case "ending" -> "cancelled";
      case "refusal" -> "not_allowed";
      case "change" -> cell.equals("lost") ? "back" : "lost";
      case "user" -> "nobody";
      case "mostLoad" -> "40";
      case "mostTasks" -> "1";
      case "leastDelay" -> "2.9";
      case "mostDelay" -> "1";
      case "offerLapse" -> "0.5";
      case "idleRounds" -> "1";
      case "cpuIdle" -> "101";
      case "start" -> "0";
      case "cpuPower" -> cell.length() > 3 ? "0" : "999999"; // a node has a power above 999
      case "load" -> "100";
      default ->
          cell.contains(".")
              ? cell.substring(0, cell.indexOf('.')) + "7" + cell.substring(cell.indexOf('.'))
              : Long.toString(Long.parseLong(cell) + 1);
    };
  }

  @Test
  void anExplanationNamesWhatEachAgentOfferedAndWhyOneWasTaken() {
    var run = BrokerRuns.run(BrokerRuns.BUSY);
    var placed = run.jobs().stream().filter(TaskRow::isPlaced).findFirst().orElseThrow();
    var unplaced =
        run.jobs().stream()
            .filter(row -> row.outcome() == Outcome.UNPLACED)
            .findFirst()
            .orElseThrow();

    var why = SYSTEM.explainer().explain(run, Long.toString(placed.task()));
    var whyNot = SYSTEM.explainer().explain(run, Long.toString(unplaced.task()));

    assertThat(why).anyMatch(line -> line.matches("    agent [0-9]+ offers node [0-9]+, load .*"));
    assertThat(why).anyMatch(line -> line.startsWith("    the broker accepts the offer of agent "));
    assertThat(why).anyMatch(line -> line.contains(" it is placed on node "));
    assertThat(whyNot).anyMatch(line -> line.contains(" it is given up: "));
    assertThat(SYSTEM.explainer().explain(run, "none")).isEmpty();
  }

  @Test
  void aTaskOfAnAgentThatIsLostIsPlacedElsewhereBeforeItBegins() {
    var run =
        BrokerRuns.run(
            """
            agents { count = 2, nodes { least = 1, most = 1 }, notice = 1 }
            agents.losses = [{agent = 0, at = 30, back = 500}]
            jobs.count = 2
            tasks { lead { least = 100, most = 100 }, load { least = 10, most = 10 } }
            """);

    assertThat(run.placements().stream().map(row -> row.agent() + " " + row.ending()))
        .containsExactly("0 LOST", "1 KEPT", "1 KEPT");
    assertThat(run.messages().stream().filter(row -> row.kind() == Kind.RELEASE))
        .singleElement()
        .satisfies(row -> assertThat(row.sent()).isEqualTo(501_000));
  }

  @Test
  void brokersThatWantTheSameCapacityRefuseOneAndItTriesAgain() {
    var run =
        BrokerRuns.run(
            """
            agents { count = 1, nodes { least = 1, most = 1 } }
            brokers.count = 2
            jobs.count = 2
            tasks {
              lead { least = 100, most = 100 }, length { least = 50, most = 50 }
              load { least = 50, most = 50 }
            }
            """);

    assertThat(run.answers().stream().filter(row -> row.result() == Result.HELD)).hasSize(1);
    assertThat(run.jobs().stream().map(row -> row.outcome() + " " + row.reason()))
        .containsExactly("PLACED Optional.empty", "UNPLACED Optional[LOAD]");
  }
}
