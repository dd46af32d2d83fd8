package io.metasched.service.start;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.agent.process.ExecutorSettings;
import io.metasched.service.agent.process.JobNetworks;
import io.metasched.service.agent.process.RunBounds;
import io.metasched.service.agent.process.UidRange;
import io.metasched.service.agent.process.UserSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Settings of conf/agent.conf.
 *
 * @param executor settings of the executor
 * @param beat interval between heartbeats
 * @param site settings for an agent of a site with its own resource manager
 */
public record AgentSettings(ExecutorSettings executor, Duration beat, SiteSettings site) {
  private static final String FILE = "agent.conf";
  private static final String ROOT = "metasched.agent";

  /**
   * Reads the settings from the folder conf if the program is installed, otherwise the settings
   * included in the program. System properties override both.
   *
   * @param conf folder conf, if known
   * @param folder folder of the agent
   * @throws AgentException for a value that is missing, unknown or out of its range, with a
   *     one-line message
   */
  public static AgentSettings load(Optional<Path> conf, Path folder) {
    return load(conf, folder, ConfigFactory.systemProperties());
  }

  static AgentSettings load(Optional<Path> conf, Path folder, Config properties) {
    var file = conf.map(each -> each.resolve(FILE)).filter(Files::isRegularFile);
    var strict = ConfigParseOptions.defaults().setAllowMissing(false);
    var name = file.map(Path::toString).orElse(FILE);
    try {
      var carried = ConfigFactory.parseResources(FILE, strict).getConfig(ROOT);
      var given =
          file.map(path -> ConfigFactory.parseFile(path.toFile(), strict).resolve())
              .map(config -> config.getConfig(ROOT))
              .orElse(carried);
      var overrides = properties.hasPath(ROOT) ? properties.getConfig(ROOT) : ConfigFactory.empty();
      for (var section : List.of("", "site", "site.slurm")) {
        requireKnown(name, section, given, carried);
        requireKnown("-D", section, overrides, carried);
      }
      return read(overrides.withFallback(given).withFallback(carried), folder);
    } catch (ConfigException | AgentException e) {
      var what = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
      throw new AgentException(what.contains(name) ? what : "%s: %s".formatted(name, what));
    }
  }

  /**
   * @param section path of the section to check; empty for the root
   */
  private static void requireKnown(String name, String section, Config given, Config carried) {
    if (!section.isEmpty() && !given.hasPath(section)) {
      return;
    }
    var keys = section.isEmpty() ? given.root() : given.getConfig(section).root();
    var known = section.isEmpty() ? carried.root() : carried.getConfig(section).root();
    var place = section.isEmpty() ? ROOT : ROOT + "." + section;
    for (var key : keys.keySet()) {
      if (!known.containsKey(key)) {
        throw new AgentException(
            "%s: %s: unknown key '%s'; known are %s"
                .formatted(name, place, key, String.join(", ", new TreeMap<>(known).keySet())));
      }
    }
  }

  private static AgentSettings read(Config config, Path folder) {
    var users = texts(config.getConfig("users"));
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
            new UserSettings(
                users, uids(config.getString("uids")), config.getStringList("accounts")),
            cgroup.isEmpty() ? Optional.empty() : Optional.of(Path.of(cgroup)),
            new RunBounds(
                config.getInt("processes"),
                config.getBytes("folder.size"),
                config.getLong("folder.files"),
                config.getDuration("folder.measure"),
                config.getBytes("keep-free"),
                config.getBytes("private-shm")),
            new JobNetworks(
                config.getString("network"),
                texts(config.getConfig("networks")),
                new TreeSet<>(config.getIntList("service-ports"))),
            config.getBoolean("private-tmp"),
            config.getBoolean("user-namespaces"),
            memory(config)),
        beat,
        SiteSettings.read(config.getConfig("site"), ROOT + ".site"));
  }

  private static long memory(Config config) {
    var text = config.getString("memory");
    return text.isEmpty() ? ExecutorSettings.usualMemory() : config.getBytes("memory");
  }

  private static SortedMap<String, String> texts(Config config) {
    SortedMap<String, String> texts = new TreeMap<>();
    for (var entry : config.root().entrySet()) {
      texts.put(entry.getKey(), String.valueOf(entry.getValue().unwrapped()));
    }
    return texts;
  }

  private static Optional<UidRange> uids(String text) {
    var range = UidRange.parse(text);
    if (range.isEmpty() && !text.isEmpty()) {
      throw new AgentException(
          ROOT + ".uids: allowed is FIRST-LAST, from 1 on, or nothing, given was '" + text + "'");
    }
    return range;
  }

  /** Returns these settings with other settings of the executor. */
  AgentSettings with(ExecutorSettings other) {
    return new AgentSettings(other, beat, site);
  }

  /** Returns a copy of these settings with other settings for its site. */
  public AgentSettings with(SiteSettings other) {
    return new AgentSettings(executor, beat, other);
  }
}
