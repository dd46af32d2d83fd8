package io.metasched.simulation.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The text of a scenario over the defaults. Files are foreign: bounded in size, without includes
 * and without references to other values, and every key must be known.
 */
public final class ScenarioText {
  private static final long MOST_BYTES = 256 * 1024;

  /** The names of the scenarios that the program carries with it: those in conf/scenarios. */
  public static final List<String> PACKED = List.of("default", "trace", "two-level");

  private final String name;
  private final ScenarioKind kind;
  private final Config config;

  private ScenarioText(String name, ScenarioKind kind, Config config) {
    this.name = name;
    this.kind = kind;
    this.config = config;
  }

  /** The default scenario. */
  public static ScenarioText defaults() {
    return new ScenarioText("default", ScenarioKind.CYCLIC, ScenarioKind.CYCLIC.defaults());
  }

  /**
   * A scenario that the program carries with it.
   *
   * @throws IllegalArgumentException for a name that is not in {@link #PACKED}
   */
  public static ScenarioText packed(String name) {
    return name.equals("default")
        ? defaults()
        : ofText(packedText("scenarios", name), name + ".conf", name);
  }

  /**
   * The environment of an experiment, from conf/experiments as it was packed.
   *
   * @throws IllegalArgumentException when there is none of that name
   */
  public static ScenarioText packedExperiment(String name) {
    return ofText(packedText("experiments", name), name + ".conf", name);
  }

  static String packedText(String folder, String name) {
    var resource = "/%s/%s.conf".formatted(folder, name);
    try (InputStream in = ScenarioText.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException(
            "the program carries no %s/%s.conf".formatted(folder, name));
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A scenario file over the defaults, named after the file.
   *
   * @throws UsageException when it cannot be read or understood, or has an unknown key
   */
  public static ScenarioText ofFile(Path file) {
    var fileName = String.valueOf(file.getFileName());
    var name = fileName.replaceFirst("\\.[^.]*$", "").replaceAll("[^A-Za-z0-9_-]", "-");
    return ofText(read(file), file.toString(), name.isEmpty() ? "scenario" : name);
  }

  /**
   * Scenario text over the defaults of its kind; {@code origin} is what errors call it. Text that
   * does not say its kind is cyclic.
   */
  public static ScenarioText ofText(String text, String origin, String name) {
    var own = parse(text, origin);
    var kind = ScenarioKind.of(own);
    requireKnownKeys(own.root(), "", kind);
    return new ScenarioText(name, kind, merged(own, kind.defaults()));
  }

  private static Config merged(Config own, Config below) {
    return own.withFallback(below);
  }

  private static String read(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new UsageException(
            "%s: %s"
                .formatted(
                    file, Files.exists(file) ? "is not a regular file" : "no such scenario file"));
      }
      if (Files.size(file) > MOST_BYTES) {
        throw new UsageException(
            "%s: a scenario has at most %d bytes, this file has %d"
                .formatted(file, MOST_BYTES, Files.size(file)));
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw new UsageException("%s: cannot be read as text: %s".formatted(file, e.getMessage()));
    }
  }

  private static Config parse(String text, String origin) {
    try {
      var options =
          ConfigParseOptions.defaults()
              .setSyntax(ConfigSyntax.CONF)
              .setOriginDescription(origin)
              .setIncluder(new NoIncludes(origin));
      var parsed = ConfigFactory.parseReader(new StringReader(text), options);
      if (!parsed.isResolved()) {
        throw new UsageException(
            "%s: references such as ${key} are not allowed in a scenario".formatted(origin));
      }
      return parsed;
    } catch (ConfigException e) {
      var message = oneLine(String.valueOf(e.getMessage()));
      throw new UsageException(message.replaceFirst(": (\\d+): ", ":$1: "));
    } catch (StackOverflowError e) {
      throw new UsageException("%s: nested too deeply".formatted(origin));
    }
  }

  /** Where a value was written: {@code file:line}, or the option it was given with. */
  static String where(ConfigOrigin origin) {
    var description = oneLine(origin.description());
    var line = description.startsWith("--") ? "" : ":$1";
    return description.replaceFirst(": (\\d+)(-\\d+)?$", line);
  }

  static String oneLine(String message) {
    return message.replaceAll("\\p{Cntrl}+", " ").strip();
  }

  private static void requireKnownKeys(ConfigObject own, String prefix, ScenarioKind kind) {
    for (var key : own.keySet()) {
      // a quoted key may hold a dot, and is then none of ours
      var path = prefix + ConfigUtil.joinPath(key);
      var value = own.get(key);
      if (value == null) {
        continue;
      }
      requireKnownKey(path, where(value.origin()), kind);
      requireSameForm(path, value, kind);
      // names of policies and properties are the user's
      if (value instanceof ConfigObject section && !kind.openSections().contains(path)) {
        requireKnownKeys(section, path + ".", kind);
      }
    }
  }

  private static void requireSameForm(String path, ConfigValue value, ScenarioKind kind) {
    boolean section = kind.defaults().getValue(path).valueType() == ConfigValueType.OBJECT;
    if (section != (value.valueType() == ConfigValueType.OBJECT)) {
      throw new UsageException(
          "%s: %s: allowed is %s, given was %s"
              .formatted(
                  where(value.origin()),
                  path,
                  section ? "a section { ... }" : "a single value",
                  oneLine(value.render(ConfigRenderOptions.concise()))));
    }
  }

  private static void requireKnownKey(String path, String where, ScenarioKind kind) {
    boolean known;
    try {
      known = kind.defaults().hasPathOrNull(path);
    } catch (ConfigException.BadPath e) {
      known = false;
    }
    if (!known) {
      throw new UsageException(
          "%s: unknown key '%s'%s".formatted(where, oneLine(path), hint(path, kind)));
    }
  }

  /** The nearest key or section, else a key of that name in another section. */
  private static String hint(String path, ScenarioKind kind) {
    var known = new TreeSet<>(kind.openSections());
    for (var entry : kind.defaults().entrySet()) {
      var key = entry.getKey();
      known.add(key);
      for (int dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
        known.add(key.substring(0, dot));
      }
    }
    var elsewhere = known.stream().filter(key -> key.endsWith("." + path)).findFirst();
    return elsewhere
        .map(key -> "; did you mean '%s'?".formatted(key))
        .orElseGet(() -> Nearest.hint(path, known));
  }

  /**
   * The same scenario with one value changed.
   *
   * @param keyAndValue {@code key=value}, the value in the notation of scenario files
   * @param origin what errors call it, such as {@code --set}
   */
  public ScenarioText with(String keyAndValue, String origin) {
    int equals = keyAndValue.indexOf('=');
    if (equals < 1) {
      throw new UsageException(
          "%s: allowed is key=value, given was '%s'".formatted(origin, oneLine(keyAndValue)));
    }
    var own = parse(keyAndValue, origin);
    requireKnownKeys(own.root(), "", kind);
    return new ScenarioText(name, kind, merged(own, config));
  }

  /** The same scenario with one value changed to a text, whatever signs it has. */
  public ScenarioText withText(String key, String text, String origin) {
    var value = ConfigValueFactory.fromAnyRef(text, origin);
    return new ScenarioText(name, kind, config.withValue(key, value));
  }

  /** The same scenario with one value changed to a list of texts. */
  public ScenarioText withTexts(String key, List<String> texts, String origin) {
    var value = ConfigValueFactory.fromIterable(texts, origin);
    return new ScenarioText(name, kind, config.withValue(key, value));
  }

  /** The same scenario with its log, if it takes jobs from one, by the path it was found at. */
  public ScenarioText withLog(Function<String, Path> logs) {
    return config.getString("jobs.source").equals("log")
        ? withText("log.file", logs.apply(config.getString("log.file")).toString(), "--trace")
        : this;
  }

  /** The same scenario under another name. */
  public ScenarioText named(String newName) {
    return new ScenarioText(newName, kind, config);
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** What kind of scenario it is. */
  public ScenarioKind kind() {
    return kind;
  }

  Config config() {
    return config;
  }

  /** All its values as text that can be read again, sorted, without comments. */
  public String render() {
    return config
        .root()
        .render(
            ConfigRenderOptions.defaults()
                .setOriginComments(false)
                .setComments(false)
                .setJson(false));
  }

  /** Refuses to read other files, wherever they are; without all four kinds the library reads. */
  private record NoIncludes(String origin)
      implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {
    @Override
    public ConfigIncluder withFallback(ConfigIncluder fallback) {
      return this;
    }

    @Override
    public ConfigObject include(ConfigIncludeContext context, String what) {
      throw refusal();
    }

    @Override
    public ConfigObject includeFile(ConfigIncludeContext context, File what) {
      throw refusal();
    }

    @Override
    public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
      throw refusal();
    }

    @Override
    public ConfigObject includeResources(ConfigIncludeContext context, String what) {
      throw refusal();
    }

    private UsageException refusal() {
      return new UsageException("%s: includes are not allowed in a scenario".formatted(origin));
    }
  }
}
