package io.metasched.simulation.system.broker.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.broker.TaskPlacement;
import io.metasched.resource.broker.LoadInterval;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;
import io.metasched.resource.model.Span;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Claim.Finding;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.ReplicationRunner;
import io.metasched.simulation.study.SyntheticMeasurements;
import io.metasched.simulation.system.broker.rows.NodeTable;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Experiments on brokers and agents: small runs, and claims evaluated on synthetic cells. */
final class BrokerExperimentsTest {
  static List<Experiment> experiments() {
    return List.of(new BrokerBalance(), new BrokerTable(), new BrokerContention());
  }

  private static ObservedValues measured(Experiment experiment, int replications, int threads) {
    var cells = experiment.measures().stream().map(Measure::series).toList();
    var context = new ExperimentContext(List.of(), () -> 0);
    return new ReplicationRunner(7, replications, threads)
        .repeat(experiment.replicable(context), cells, done -> {});
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void twoThreadsMeasureWhatOneDoes(Experiment experiment) {
    var one = measured(experiment, 2, 1);
    var two = measured(experiment, 2, 2);

    assertThat(one.schedulesChecked()).isPositive().isEqualTo(two.schedulesChecked());
    for (var cell : one.series()) {
      assertThat(two.values(cell.row(), cell.column()))
          .describedAs(cell.toString())
          .isEqualTo(one.values(cell.row(), cell.column()));
      assertThat(one.values(cell.row(), cell.column())[0])
          .describedAs("%s has a value", cell)
          .isNotNaN();
    }
  }

  @Test
  void agentsHaveAllPlacedTasksBetweenThem() {
    var balance = measured(new BrokerBalance(), 3, 1);

    for (int i = 0; i < balance.replications(); i++) {
      for (var policy : List.of("least-load", "random")) {
        double sum = 0;
        for (int agent = 1; agent <= 3; agent++) {
          sum += balance.values(policy + " 50 tasks, 3 agents", "agent " + agent)[i];
        }
        double placed = balance.values(policy + " 50 tasks, 3 agents", "placed")[i];
        assertThat(sum).isEqualTo(placed / 100 * 50);
      }
    }
  }

  @Test
  void theMeansOfATableAreThoseOfItsPeriods() {
    var table = measured(new BrokerTable(), 1, 1);

    for (var row : List.of("agent 1, node 1", "agent 2, node 2")) {
      double sum = 0;
      for (int period = 0; period < 25; period++) {
        sum += table.mean(row, "one set, load from %d min".formatted(15 * period));
      }
      assertThat(sum / 25).isCloseTo(table.mean(row, "mean load"), within(1e-9));
    }
  }

  private static Offset<Double> within(double offset) {
    return Offset.offset(offset);
  }

  @Test
  void aScheduleIsCheckedTaskByTaskAndNodeByNode() {
    var first = Task.of(1, new Span(0, 100), 50);
    var second = Task.of(2, new Span(100, 200), 50);
    var third = Task.of(3, new Span(50, 150), 40);
    var asked = List.of(first, second, third);

    assertThat(rules(asked, List.of(on(0, first), on(0, second), on(1, third)))).isEmpty();
    assertThat(rules(asked, List.of(on(0, first), on(0, third)))).containsExactly("capacity");
    assertThat(rules(asked, List.of(on(0, first), on(1, first)))).containsExactly("once");
    assertThat(rules(List.of(second), List.of(on(0, first)))).containsExactly("once");
    assertThat(rules(asked, List.of(on(0, Task.of(1, new Span(0, 100), 20)))))
        .containsExactly("once");
  }

  private static TaskPlacement on(int node, Task task) {
    return new TaskPlacement(task, 0, node, task.load(), 1);
  }

  private static List<String> rules(List<Task> asked, List<TaskPlacement> placed) {
    return PlacedTasks.violations(asked, placed, TableLimits.PUBLISHED).stream()
        .map(Violation::rule)
        .toList();
  }

  @Test
  void loadsOfATableAreThoseOfItsIntervals() {
    var table =
        new NodeTable(
            1,
            2,
            List.of(
                new LoadInterval(0, 100, 0, 0),
                new LoadInterval(100, 300, 40, 2),
                new LoadInterval(300, 400, 20, 1),
                new LoadInterval(400, LoadInterval.INFINITE, 0, 0)));

    assertThat(table.meanLoad(0, 500)).isEqualTo((200 * 40 + 100 * 20) / 500.0);
    assertThat(table.meanLoad(200, 350)).isEqualTo((100 * 40 + 50 * 20) / 150.0);
    assertThat(table.meanOverIntervals()).isEqualTo(15);
    assertThat(table.highest()).isEqualTo(40);
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void aSettingThatNoScenarioAllowsIsRefused(Experiment experiment) {
    var context = new ExperimentContext(List.of("limits.load=101"), () -> 0);

    assertThatThrownBy(() -> experiment.replicable(context))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("limits.load");
  }

  private static List<String> broken(Experiment experiment, SyntheticMeasurements table) {
    return experiment.claims(table.measurements()).stream()
        .filter(claim -> claim.finding() == Finding.CONTRADICTED)
        .map(Claim::id)
        .toList();
  }

  /** Sets a cell to one value in all replications. */
  private static void constant(
      SyntheticMeasurements table, String row, String column, double value) {
    table.with(row, column, value, value, value, value);
  }

  /** Returns cells that confirm all sentences. */
  private static SyntheticMeasurements balanced() {
    var table = SyntheticMeasurements.ones(new BrokerBalance());
    var tests =
        List.of(
            "8 tasks, 2 agents", "20 tasks, 2 agents", "50 tasks, 3 agents", "100 tasks, 3 agents");
    for (var test : tests) {
      constant(table, "least-load " + test, "placed", 100);
      constant(table, "least-load " + test, "spread", 0);
      constant(table, "least-load " + test, "nodes without a task", 0);
      for (var other : List.of("most-load", "first-agent", "random")) {
        table.cell(other + " " + test, "highest load", 2);
      }
    }
    for (var minutes : List.of("180", "90", "60", "30")) {
      table.cell("least-load in %s min".formatted(minutes), "tasks at once", 2);
    }
    constant(table, "least-load one of 3 agents lost", "lost elsewhere", 0);
    table.cell("least-load one of 3 agents lost", "placed", 90);
    return table;
  }

  @Test
  void allSentencesOnBalanceHoldOfEvenCellsAndEachCanBeBroken() {
    var balance = new BrokerBalance();

    assertThat(balance.claims(balanced().measurements())).hasSize(9).allMatch(Claim::holds);
    assertThat(broken(balance, balanced().cell("least-load 50 tasks, 3 agents", "placed", 99)))
        .containsExactly("all-tasks-are-placed");
    assertThat(broken(balance, balanced().cell("least-load 50 tasks, 3 agents", "spread", 1.1)))
        .containsExactly("optimal-balance", "broker-criteria-balance");
    assertThat(broken(balance, balanced().cell("random 8 tasks, 2 agents", "spread", -1)))
        .containsExactly("broker-criteria-balance");
    assertThat(
            broken(balance, balanced().cell("most-load 100 tasks, 3 agents", "highest load", 0.5)))
        .containsExactly("lowest-peaks");
    assertThat(broken(balance, balanced().cell("least-load the only agent lost", "placed", 95)))
        .containsExactly("loses-nothing-with-an-agent");
    assertThat(
            broken(
                balance, balanced().cell("least-load 2 agents from the start", "later placed", 2)))
        .containsExactly("goes-on-without-a-failed-agent");
  }

  @Test
  void thePaperCallsItsOwnSpreadsBalanced() {
    var balance = new BrokerBalance();
    var paper =
        balanced()
            .with("least-load 50 tasks, 3 agents", "spread", 7, 7, 7, 7)
            .with("least-load 100 tasks, 3 agents", "spread", 12, 12, 12, 12);

    assertThat(broken(balance, paper)).doesNotContain("agents-loaded-in-balance");
    assertThat(broken(balance, paper.cell("least-load 100 tasks, 3 agents", "spread", 13)))
        .contains("agents-loaded-in-balance");
  }

  private static SyntheticMeasurements tables() {
    var table = SyntheticMeasurements.ones(new BrokerTable());
    for (var agent : List.of("agent 1", "agent 2")) {
      constant(table, agent, "tasks", 10);
      table.cell(agent, "nodes apart, first node", 2);
    }
    return table;
  }

  @Test
  void sentencesOnTheTableCanBeBroken() {
    var table = new BrokerTable();

    assertThat(table.claims(tables().measurements())).hasSize(4).allMatch(Claim::holds);
    assertThat(broken(table, tables().cell("agent 2", "tasks", 11)))
        .containsExactly("agents-have-as-many-tasks");
    assertThat(broken(table, tables().cell("agent 1, node 2", "mean load", 1.2)))
        .containsExactly("nodes-are-loaded-evenly");
    assertThat(broken(table, tables().cell("agent 1", "nodes apart", 3)))
        .containsExactly("agent-criterion-balances");
  }

  @Test
  void anAgentThatTakesTheFirstNodeLoadsOneOnly() {
    var table = measured(new BrokerTable(), 2, 1);

    for (var agent : List.of("agent 1", "agent 2")) {
      assertThat(table.mean(agent, "nodes apart, first node"))
          .isCloseTo(
              table.mean(agent + ", node 1", "mean load")
                  + table.mean(agent + ", node 2", "mean load"),
              within(2));
    }
  }

  @Test
  void anAgentIsLostWithItsOwnTasksAlone() {
    var balance = measured(new BrokerBalance(), 2, 1);

    assertThat(balance.mean("least-load one of 3 agents lost", "lost elsewhere")).isZero();
    assertThat(balance.mean("least-load one of 3 agents lost", "later placed")).isGreaterThan(95);
    assertThat(balance.mean("least-load the only agent lost", "later placed")).isZero();
  }

  private static SyntheticMeasurements contention() {
    var table = SyntheticMeasurements.ones(new BrokerContention());
    for (var load : List.of("moderate load", "high load", "moderate load, small rounds")) {
      for (int brokers : List.of(1, 2, 4, 8)) {
        var row = "least-load %s, brokers %d".formatted(load, brokers);
        table.cell(row, "refused per 100 tasks", brokers);
        table.cell(row, "tasks per s", brokers);
        table.cell(row, "time to decide, s", 10 - brokers);
      }
    }
    return table;
  }

  @Test
  void claimsOnContentionCanBeBroken() {
    var experiment = new BrokerContention();
    var row = "least-load moderate load, small rounds, brokers 8";

    assertThat(experiment.claims(contention().measurements())).hasSize(4).allMatch(Claim::holds);
    assertThat(broken(experiment, contention().cell(row, "refused per 100 tasks", 0.5)))
        .containsExactly("refusals-rise-with-brokers");
    assertThat(broken(experiment, contention().cell(row, "tasks per s", 3)))
        .containsExactly("throughput-rises-with-brokers");
    assertThat(broken(experiment, contention().cell(row, "time to decide, s", 7)))
        .containsExactly("brokers-decide-sooner-together");
    assertThat(broken(experiment, contention().cell(row, "placed", 3)))
        .containsExactly("brokers-place-as-many-together");
  }
}
