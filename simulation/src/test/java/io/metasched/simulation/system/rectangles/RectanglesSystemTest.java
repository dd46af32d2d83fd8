package io.metasched.simulation.system.rectangles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.RectanglePolicies;
import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.ResultFormatException;
import io.metasched.simulation.rows.RowSource;
import io.metasched.simulation.rows.Table;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rule.RunRules;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.rectangles.rows.RectanglesFacts;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import io.metasched.simulation.system.rectangles.rows.ReservationRow.Outcome;
import io.metasched.simulation.workload.trace.SwfReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reservations through the interfaces of the kernel: runs, files, metrics, rules and explanation.
 */
final class RectanglesSystemTest {
  private static final RectanglesSystem SYSTEM = new RectanglesSystem();
  private static final String ALL = "[" + String.join(", ", RectanglePolicies.names()) + "]";
  private static final String SMALL =
      "elements = 64\njobs { umed = 5, uhi = 6, count = 80, arrival-factor = 3 }\n";
  private static final String CHANGED =
      SMALL + "reservations { cancel-share = 0.2, shrink-share = 0.4 }\n";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jobs.count = 150",
        CHANGED,
        SMALL + "reservations.deadline-factor = 0",
        SMALL + "reservations.artime-factor = 0",
        SMALL + "shapes = [0.5, 2, 100]",
        CHANGED + "speeds = [{count = 40, speed = 1}, {count = 24, speed = 1.75}]",
        CHANGED
            + "shapes = [0.3, 1.7]\nspeeds = [{count = 40, speed = 0.7}, {count = 24, speed = 2}]",
        "elements = 1\njobs { ulow = 0, umed = 0, uhi = 0, count = 40 }",
        "jobs.count = 1"
      })
  void runsAreSoundReadBackEqualAndAgreeWithTheExactFormulas(String settings) throws IOException {
    for (var run : runs(settings)) {
      assertThat(RunRules.check(SYSTEM.rules(), run)).isEmpty();
      assertThat(readBack(run)).isEqualTo(run);
      SYSTEM.metrics().ofRuns().forEach(metric -> assertExact(metric, run));
      for (var grouping : SYSTEM.metrics().groupings()) {
        assertThat(grouping.groups().apply(run)).isNotEmpty();
      }
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

  private static ScenarioText text(String settings) {
    return Systems.SCENARIOS.ofText(
        "kind = rectangles\npolicies = %s\n%s".formatted(ALL, settings), "small.conf", "small");
  }

  private static List<RectanglesRun> runs(String settings) {
    var instance =
        SYSTEM
            .read(text(settings), new Inputs(Policies.builtIn(), Path::of, SwfReader::read))
            .apply(new Seeds(5, "small", 0));
    return instance.policies().stream()
        .map(policy -> EngineLoop.run(instance.begin(policy, Progress.NONE), "1.0"))
        .toList();
  }

  private RectanglesRun readBack(RectanglesRun run) throws IOException {
    for (var table : SYSTEM.tables()) {
      write(table, run);
    }
    return SYSTEM.assemble(
        new RowSource() {
          @Override
          public <T> List<T> rows(TableFormat<T> format) {
            return format.read(folder);
          }
        });
  }

  private <T> void write(Table<RectanglesRun, T> table, RectanglesRun run) throws IOException {
    table.format().write(table.rows().apply(run), folder, new TreeMap<>());
  }

  /** Compares pinned digests, so that a change of any placement is detected. */
  @ParameterizedTest
  @ValueSource(strings = {Drivers.ENGINE, Drivers.ACTORS})
  void theDefaultScenarioIsPlacedAsItWasBefore(String driver) {
    var runs = ScenarioRuns.runs(Systems.SCENARIOS.packed("rectangles"), driver);

    assertThat(runs).allSatisfy(run -> assertThat(run.violations()).isEmpty());
    assertThat(runs.stream().map(run -> run.title().policy() + " " + run.placementsDigest()))
        .containsExactly(
            "ff 7d909c36becc121225056a0cad969bddc1456229758c2363b55be124ce5dea6c",
            "pe-best c6efe918c33c92c0fda216ed3168e1fdb68f51270c9a56ae5273c76c81cf78d6",
            "pe-worst ab2e474b1bc444b944a7f9267b1fb057a4f9f71fb81e07fde7eb8334866c09df",
            "duration-best ff572d4e709313dfe91ab71a14278b1064223c38ac0670726a3cf361f93cbbe9",
            "duration-worst 3f369af58fe8486ad963ff3dda9d6027db57a87585d4c6c7fa627d530d26c275",
            "pe-duration-best 7ee5fbe1d042e9f0f09eb83a9c7fd23554aaabc29fd555cdb84bcb0f5cc55414",
            "pe-duration-worst f2b6e92c2d037cda846a1f479330e3ce00702b841d10208773f377296d3745fa");
  }

  @Test
  void actorsPlaceRandomScenariosAsTheEngineDoes() {
    var random = new SplittableRandom(17);
    for (int i = 0; i < 6; i++) {
      var settings =
          """
          seed = %d
          elements = 64
          jobs { umed = 5, uhi = 6, count = 40, arrival-factor = %s }
          reservations { artime-factor = %s, deadline-factor = %s, cancel-share = %s, shrink-share = %s }
          shapes = %s
          """
              .formatted(
                  random.nextInt(),
                  1 + random.nextInt(9),
                  random.nextInt(4),
                  random.nextInt(4),
                  random.nextInt(5) / 10.0,
                  random.nextInt(5) / 10.0,
                  random.nextBoolean() ? "[]" : "[0.5, 2]");

      var text = text(settings);

      assertThat(ScenarioRuns.runs(text, Drivers.ACTORS).stream().map(r -> r.placementsDigest()))
          .as(settings)
          .containsExactlyElementsOf(ScenarioRuns.digests(text));
    }
  }

  /** Replaces one cell of a valid row; the rule must detect it. */
  @ParameterizedTest
  @CsvSource({
    "job, order",
    "arrival, request",
    "ready, request",
    "duration, request",
    "deadline, request",
    "elements, choice",
    "wish, request",
    "wishMicro, outcome",
    "outcome, outcome",
    "refused, outcome",
    "start, outcome",
    "end, outcome",
    "taken, outcome",
    "begin, choice",
    "rectangleEnd, outcome",
    "free, choice",
    "feasible, choice",
    "changed, outcome",
    "kept, outcome"
  })
  void aBrokenCellIsFoundByItsRule(String column, String rule) throws IOException {
    var run = runs(CHANGED).get(2);
    readBack(run);
    int at = 0;
    while (run.jobs().get(at).outcome() != Outcome.GAVE_BACK || run.jobs().get(at).begin() < 0) {
      at++;
    }

    var broken = withCell(at, column, replacement(run.jobs().get(at), column));

    assertThat(RunRules.check(SYSTEM.rules(), broken).stream().map(found -> found.rule()))
        .as(column)
        .contains(rule);
  }

  private static String replacement(ReservationRow row, String column) {
    return switch (column) {
      case "job" -> Long.toString(row.job() - 1);
      case "arrival" -> seconds(row.ready() + 1);
      case "ready" -> seconds(row.deadline());
      case "duration" -> seconds(row.deadline() - row.ready() + 1);
      case "deadline" -> seconds(row.ready());
      case "elements" -> Integer.toString(row.elements() + 1);
      case "wish" -> "none";
      case "wishMicro" -> Integer.toString((row.wishMicro() + 500_000) % 1_000_000);
      case "outcome" -> "finished";
      case "refused" -> "not_free";
      case "start" -> seconds(row.ready() - 1);
      case "end" -> seconds(row.deadline() + 1);
      case "taken" -> "0-999";
      case "begin" -> seconds(row.begin() == 0 ? 1 : row.begin() - 1);
      case "rectangleEnd" -> seconds(row.deadline() + 1);
      case "free" -> Integer.toString(row.free() == 64 ? 63 : row.free() + 1);
      case "feasible" -> Integer.toString(row.feasible() + 1);
      case "changed" -> seconds(row.changed() + 1);
      case "kept" -> "";
      default -> throw new IllegalArgumentException(column);
    };
  }

  private static String seconds(long ticks) {
    return BigDecimal.valueOf(ticks, 3).stripTrailingZeros().toPlainString();
  }

  private RectanglesRun withCell(int row, String column, String cell) throws IOException {
    var file = folder.resolve("jobs.csv");
    var lines = new ArrayList<>(Files.readAllLines(file));
    int place = ReservationRow.FORMAT.names().indexOf(column);
    var cells = new ArrayList<>(List.of(lines.get(row + 1).split(",", -1)));
    cells.set(place, cell);
    lines.set(row + 1, String.join(",", cells));
    Files.write(file, lines);
    return SYSTEM.assemble(
        new RowSource() {
          @Override
          public <T> List<T> rows(TableFormat<T> format) {
            return format.read(folder);
          }
        });
  }

  @Test
  void aRunOfOtherFactsIsFound() {
    var run = runs("jobs.count = 40").get(0);
    var facts = run.facts();
    var fewer =
        new RectanglesFacts(
            facts.title(), 1024, 39, List.of(), List.of(), 1, facts.artimeFactor(), 3, 0, 0);
    var tighter =
        new RectanglesFacts(facts.title(), 1024, 40, List.of(), List.of(), 1, 0.1, 3, 0, 0);
    var other =
        new RectanglesFacts(facts.title(), 1024, 40, List.of(), List.of(500), 1, 3, 3, 0, 0);

    assertThat(rules(new RectanglesRun(fewer, run.jobs()))).contains("run");
    assertThat(rules(new RectanglesRun(tighter, run.jobs()))).contains("request");
    assertThat(rules(new RectanglesRun(other, run.jobs()))).contains("choice");
  }

  @Test
  void twoJobsOnOneElementAreFound() {
    var run = runs(SMALL).get(0);
    var jobs = new ArrayList<>(run.jobs());
    int at = 1;
    while (!jobs.get(at).isAccepted() || jobs.get(at).taken().equals(ElementSet.range(0, 64))) {
      at++;
    }
    var doubled = new ArrayList<>(jobs);
    var twice = jobs.get(at);
    var copy =
        new ReservationRow(
            1_000_000,
            twice.arrival(),
            twice.ready(),
            twice.durationTicks(),
            twice.deadline(),
            twice.elements(),
            twice.wish(),
            twice.wishMicro(),
            twice.outcome(),
            twice.refused(),
            twice.start(),
            twice.end(),
            twice.taken(),
            twice.begin(),
            twice.rectangleEnd(),
            twice.free(),
            twice.feasible(),
            twice.changed(),
            twice.kept());
    doubled.add(at + 1, copy);

    assertThat(rules(new RectanglesRun(run.facts(), doubled))).contains("element", "choice");
  }

  private static List<String> rules(RectanglesRun run) {
    return RunRules.check(SYSTEM.rules(), run).stream().map(found -> found.rule()).toList();
  }

  @Test
  void anExplanationNamesTheStartsAndTheReason() {
    var run = runs(SMALL).get(2);
    var refused = run.jobs().stream().filter(row -> !row.isAccepted()).findFirst().orElseThrow();
    var chosen =
        run.jobs().stream()
            .filter(row -> row.isAccepted() && row.feasible() > 1)
            .findFirst()
            .orElseThrow();

    var why = SYSTEM.explainer().explain(run, Long.toString(chosen.job()));
    var whyNot = SYSTEM.explainer().explain(run, Long.toString(refused.job()));

    assertThat(why).anyMatch(line -> line.startsWith("  * start "));
    assertThat(why).anyMatch(line -> line.contains("the rectangle with the most free elements"));
    assertThat(whyNot).contains("  0 starts are feasible");
    assertThat(whyNot.get(whyNot.size() - 1)).startsWith("  so it is refused: ");
    assertThat(SYSTEM.explainer().explain(run, "none")).isEmpty();
  }

  @Test
  void aCellThatIsNoSetOfElementsIsRefused() throws IOException {
    readBack(runs(SMALL).get(0));

    for (var cell : List.of("3-1", "1;2", "-4", "0-3;2", "x")) {
      assertThatThrownBy(() -> withCell(0, "taken", cell))
          .isInstanceOf(ResultFormatException.class)
          .hasMessageContaining("column taken");
    }
  }
}
