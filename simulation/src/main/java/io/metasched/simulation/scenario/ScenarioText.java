package io.metasched.simulation.scenario;

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
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.SpellingHint;
import io.metasched.simulation.random.Seeds;
import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Text of a scenario, completed by defaults. Files are untrusted: they are bounded in size, must
 * not include other files or refer to other values, and every key must be known.
 */
public final class ScenarioText {
  private static final long MOST_BYTES = 256 * 1024;
  private static final String LOG_FILES = "log.files";
  private static final String JOBS_FILE = "jobs.file";
  private static final String DOMAINS = "domains";
  private static final String LOCAL_LOG = "local.log";
  private static final List<String> OWN_FILES =
      List.of("nodes.file", JOBS_FILE, "local.file", LOCAL_LOG, "users.file");

  private final String name;
  private final ScenarioSchema schema;
  private final Config config;

  private ScenarioText(String name, ScenarioSchema schema, Config config) {
    this.name = name;
    this.schema = schema;
    this.config = config;
  }

  /** Returns the packed scenario that contains every key of a schema. */
  static ScenarioText defaultsOf(ScenarioSchema schema) {
    return new ScenarioText(schema.packed().get(0), schema, schema.defaults());
  }

  /**
   * Reads a scenario file with the defaults; the scenario is named after the file.
   *
   * @throws UsageException if it cannot be read or parsed, or has an unknown key
   */
  static ScenarioText ofFile(Path file, ScenarioSchemas schemas) {
    var fileName = String.valueOf(file.getFileName());
    var name = fileName.replaceFirst("\\.[^.]*$", "").replaceAll("[^A-Za-z0-9_-]", "-");
    var text = ofText(read(file), file.toString(), name.isEmpty() ? "scenario" : name, schemas);
    return text.withFilesBeside(file);
  }

  /**
   * Returns a copy in which paths of tables relative to the scenario's own file are relative to the
   * current folder.
   */
  private ScenarioText withFilesBeside(Path file) {
    var text = this;
    for (var key : ownFileKeys()) {
      var name = ownFile(key);
      try {
        var beside = file.resolveSibling(name);
        if (!name.isEmpty() && !Path.of(name).isAbsolute() && Files.isRegularFile(beside)) {
          text = text.withText(key, beside.toString(), where(config.getValue(key).origin()));
        }
      } catch (InvalidPathException e) { // reported when the file is opened
      }
    }
    return text;
  }

  static ScenarioText ofText(String text, String origin, String name, ScenarioSchemas schemas) {
    var own = parse(text, origin);
    var schema = schemas.of(own);
    requireKnownKeys(own.root(), "", schema);
    return new ScenarioText(name, schema, merged(own, schema.defaults()));
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
      var message = PrintableText.line(String.valueOf(e.getMessage()));
      throw new UsageException(message.replaceFirst(": (\\d+): ", ":$1: "));
    } catch (StackOverflowError e) {
      throw new UsageException("%s: nested too deeply".formatted(origin));
    }
  }

  /** Returns the origin of a value: {@code file:line}, or the option with which it was given. */
  public static String where(ConfigOrigin origin) {
    var description = PrintableText.line(origin.description());
    var line = description.startsWith("--") ? "" : ":$1";
    return description.replaceFirst(": (\\d+)(-\\d+)?$", line);
  }

  /** Returns untrusted text as one line of a message. */
  public static String oneLine(String message) {
    return PrintableText.line(message);
  }

  private static void requireKnownKeys(ConfigObject own, String prefix, ScenarioSchema schema) {
    for (var key : own.keySet()) {
      // a quoted key may contain a dot, and is then unknown
      var path = prefix + ConfigUtil.joinPath(key);
      var value = own.get(key);
      if (value == null) {
        continue;
      }
      requireKnownKey(path, where(value.origin()), schema);
      requireSameForm(path, value, schema);
      // users choose the names of policies and properties
      if (value instanceof ConfigObject section && !schema.openSections().contains(path)) {
        requireKnownKeys(section, path + ".", schema);
      }
    }
  }

  private static void requireSameForm(String path, ConfigValue value, ScenarioSchema schema) {
    boolean section = schema.defaults().getValue(path).valueType() == ConfigValueType.OBJECT;
    if (section != (value.valueType() == ConfigValueType.OBJECT)) {
      throw new UsageException(
          "%s: %s: allowed is %s, given was %s"
              .formatted(
                  where(value.origin()),
                  path,
                  section ? "a section { ... }" : "a single value",
                  PrintableText.line(value.render(ConfigRenderOptions.concise()))));
    }
  }

  private static void requireKnownKey(String path, String where, ScenarioSchema schema) {
    boolean known;
    try {
      known = schema.defaults().hasPathOrNull(path);
    } catch (ConfigException.BadPath e) {
      known = false;
    }
    if (!known) {
      throw new UsageException(
          "%s: unknown key '%s'%s".formatted(where, PrintableText.line(path), hint(path, schema)));
    }
  }

  /**
   * Returns a suggestion: the nearest key or section, otherwise a key of that name in another
   * section.
   */
  private static String hint(String path, ScenarioSchema schema) {
    var known = new TreeSet<>(schema.openSections());
    for (var entry : schema.defaults().entrySet()) {
      var key = entry.getKey();
      known.add(key);
      for (int dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
        known.add(key.substring(0, dot));
      }
    }
    var elsewhere = known.stream().filter(key -> key.endsWith("." + path)).findFirst();
    return elsewhere
        .map(key -> "; did you mean '%s'?".formatted(key))
        .orElseGet(() -> SpellingHint.hint(path, known));
  }

  /**
   * Returns a copy with one value changed.
   *
   * @param keyAndValue {@code key=value}, the value in the notation of scenario files
   * @param origin name of the source in errors, such as {@code --set}
   */
  public ScenarioText with(String keyAndValue, String origin) {
    int equals = keyAndValue.indexOf('=');
    if (equals < 1) {
      throw new UsageException(
          "%s: allowed is key=value, given was '%s'"
              .formatted(origin, PrintableText.line(keyAndValue)));
    }
    var own = parse(keyAndValue, origin);
    requireKnownKeys(own.root(), "", schema);
    return new ScenarioText(name, schema, merged(own, config));
  }

  /** Returns a copy with one value changed to a text, which may contain any characters. */
  public ScenarioText withText(String key, String text, String origin) {
    var value = ConfigValueFactory.fromAnyRef(text, origin);
    return new ScenarioText(name, schema, config.withValue(key, value));
  }

  /** Returns a copy with one value changed to a list of texts. */
  public ScenarioText withTexts(String key, List<String> texts, String origin) {
    var value = ConfigValueFactory.fromIterable(texts, origin);
    return new ScenarioText(name, schema, config.withValue(key, value));
  }

  /**
   * Returns a copy whose logs and files, if it has any, are given by the paths at which they were
   * found.
   */
  public ScenarioText withLogs(Function<String, Path> logs) {
    var text = this;
    for (var key : ownFileKeys()) {
      var name = ownFile(key);
      if (!name.isEmpty()) {
        text = text.withText(key, logs.apply(name).toString(), key);
      }
    }
    return text.withLogFiles(logs);
  }

  /** Returns the keys that may name a file, including keys of single domains. */
  private List<String> ownFileKeys() {
    var keys = new ArrayList<>(OWN_FILES);
    if (config.hasPath(DOMAINS) && config.getValue(DOMAINS) instanceof ConfigObject domains) {
      for (var domain : domains.keySet().stream().sorted().toList()) {
        keys.add(DOMAINS + "." + ConfigUtil.joinPath(domain) + "." + LOCAL_LOG);
      }
    }
    return keys;
  }

  /** Returns the file that a key names; empty if it names none, or if its value is not a text. */
  private String ownFile(String key) {
    boolean isText =
        config.hasPath(key) && config.getValue(key).valueType() == ConfigValueType.STRING;
    return isText ? config.getString(key) : "";
  }

  private ScenarioText withLogFiles(Function<String, Path> logs) {
    if (!takesLog()) {
      return this;
    }
    if (schema.has(LOG_FILES)) {
      var files = config.getStringList(LOG_FILES).stream().map(logs).map(Path::toString).toList();
      return withTexts(LOG_FILES, files, "TRACE");
    }
    return withText("log.file", logs.apply(config.getString("log.file")).toString(), "--trace");
  }

  /** Returns the seeds of its run. */
  public Seeds seeds() {
    long seed = new Values(config).whole("seed", Long.MIN_VALUE, Long.MAX_VALUE);
    return new Seeds(seed, name, 0);
  }

  /** Returns whether the jobs of the scenario come from a log. */
  public boolean takesLog() {
    boolean hasOwn = schema.has(JOBS_FILE) && !config.getString(JOBS_FILE).isEmpty();
    return !hasOwn && (!schema.has("jobs.source") || config.getString("jobs.source").equals("log"));
  }

  /** Returns whether the scenario reads a log, for its jobs or as local jobs. */
  public boolean readsLog() {
    return takesLog()
        || ownFileKeys().stream()
            .anyMatch(key -> key.endsWith(LOCAL_LOG) && !ownFile(key).isEmpty());
  }

  /** Returns a copy with another name. */
  public ScenarioText named(String newName) {
    return new ScenarioText(newName, schema, config);
  }

  public String name() {
    return name;
  }

  /** Returns the schema with its keys. */
  public ScenarioSchema schema() {
    return schema;
  }

  public Config config() {
    return config;
  }

  /** Returns each key with its effective value, in a normalized notation. */
  public SortedMap<String, String> settings() {
    var settings = new TreeMap<String, String>();
    for (var entry : config.entrySet()) {
      settings.put(entry.getKey(), entry.getValue().render(ConfigRenderOptions.concise()));
    }
    return settings;
  }

  /** Returns all its values as text that can be parsed, sorted, without comments. */
  public String render() {
    return config
        .root()
        .render(
            ConfigRenderOptions.defaults()
                .setOriginComments(false)
                .setComments(false)
                .setJson(false));
  }

  /**
   * Includer that refuses to read other files from any place; the library would read a kind that is
   * not overridden.
   */
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
