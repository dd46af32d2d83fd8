package io.metasched.metascheduler.deployment.config;

import com.typesafe.config.Config;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of the database in which the events of a cluster are persisted; the reference.conf of
 * this module documents each value.
 *
 * @param kind kind of database
 * @param url JDBC URL; it may contain secrets, so messages show only {@link #place}
 * @param user user of the database; empty for none
 * @param password password of the user; never shown
 */
public record JournalSettings(Kind kind, String url, String user, String password) {
  /** Environment variable with the URL. */
  public static final String URL = "METASCHED_JOURNAL_URL";

  /** Environment variable with the user. */
  public static final String USER = "METASCHED_JOURNAL_USER";

  /** Environment variable with the password, because command lines are visible to others. */
  public static final String PASSWORD = "METASCHED_JOURNAL_PASSWORD";

  private static final String DATABASE = "slick";
  private static final String PATH = ClusterSettings.ROOT + ".journal";

  private static final String WRITER =
      "io.metasched.metascheduler.deployment.journal.OneTripJournal";

  /**
   * Number of connections of a JVM. The plugin collects concurrent writes of all actors in one
   * statement, so one connection writes, and the other reads for actors that recover. More
   * connections would only make batches smaller, and a database has to serve the connections of all
   * JVMs (PostgreSQL allows 100).
   */
  private static final int CONNECTIONS = 2;

  /** Kind of database that can keep a journal. */
  public enum Kind {
    /** H2, for the JVMs of one machine. */
    H2("jdbc:h2:", "org.h2.Driver", "slick.jdbc.H2Profile$"),
    /** PostgreSQL, for several machines. */
    POSTGRES("jdbc:postgresql:", "org.postgresql.Driver", "slick.jdbc.PostgresProfile$");

    private final String scheme;
    private final String driver;
    private final String profile;

    Kind(String scheme, String driver, String profile) {
      this.scheme = scheme;
      this.driver = driver;
      this.profile = profile;
    }

    /** Returns the name of the folder with the table definitions of this kind in the plugin. */
    public String registryName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Creates the settings for the kind of database in the URL.
   *
   * @throws DeploymentException if the URL names no known kind
   */
  public static JournalSettings of(String url, String user, String password) {
    for (var kind : Kind.values()) {
      if (url.startsWith(kind.scheme) && url.length() > kind.scheme.length()) {
        return new JournalSettings(kind, url, user, password);
      }
    }
    throw new DeploymentException(
        "%s.url (%s): allowed is %s… or %s…, or empty for no journal, given was '%s'"
            .formatted(PATH, URL, Kind.H2.scheme, Kind.POSTGRES.scheme, shown(url)));
  }

  /** Reads the settings from the configuration; empty if no journal is kept. */
  static Optional<JournalSettings> read(Config config) {
    var own = config.getConfig(PATH);
    var url = own.getString("url").strip();
    return url.isEmpty()
        ? Optional.empty()
        : Optional.of(of(url, own.getString("user"), own.getString("password")));
  }

  /** Returns the place of the database, without other parts of the URL. */
  public String place() {
    return shown(url);
  }

  /**
   * Returns the URL on one line, shortened, and without parameters and user names, which may be
   * secrets.
   */
  private static String shown(String url) {
    var bare = url.replaceFirst("[?;\\s].*", "").replaceFirst("//[^/]*@", "//");
    return bare.length() <= 80 ? bare : bare.substring(0, 80) + "…";
  }

  /** Returns the environment variables for a JVM that uses the journal. */
  public Map<String, String> environment() {
    var variables = new LinkedHashMap<String, String>();
    variables.put(URL, url);
    variables.put(USER, user);
    variables.put(PASSWORD, password);
    return variables;
  }

  /** Returns the configuration for an actor system that uses the journal. */
  Map<String, Object> plugin() {
    Map<String, Object> plugin = new LinkedHashMap<>();
    plugin.put("akka.persistence.journal.plugin", "jdbc-journal");
    plugin.put("akka.persistence.snapshot-store.plugin", "jdbc-snapshot-store");
    // all events are kept, so recovery is possible if a snapshot cannot be read
    plugin.put("jdbc-snapshot-store.snapshot-is-optional", true);
    // events and snapshots share the connections
    plugin.put("akka-persistence-jdbc.shared-databases." + DATABASE + ".profile", kind.profile);
    putDatabase(plugin, "akka-persistence-jdbc.shared-databases." + DATABASE + ".db.");
    for (var store : List.of("jdbc-journal", "jdbc-snapshot-store")) {
      plugin.put(store + ".use-shared-db", DATABASE);
    }
    plugin.put("jdbc-journal.parallelism", CONNECTIONS);
    plugin.put("jdbc-journal.dao", WRITER);
    return plugin;
  }

  private void putDatabase(Map<String, Object> plugin, String path) {
    plugin.put(path + "driver", kind.driver);
    plugin.put(path + "url", url);
    plugin.put(path + "user", user);
    plugin.put(path + "password", password);
    plugin.put(path + "numThreads", CONNECTIONS);
    plugin.put(path + "maxConnections", CONNECTIONS);
    plugin.put(path + "minConnections", 1);
  }

  @Override
  public String toString() {
    return "journal at " + place();
  }
}
