package io.metasched.simulation.cli;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.scenario.Plugins;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for jars with user-supplied policies. */
final class PluginOption {
  @Option(
      names = "--plugins",
      split = ",",
      paramLabel = "JAR",
      description =
          "Jars with your own policies. They are programs, and run with all your permissions.")
  private List<Path> jars = new ArrayList<>();

  private @Nullable Plugins plugins;
  private @Nullable Policies policies;

  /** Returns the jars without loading any class. */
  Plugins plugins() {
    if (plugins == null) {
      plugins = Plugins.of(jars);
      if (!jars.isEmpty()) {
        PluginExit.watch(plugins);
      }
    }
    return plugins;
  }

  /** Returns the built-in policies and the policies in the jars. */
  Policies policies() {
    if (policies == null) {
      policies = plugins().policies();
    }
    return policies;
  }

  /** Returns the absolute paths of the jars. */
  List<String> paths() {
    return jars.stream().map(jar -> jar.toAbsolutePath().normalize().toString()).toList();
  }
}
