package io.metasched.metascheduler.deployment.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.config.SnapshotSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings by which JVMs form a cluster; the reference.conf of this module documents each value.
 *
 * @param self address at which this JVM listens
 * @param seeds members to join through, in the order in which they are tried; empty to form a
 *     cluster
 * @param joinTimeout maximum time in which a JVM tries to join
 * @param startTimeout maximum time in which a deployment waits for its members, and for its actors
 *     to start
 * @param leaveTimeout maximum time for a JVM to leave before it is stopped by force
 * @param journal journal of the events, if they are persisted
 * @param config the complete configuration, for the actor system
 */
public record ClusterSettings(
    HostPort self,
    List<HostPort> seeds,
    Duration joinTimeout,
    Duration startTimeout,
    Duration leaveTimeout,
    Optional<JournalSettings> journal,
    Config config) {
  /** Root of the configuration keys. */
  public static final String ROOT = "metasched.deployment";

  private static final String FILE = "cluster.conf";
  private static final String PROGRESS_TIMEOUT = "progress-timeout";

  public ClusterSettings {
    seeds = List.copyOf(seeds);
    requirePositive("join-timeout", joinTimeout);
    requirePositive("start-timeout", startTimeout);
    requirePositive("leave-timeout", leaveTimeout);
  }

  private static void requirePositive(String key, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new DeploymentException(
          "%s: %s.%s must be above 0s, but is %s".formatted(FILE, ROOT, key, value));
    }
  }

  /**
   * Loads the settings from conf/cluster.conf of the installation, or else the built-in settings.
   *
   * @param conf the folder {@code conf}, if it is known
   * @throws DeploymentException if the file cannot be read, a value is missing or out of range, or
   *     TLS is on and the keys are invalid
   */
  public static ClusterSettings load(Optional<Path> conf) {
    var file = conf.map(folder -> folder.resolve(FILE)).filter(Files::isRegularFile);
    try {
      var strict = ConfigParseOptions.defaults().setAllowMissing(false);
      var own =
          file.map(path -> ConfigFactory.parseFile(path.toFile(), strict))
              .orElseGet(() -> ConfigFactory.parseResources(FILE, strict));
      return read(Tls.into(ConfigFactory.load(own), conf.orElse(Path.of(""))));
    } catch (ConfigException e) {
      throw refusal(file.map(Path::toString).orElse(FILE), e);
    }
  }

  /**
   * Creates the refusal. It contains the position in the file from the original message, or else
   * the name of the file.
   */
  private static DeploymentException refusal(String file, ConfigException e) {
    var what = String.valueOf(e.getMessage());
    return new DeploymentException(what.startsWith(file) ? what : "%s: %s".formatted(file, what));
  }

  private static ClusterSettings read(Config config) {
    requirePositive(PROGRESS_TIMEOUT, config.getDuration(ROOT + "." + PROGRESS_TIMEOUT));
    var seeds =
        config.getStringList(ROOT + ".join").stream()
            .map(seed -> HostPort.of(seed, ROOT + ".join"))
            .toList();
    return new ClusterSettings(
        new HostPort(config.getString(ROOT + ".host"), config.getInt(ROOT + ".port")),
        seeds,
        config.getDuration(ROOT + ".join-timeout"),
        config.getDuration(ROOT + ".start-timeout"),
        config.getDuration(ROOT + ".leave-timeout"),
        JournalSettings.read(config),
        config);
  }

  /** Returns the maximum time of a run without a sign of progress. */
  public Duration progressTimeout() {
    return config.getDuration(ROOT + "." + PROGRESS_TIMEOUT);
  }

  /** Returns whether only programs of trusted users can reach the port: by TLS, or on loopback. */
  public boolean isTrusted() {
    try {
      return config.getBoolean(ROOT + ".tls.enabled")
          || InetAddress.getByName(self.host()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Returns the limits of the domains. */
  public DomainSettings domain() {
    return DomainSettings.read(config);
  }

  /** Returns the snapshot interval of journaled actors. */
  public SnapshotSettings snapshots() {
    return SnapshotSettings.read(config);
  }

  /** Returns the limits of the metaschedulers. */
  public MetaschedulerSettings metascheduler() {
    return MetaschedulerSettings.read(config);
  }

  /** Returns a copy for a JVM that listens at {@code place}. */
  public ClusterSettings at(HostPort place) {
    return new ClusterSettings(
        place, seeds, joinTimeout, startTimeout, leaveTimeout, journal, config);
  }

  /** Returns a copy for a JVM that joins the cluster through {@code others}. */
  public ClusterSettings joining(List<HostPort> others) {
    return new ClusterSettings(
        self, others, joinTimeout, startTimeout, leaveTimeout, journal, config);
  }

  /**
   * Returns a copy for a JVM that a run has started. The JVM tries to join until the run, which
   * waits for {@link #startTimeout}, stops it.
   */
  public ClusterSettings awaited() {
    return new ClusterSettings(
        self, seeds, startTimeout.multipliedBy(2), startTimeout, leaveTimeout, journal, config);
  }

  /** Returns a copy for a JVM that persists its events in the journal {@code there}. */
  public ClusterSettings journaling(JournalSettings there) {
    return new ClusterSettings(
        self, seeds, joinTimeout, startTimeout, leaveTimeout, Optional.of(there), config);
  }
}
