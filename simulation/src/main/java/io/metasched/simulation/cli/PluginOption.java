package io.metasched.simulation.cli;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.scenario.Plugins;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that brings policies of one's own. */
final class PluginOption {
  @Option(
      names = "--plugins",
      split = ",",
      paramLabel = "JAR",
      description = "Jars with policies of one's own.")
  private List<Path> jars = new ArrayList<>();

  /** The built-in policies and those of the jars. */
  Policies policies() {
    return Plugins.load(jars);
  }

  /** The jars by their whole paths. */
  List<String> paths() {
    return jars.stream().map(jar -> jar.toAbsolutePath().normalize().toString()).toList();
  }
}
