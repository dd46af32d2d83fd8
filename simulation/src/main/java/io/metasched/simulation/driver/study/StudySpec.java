package io.metasched.simulation.driver.study;

import java.util.List;
import java.util.stream.Stream;

/**
 * A study as every JVM can build it anew.
 *
 * @param version of the program
 * @param study the name of an experiment, or {@code sweep}
 * @param settings {@code key=value}, over the environments of an experiment
 * @param scenario the scenario of a sweep; empty for an experiment
 * @param seed of the run
 * @param logs that it reads, by the names that it has for them
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
   * The scenario of a sweep.
   *
   * @param name which is part of every seed
   * @param text the effective scenario, every key with its value
   * @param over the key and its values
   */
  public record Scenario(String name, String text, String over) {
    /** That of an experiment, which has none. */
    public static final Scenario NONE = new Scenario("", "", "");
  }

  /** Copies the lists. */
  public StudySpec {
    settings = List.copyOf(settings);
    logs = List.copyOf(logs);
    plugins = List.copyOf(plugins);
  }

  /** Returns the study in lines, by which two studies are compared. */
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
