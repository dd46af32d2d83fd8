package io.metasched.simulation.scenario;

import io.metasched.metascheduler.policy.Policies;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;

/** Finds policies in jars that the user names. */
public final class Plugins {
  private Plugins() {}

  /**
   * The built-in policies and those of the jars.
   *
   * @throws UsageException for a jar that is missing, names no policy, or names one that cannot be
   *     loaded or is known already
   */
  public static Policies load(List<Path> jars) {
    if (jars.isEmpty()) {
      return Policies.builtIn();
    }
    var urls = new ArrayList<URL>();
    for (var jar : jars) {
      urls.add(url(jar));
    }
    // stays open as long as the program runs: policies load their classes when they need them
    var loader = new URLClassLoader(urls.toArray(URL[]::new), Plugins.class.getClassLoader());
    try {
      var builtIn = Policies.builtIn();
      var policies = builtIn.withPlugins(loader);
      if (policies.names().size() == builtIn.names().size()) {
        throw new UsageException("--plugins %s: no policy in it".formatted(jars));
      }
      return policies;
    } catch (ServiceConfigurationError | IllegalArgumentException | LinkageError e) {
      throw new UsageException("--plugins %s: %s".formatted(jars, e.getMessage()));
    }
  }

  private static URL url(Path jar) {
    if (!Files.isRegularFile(jar)) {
      throw new UsageException("--plugins %s: no such jar".formatted(jar));
    }
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UsageException("--plugins %s: %s".formatted(jar, e.getMessage()));
    }
  }
}
