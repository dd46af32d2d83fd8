package io.metasched.simulation.system.broker;

import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.RowSource;
import io.metasched.simulation.rows.Table;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rule.RunRules;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Runs of brokers and agents for tests. */
final class BrokerRuns {
  /** Settings with several competing brokers, agents that are lost, and users who cancel. */
  static final String BUSY =
      """
      agents { count = 3, nodes { least = 2, most = 3 }, lost-every = 700, lost-for = 60 }
      brokers { count = 3, round-tasks = 7, idle-rounds = 2 }
      messages { delay { least = 0, most = 3 }, offer-lapse = 4, hold-lapse = 4 }
      jobs.count = 90
      tasks {
        batches = 12, interval = 40, arrival = poisson, lead { least = 20, most = 300 }
        length { least = 50, most = 400 }, cpu-power.most = 2500, users = 4, viewer-share = 0.4, canceller-share = 0.3
        cancel-share = 0.2, foreign-cancel-share = 0.3
      }
      """;

  private static final BrokerSystem SYSTEM = new BrokerSystem();

  private BrokerRuns() {}

  static ScenarioText text(String settings) {
    return Systems.SCENARIOS.ofText("kind = broker\n" + settings, "small.conf", "small");
  }

  /** Returns the runs of the engine, policy by policy. */
  static List<BrokerRun> runs(String settings) {
    var instance =
        SYSTEM.read(text(settings), ScenarioRuns.inputs()).apply(new Seeds(5, "small", 0));
    return instance.policies().stream()
        .map(policy -> EngineLoop.run(instance.begin(policy, Progress.NONE), "1.0"))
        .toList();
  }

  static BrokerRun run(String settings) {
    return runs("policies = [least-load]\n" + settings).get(0);
  }

  static List<String> rules(BrokerRun run) {
    return RunRules.check(SYSTEM.rules(), run).stream().map(found -> found.rule()).toList();
  }

  static void write(BrokerRun run, Path folder) throws IOException {
    for (var table : SYSTEM.tables()) {
      write(table, run, folder);
    }
  }

  private static <T> void write(Table<BrokerRun, T> table, BrokerRun run, Path folder)
      throws IOException {
    table.format().write(table.rows().apply(run), folder, new TreeMap<>());
  }

  static BrokerRun read(Path folder) {
    return SYSTEM.assemble(
        new RowSource() {
          @Override
          public <T> List<T> rows(TableFormat<T> format) {
            return format.read(folder);
          }
        });
  }

  /** Replaces one cell of a table. */
  static void replace(Path file, int row, String column, String cell) throws IOException {
    var lines = new ArrayList<>(Files.readAllLines(file));
    int place = List.of(lines.get(0).split(",", -1)).indexOf(column);
    var cells = new ArrayList<>(List.of(lines.get(row + 1).split(",", -1)));
    cells.set(place, cell);
    lines.set(row + 1, String.join(",", cells));
    Files.write(file, lines);
  }

  /** Returns random settings, under which any event may occur. */
  static String random(SplittableRandom random) {
    boolean isDelayed = random.nextInt(4) > 0;
    return """
    seed = %d
    limits { load = %d, tasks = %d }
    agents {
      count = %d, nodes { least = 1, most = 3 }, lost-every = %s, lost-for = %d, notice = %d
    }
    brokers { count = %d, round-tasks = %d, idle-rounds = %d, most-rounds = %d }
    messages { delay { least = %s, most = %s }, offer-lapse = %s, hold-lapse = %s }
    jobs.count = %d
    tasks {
      batches = %d, interval = %d, arrival = %s
      lead { least = %d, most = 600 }, load { least = 5, most = 60 }
      cpu-power.most = %d, users = %d, viewer-share = 0.4, canceller-share = 0.3
      cancel-share = 0.2, foreign-cancel-share = 0.3
    }
    """
        .formatted(
            random.nextInt(),
            40 + random.nextInt(61),
            1 + random.nextInt(5),
            1 + random.nextInt(4),
            random.nextBoolean() ? "0" : 100 + random.nextInt(900),
            1 + random.nextInt(300),
            random.nextInt(20),
            1 + random.nextInt(5),
            1 + random.nextInt(12),
            1 + random.nextInt(3),
            1 + random.nextInt(12),
            isDelayed ? "0.5" : "0",
            isDelayed ? 1 + random.nextInt(6) : "0",
            1 + random.nextInt(12),
            1 + random.nextInt(12),
            20 + random.nextInt(50),
            1 + random.nextInt(30),
            random.nextInt(60),
            random.nextBoolean() ? "even" : "poisson",
            random.nextInt(60),
            random.nextBoolean() ? 0 : 2800,
            random.nextInt(5));
  }
}
