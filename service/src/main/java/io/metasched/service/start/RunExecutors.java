package io.metasched.service.start;

import io.metasched.metascheduler.deployment.config.DeploymentException;
import io.metasched.metascheduler.deployment.config.HostPort;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.agent.process.ProcessExecutor;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.config.SettingsException;
import io.metasched.service.run.RunExecutor;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executors for the jobs of a service, by the name in the setting {@code executor}. */
public final class RunExecutors {
  private static final Logger LOG = LoggerFactory.getLogger(RunExecutors.class);
  private static final String SETTING = "metasched.service.executor";
  private static final TreeMap<String, Factory> BY_NAME = new TreeMap<>();

  static {
    BY_NAME.put("process", new Factory(false, RunExecutors::process));
    BY_NAME.put("agents", new Factory(true, AgentGate::open));
  }

  private RunExecutors() {}

  /** Factory method of an executor. */
  @FunctionalInterface
  private interface Opening {
    RunExecutor open(
        ServiceSettings settings, AgentSettings machine, Clock clock, Optional<Path> conf);
  }

  /** Kind of executor, and whether it uses the section {@code agents}. */
  private record Factory(boolean hasAgents, Opening opening) {}

  /** Returns the names of all kinds, sorted. */
  public static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /**
   * Opens the executor of a service.
   *
   * @param conf folder conf, if known
   * @throws SettingsException if no executor has this name or another setting is invalid, with a
   *     one-line message
   */
  public static RunExecutor open(ServiceSettings settings, Clock clock, Optional<Path> conf) {
    var name = settings.executor();
    var factory = BY_NAME.get(name);
    if (factory == null) {
      throw new SettingsException(
          "%s: allowed is one of %s, given was '%s'".formatted(SETTING, names(), name));
    }
    var listen = settings.agents().listen();
    if (listen.isPresent() != factory.hasAgents()) {
      throw new SettingsException(
          "metasched.service.agents.listen: allowed is %s with executor = %s, given was '%s'"
              .formatted(
                  factory.hasAgents() ? "HOST:PORT" : "'' (none)",
                  name,
                  listen.map(HostPort::toString).orElse("")));
    }
    try {
      var loaded = AgentSettings.load(conf, settings.data().resolve("agent"));
      var ports =
          Stream.concat(Stream.of(settings.port()), listen.stream().map(HostPort::port)).toList();
      var machine = loaded.with(loaded.executor().guarding(ports));
      return factory.opening().open(settings, machine, clock, conf);
    } catch (AgentException | DeploymentException e) {
      throw new SettingsException(String.valueOf(e.getMessage()));
    }
  }

  private static RunExecutor process(
      ServiceSettings settings, AgentSettings machine, Clock clock, Optional<Path> conf) {
    var executor = ProcessExecutor.open(machine.executor(), clock);
    warn(executor.weaknesses());
    return executor;
  }

  /** Logs the weaknesses of this machine. */
  static void warn(List<String> weaknesses) {
    weaknesses.forEach(line -> LOG.warn("Weakness of this machine: {}", line));
  }
}
