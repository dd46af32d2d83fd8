package io.metasched.metascheduler.deployment.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import io.metasched.metascheduler.config.BrokerSettings;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.resource.config.AgentSettings;
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
 * How JVMs form a cluster; the reference.conf of this module says what each value means.
 *
 * @param self where this JVM listens
 * @param seeds members to join through, in the order in which they are tried; none to form a
 *     cluster
 * @param joinTimeout how long a JVM tries to join
 * @param startTimeout how long a deployment waits for its members, and for its actors to start
 * @param leaveTimeout how long a JVM has to leave before it is stopped by force
 * @param journal where events are persisted, if they are
 * @param config all of it, for the actor system
 */
public record ClusterSettings(
    HostPort self,
    List<HostPort> seeds,
    Duration joinTimeout,
    Duration startTimeout,
    Duration leaveTimeout,
    Optional<JournalSettings> journal,
    Config config) {
  /** The root of their keys. */
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
   * The settings of conf/cluster.conf where the program is installed, else those it carries.
   *
   * @param conf the folder conf, if it is known
   * @throws DeploymentException when the file cannot be read, a value is missing or out of its
   *     range, or TLS is on and the keys are not in order
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

  /** What it says of a place in the file is kept, and the file is named where it says nothing. */
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

  /** How long a run may go on without a sign that it does. */
  public Duration progressTimeout() {
    return config.getDuration(ROOT + "." + PROGRESS_TIMEOUT);
  }

  /** Whether no program but those of trusted users reaches the port: by TLS, or on loopback. */
  public boolean isTrusted() {
    try {
      return config.getBoolean(ROOT + ".tls.enabled")
          || InetAddress.getByName(self.host()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** The bounds of the domains. */
  public DomainSettings domain() {
    return DomainSettings.read(config);
  }

  /** When journaled actors store their state. */
  public SnapshotSettings snapshots() {
    return SnapshotSettings.read(config);
  }

  /** The bounds of the metaschedulers. */
  public MetaschedulerSettings metascheduler() {
    return MetaschedulerSettings.read(config);
  }

  /** The bounds of an agent. */
  public AgentSettings agent() {
    return AgentSettings.read(config);
  }

  /** How brokers negotiate. */
  public BrokerSettings broker() {
    return BrokerSettings.read(config);
  }

  /** The same for a JVM that listens elsewhere. */
  public ClusterSettings at(HostPort place) {
    return new ClusterSettings(
        place, seeds, joinTimeout, startTimeout, leaveTimeout, journal, config);
  }

  /** The same for a JVM that joins through other members. */
  public ClusterSettings joining(List<HostPort> others) {
    return new ClusterSettings(
        self, others, joinTimeout, startTimeout, leaveTimeout, journal, config);
  }

  /**
   * The same for a JVM that a run has started: it goes on trying to join until the run, which waits
   * for {@link #startTimeout}, ends it.
   */
  public ClusterSettings awaited() {
    return new ClusterSettings(
        self, seeds, startTimeout.multipliedBy(2), startTimeout, leaveTimeout, journal, config);
  }

  /** The same for a JVM that persists its events there. */
  public ClusterSettings journaling(JournalSettings there) {
    return new ClusterSettings(
        self, seeds, joinTimeout, startTimeout, leaveTimeout, Optional.of(there), config);
  }
}
