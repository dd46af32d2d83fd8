package io.metasched.simulation.scenario;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.metascheduler.policy.PolicyProvider;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;

/**
 * Policies in jars given on the command line; a jar is never loaded because a file names it. No
 * class of the jars is loaded before {@link #policies} is called.
 */
public final class Plugins {
  /** Name of the class loader of all plug-ins. */
  public static final String LOADER = "plug-ins";

  private final List<PluginJar> jars;
  private final PluginCalls calls = new PluginCalls();

  private Plugins(List<PluginJar> jars) {
    this.jars = List.copyOf(jars);
  }

  /**
   * Creates the plug-ins of the given jars.
   *
   * @throws UsageException if a jar cannot be read
   */
  public static Plugins of(List<Path> jars) {
    return new Plugins(jars.stream().map(PluginJar::of).toList());
  }

  /** Returns the identities of the jars in results. */
  public List<PluginJar.Id> ids() {
    return jars.stream().map(PluginJar::id).toList();
  }

  /** Returns the fingerprints of the jars, sorted. */
  public List<String> fingerprints() {
    return jars.stream().map(PluginJar::sha256).sorted().toList();
  }

  /** Returns the current calls of the plug-ins. */
  public PluginCalls calls() {
    return calls;
  }

  /**
   * Returns the built-in policies and the policies in the jars.
   *
   * @throws UsageException if a jar does not name a policy, or names one that cannot be loaded, is
   *     already known, or ends the program without a message
   */
  public Policies policies() {
    if (jars.isEmpty()) {
      return Policies.builtIn();
    }
    var urls = new ArrayList<URL>();
    for (var jar : jars) {
      urls.add(url(jar));
      requireNoHalt(jar);
    }
    var names = jars.stream().map(PluginJar::name).toList();
    // stays open as long as the program runs, because policies load their classes lazily
    var loader =
        new URLClassLoader(LOADER, urls.toArray(URL[]::new), Plugins.class.getClassLoader());
    try {
      var builtIn = Policies.builtIn();
      var policies =
          builtIn.withPlugins(
              loader, provider -> new GuardedProvider(provider, jarOf(provider), calls));
      if (policies.names().size() == builtIn.names().size()) {
        throw new UsageException("--plugins %s: no policy in it".formatted(names));
      }
      return policies;
    } catch (PluginException e) {
      throw new UsageException("--plugins: " + e.getMessage());
    } catch (ServiceConfigurationError e) {
      var cause = e.getCause() == null ? "" : ": " + root(e);
      throw new UsageException("--plugins %s: %s%s".formatted(names, e.getMessage(), cause));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--plugins %s: %s".formatted(names, e.getMessage()));
    } catch (LinkageError e) {
      throw new UsageException("--plugins %s: %s".formatted(names, root(e)));
    }
  }

  private static Throwable root(Throwable e) {
    return e.getCause() == null ? e : root(e.getCause());
  }

  private static void requireNoHalt(PluginJar jar) {
    try {
      HaltingClasses.first(jar.path())
          .ifPresent(
              type -> {
                throw new UsageException(
                    ("--plugins %s: class %s calls Runtime.halt, which ends the program"
                            + " without a message; a policy must return or throw")
                        .formatted(jar.path(), type));
              });
    } catch (IOException e) {
      throw new UsageException(
          "--plugins %s: is not a jar: %s".formatted(jar.path(), e.getMessage()));
    }
  }

  private static URL url(PluginJar jar) {
    try {
      return jar.path().toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UsageException("--plugins %s: %s".formatted(jar.path(), e.getMessage()));
    }
  }

  /** Returns the name of the jar with a provider's class. */
  private static String jarOf(PolicyProvider provider) {
    var source = provider.getClass().getProtectionDomain().getCodeSource();
    return source == null ? "?" : nameOf(source.getLocation());
  }

  /** Returns the name of the jar with a class. */
  public Optional<String> jarOf(String type) {
    var entry = type.replace('.', '/') + ".class";
    return jars.stream()
        .filter(jar -> HaltingClasses.holds(jar.path(), entry))
        .map(PluginJar::name)
        .findFirst();
  }

  private static String nameOf(URL location) {
    return location.getPath().replaceFirst(".*/", "");
  }
}
