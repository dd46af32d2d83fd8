package io.metasched.service.start;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.agent.process.ExecutorSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings of conf/agent.conf.
 *
 * @param executor how runs are executed
 * @param beat how often a heartbeat is sent
 */
public record AgentSettings(ExecutorSettings executor, Duration beat) {
  private static final String FILE = "agent.conf";
  private static final String ROOT = "metasched.agent";
  private static final String USERS = "users";

  /**
   * Reads them where the program is installed, else those it carries.
   *
   * @param conf the folder conf, if it is known
   * @param folder of the agent
   * @throws AgentException for a value that is missing, unknown or out of its range, in one line
   */
  public static AgentSettings load(Optional<Path> conf, Path folder) {
    var file = conf.map(each -> each.resolve(FILE)).filter(Files::isRegularFile);
    var strict = ConfigParseOptions.defaults().setAllowMissing(false);
    var name = file.map(Path::toString).orElse(FILE);
    try {
      var carried = ConfigFactory.parseResources(FILE, strict).getConfig(ROOT);
      var given =
          file.map(path -> ConfigFactory.parseFile(path.toFile(), strict).resolve())
              .map(config -> config.getConfig(ROOT))
              .orElse(carried);
      requireKnown(name, given, carried);
      return read(given.withFallback(carried), folder);
    } catch (ConfigException e) {
      var what = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
      throw new AgentException(what.contains(name) ? what : "%s: %s".formatted(name, what));
    }
  }

  private static void requireKnown(String name, Config given, Config carried) {
    for (var key : given.root().keySet()) {
      if (!carried.root().containsKey(key)) {
        throw new AgentException(
            "%s: %s: unknown key '%s'; known are %s"
                .formatted(
                    name, ROOT, key, String.join(", ", new TreeMap<>(carried.root()).keySet())));
      }
    }
  }

  private static AgentSettings read(Config config, Path folder) {
    SortedMap<String, String> users = new TreeMap<>();
    for (var entry : config.getConfig(USERS).root().entrySet()) {
      users.put(entry.getKey(), String.valueOf(entry.getValue().unwrapped()));
    }
    var cgroup = config.getString("cgroup");
    var beat = config.getDuration("beat");
    if (beat.toMillis() < 1) {
      throw new AgentException(ROOT + ".beat: allowed is 1ms and up, given was " + beat);
    }
    return new AgentSettings(
        new ExecutorSettings(
            folder,
            config.getBytes("output"),
            config.getDuration("start-tolerance"),
            config.getDuration("repeat"),
            config.getDuration("keep"),
            users,
            cgroup.isEmpty() ? Optional.empty() : Optional.of(Path.of(cgroup))),
        beat);
  }
}
