package io.metasched.simulation.run;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.rows.JsonFile;
import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.rows.ResultFormatException;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.LogFolders;
import io.metasched.simulation.scenario.PluginJar;
import io.metasched.simulation.scenario.Plugins;
import io.metasched.simulation.scenario.ReadTraces;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.SystemEntry;
import io.metasched.simulation.system.Systems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Re-run of the scenario of a result folder. */
public final class Rerun {
  private static final int MOST_BYTES = 256 * 1024 * 1024;

  private static final String NO_DIGEST = "none";

  private Rerun() {}

  /** Digests of the placements of one policy, before and now; {@code none} without a run. */
  public record Comparison(String policy, String before, String now) {
    /** Returns whether the placements are equal. */
    public boolean isSame() {
      return before.equals(now);
    }
  }

  /**
   * Runs the scenario again, with the name, seed and plug-ins of the result.
   *
   * @param plugins plug-ins given by the user: exactly those that the run needs. They are compared
   *     with the ids in the folder before any of them is loaded; no jar is loaded because the
   *     folder names it
   * @throws UsageException if the folder lacks necessary files
   */
  public static List<Comparison> of(
      Path folder, Plugins plugins, String version, Progress progress) {
    var summary = summary(folder);
    var before = new TreeMap<String, String>();
    summary
        .path("policies")
        .forEach(p -> before.put(p.path("policy").asText(), p.path("placementsDigest").asText()));
    if (!summary.has("driver")) {
      throw new UsageException(
          ("%s: allowed is a result of simulate, replay or cluster, given was the result of an"
                  + " experiment, a sweep or a comparison")
              .formatted(folder));
    }
    requireUnchanged(folder, before);
    requireNeeded(folder, needed(folder, summary), plugins);
    var text =
        Systems.SCENARIOS
            .ofFile(folder.resolve(Simulation.SCENARIO_FILE))
            .named(summary.path("scenario").asText());
    // a run over several JVMs has the result of one in this JVM
    var driver = summary.path("driver").asText().replace(Drivers.CLUSTER, Drivers.ACTORS);
    if (driver.equals(Drivers.ACTORS_FREE)) {
      throw new UsageException(
          "%s: a run of driver %s depends on the order of messages and cannot be repeated"
              .formatted(folder, driver));
    }
    var logs = LogFolders.firstOf(Optional.empty(), Optional.empty());
    var inputs = new Inputs(plugins.policies(), logs::find, new ReadTraces());
    var now = digests(Systems.of(text.schema()), text, inputs, driver, version, progress);
    before.keySet().forEach(policy -> now.putIfAbsent(policy, NO_DIGEST));
    return now.entrySet().stream()
        .map(
            e ->
                new Comparison(
                    e.getKey(), before.getOrDefault(e.getKey(), NO_DIGEST), e.getValue()))
        .toList();
  }

  private static <R extends RunTables> Map<String, String> digests(
      SystemEntry<R> entry,
      ScenarioText text,
      Inputs inputs,
      String driver,
      String version,
      Progress progress) {
    var instance = entry.system().read(text, inputs).apply(text.seeds());
    var digests = new LinkedHashMap<String, String>();
    try (var chosen = entry.driver(driver)) {
      new Simulation<>(entry.system(), chosen, text, instance, List.of(), version, 1, () -> 0)
          .run(progress)
          .forEach(run -> digests.put(run.title().policy(), run.placementsDigest()));
    }
    return digests;
  }

  /** Rejects a folder whose files do not have the placements of its summary. */
  private static void requireUnchanged(Path folder, Map<String, String> summarized) {
    var stored = new TreeMap<String, String>();
    try {
      for (var run : Results.foldersIn(folder)) {
        addPlacements(Results.entry(run), run, stored);
      }
    } catch (ResultFormatException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
    if (!stored.equals(summarized)) {
      throw new UsageException(
          "%s: its files do not have the placements of its %s; `metasched check` lists the differences"
              .formatted(folder, ResultFolder.SUMMARY));
    }
  }

  private static <R extends RunTables> void addPlacements(
      SystemEntry<R> entry, Path run, Map<String, String> digests) {
    var tables = Results.read(entry, run);
    digests.put(tables.title().policy(), entry.system().placementsDigest(tables));
  }

  private static List<PluginJar.Id> needed(Path folder, JsonNode summary) {
    var needed = new ArrayList<PluginJar.Id>();
    for (var plugin : summary.path(SummaryJson.PLUGINS)) {
      var name = plugin.path("name").asText();
      var sha256 = plugin.path("sha256").asText();
      if (name.isEmpty() || !sha256.matches("[0-9a-f]{64}")) {
        throw new UsageException(
            "%s: plugins: allowed is a name and a sha256 for each, given was %s"
                .formatted(
                    folder.resolve(ResultFolder.SUMMARY), PrintableText.quoted(plugin.toString())));
      }
      needed.add(new PluginJar.Id(PrintableText.line(name), sha256));
    }
    return needed;
  }

  /**
   * Checks that the run used these jars. Jars are equal if their fingerprints are equal; jars may
   * have been renamed.
   */
  private static void requireNeeded(Path folder, List<PluginJar.Id> needed, Plugins plugins) {
    var given = plugins.ids().stream().map(PluginJar.Id::sha256).toList();
    for (var jar : needed) {
      if (!given.contains(jar.sha256())) {
        throw new UsageException(
            "%s: needs the plug-in %s; name it with --plugins if you trust it"
                .formatted(folder, jar));
      }
    }
    for (var jar : plugins.ids()) {
      if (needed.stream().noneMatch(one -> one.sha256().equals(jar.sha256()))) {
        throw new UsageException(
            "--plugins: %s is not a plug-in of %s, which needs %s"
                .formatted(
                    jar,
                    folder,
                    needed.isEmpty()
                        ? "none"
                        : needed.stream().map(String::valueOf).collect(joining(", "))));
      }
    }
  }

  private static JsonNode summary(Path folder) {
    var file = folder.resolve(ResultFolder.SUMMARY);
    if (!Files.isRegularFile(file)) {
      throw new UsageException(
          "%s: has no summary of results; name the folder that simulate wrote".formatted(file));
    }
    try {
      return new JsonFile(file, MOST_BYTES).read();
    } catch (ResultFormatException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
