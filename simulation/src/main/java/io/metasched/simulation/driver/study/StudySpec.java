package io.metasched.simulation.driver.study;

import java.util.List;
import java.util.stream.Stream;

/**
 * Specification of a study, from which every JVM can rebuild it.
 *
 * @param version version of the program
 * @param study name of an experiment, or {@code sweep}
 * @param settings {@code key=value}, which override the environments of an experiment
 * @param scenario scenario of a sweep; empty for an experiment
 * @param seed seed of the run
 * @param logs logs that it reads, by their names in the study
 * @param plugins jars with policies
 */
public record StudySpec(
    String version,
    String study,
    List<String> settings,
    Scenario scenario,
    long seed,
    List<StudyFile> logs,
    List<StudyFile> plugins) {

  /**
   * Scenario of a sweep.
   *
   * @param name name of the scenario, which is part of every seed
   * @param text effective scenario, every key with its value
   * @param over key and its values
   */
  public record Scenario(String name, String text, String over) {
    /** Empty scenario of an experiment. */
    public static final Scenario NONE = new Scenario("", "", "");
  }

  public StudySpec {
    settings = List.copyOf(settings);
    logs = List.copyOf(logs);
    plugins = List.copyOf(plugins);
  }

  /** Returns the study as lines, by which two studies are compared. */
  public String text() {
    var lines =
        Stream.of(
            Stream.of("version " + version, "study " + study, "seed " + seed),
            settings.stream().map(setting -> "set " + setting),
            Stream.of("scenario " + scenario.name(), "over " + scenario.over()),
            logs.stream().map(log -> "log %s %s".formatted(log.name(), log.sha256())),
            plugins.stream().map(jar -> "plug-in %s %s".formatted(jar.name(), jar.sha256())),
            scenario.text().lines());
    return String.join("\n", lines.flatMap(each -> each).toList()) + "\n";
  }
}
