package io.metasched.simulation.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.simulation.config.ScenarioReader;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.config.TwoLevelReader;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.result.ResultFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Runs the scenario that a result folder came from again. */
public final class Rerun {
  private static final long MOST_BYTES = 256L * 1024 * 1024;

  private static final String NO_DIGEST = "none";

  private Rerun() {}

  /** The placements of one policy, before and now, by their digests; {@code none} without a run. */
  public record Comparison(String policy, String before, String now) {
    public boolean isSame() {
      return before.equals(now);
    }
  }

  /**
   * Runs the scenario again, with the same name, seed and plug-ins.
   *
   * @throws UsageException when the folder lacks what it takes
   */
  public static List<Comparison> of(Path folder, String version, Progress progress) {
    var summary = summary(folder.resolve(ResultFolder.SUMMARY));
    var before = new TreeMap<String, String>();
    summary
        .path("policies")
        .forEach(p -> before.put(p.path("policy").asText(), p.path("placementsDigest").asText()));
    var jars = new ArrayList<Path>();
    summary.path("plugins").forEach(jar -> jars.add(plugin(jar.asText())));
    var text =
        ScenarioText.ofFile(folder.resolve(Simulation.SCENARIO_FILE))
            .named(summary.path("scenario").asText());
    // what several JVMs bring out one brings out, too
    var driver = summary.path("driver").asText().replace(Drivers.CLUSTER, Drivers.ACTORS);
    if (driver.equals(Drivers.ACTORS_FREE)) {
      throw new UsageException(
          "%s: a run of driver %s depends on the order of messages and cannot be repeated"
              .formatted(folder, driver));
    }
    var logs = LogFolders.firstOf(Optional.empty(), Optional.empty());
    var now =
        switch (text.kind()) {
          case CYCLIC -> cyclic(text, jars, driver, logs, version, progress);
          case TWO_LEVEL -> twoLevel(text, driver, logs, version, progress);
        };
    before.keySet().forEach(policy -> now.putIfAbsent(policy, NO_DIGEST));
    return now.entrySet().stream()
        .map(
            e ->
                new Comparison(
                    e.getKey(), before.getOrDefault(e.getKey(), NO_DIGEST), e.getValue()))
        .toList();
  }

  private static Map<String, String> cyclic(
      ScenarioText text,
      List<Path> jars,
      String driver,
      LogFolders logs,
      String version,
      Progress progress) {
    var scenario = ScenarioReader.read(text, Plugins.load(jars));
    var world = CountableWorlds.of(scenario, logs::find);
    var digests = new LinkedHashMap<String, String>();
    try (var chosen = Drivers.named(driver)) {
      new Simulation(chosen, text, scenario, world, List.of(), version)
          .run(progress, () -> 0)
          .reports()
          .forEach(r -> digests.put(r.header().policy(), r.placementsDigest()));
    }
    return digests;
  }

  private static Map<String, String> twoLevel(
      ScenarioText text, String driver, LogFolders logs, String version, Progress progress) {
    var scenario = TwoLevelReader.read(text);
    var jobs = TwoLevelJobs.of(scenario, logs::find);
    var digests = new LinkedHashMap<String, String>();
    try (var chosen = TwoLevelDrivers.named(driver)) {
      new TwoLevelSimulation(driver, chosen, text, scenario, jobs, version)
          .run(progress, () -> 0)
          .runs()
          .runs()
          .forEach(run -> digests.put(run.policy(), run.placementsDigest()));
    }
    return digests;
  }

  private static Path plugin(String jar) {
    try {
      return Path.of(jar);
    } catch (InvalidPathException e) {
      throw new UsageException("the summary names a plug-in that is no file");
    }
  }

  private static JsonNode summary(Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
        throw new UsageException(
            "%s: no summary of results there; name the folder that simulate wrote".formatted(file));
      }
      return new ObjectMapper().readTree(Files.readString(file));
    } catch (JsonProcessingException e) {
      throw new UsageException("%s: no JSON: %s".formatted(file, e.getOriginalMessage()));
    } catch (IOException e) {
      throw new UsageException("%s: cannot be read: %s".formatted(file, e.getMessage()));
    }
  }
}
