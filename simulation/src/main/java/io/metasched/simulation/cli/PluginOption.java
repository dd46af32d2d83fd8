package io.metasched.simulation.cli;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.scenario.Plugins;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that brings policies of one's own. */
final class PluginOption {
  @Option(
      names = "--plugins",
      split = ",",
      paramLabel = "JAR",
      description =
          "Jars with policies of one's own. They are programs, and run with all rights of yours.")
  private List<Path> jars = new ArrayList<>();

  private @Nullable Plugins plugins;
  private @Nullable Policies policies;

  /** The jars; nothing of them is loaded. */
  Plugins plugins() {
    if (plugins == null) {
      plugins = Plugins.of(jars);
      if (!jars.isEmpty()) {
        PluginExit.watch(plugins);
      }
    }
    return plugins;
  }

  /** The built-in policies and those of the jars. */
  Policies policies() {
    if (policies == null) {
      policies = plugins().policies();
    }
    return policies;
  }

  /** The jars by their whole paths. */
  List<String> paths() {
    return jars.stream().map(jar -> jar.toAbsolutePath().normalize().toString()).toList();
  }
}
