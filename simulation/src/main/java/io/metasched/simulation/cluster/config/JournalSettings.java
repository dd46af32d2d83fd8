package io.metasched.simulation.cluster.config;

import com.typesafe.config.Config;
import io.metasched.simulation.config.UsageException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Where the events of a cluster are kept; conf/cluster.conf says what each value means.
 *
 * @param kind the kind of database
 * @param url of JDBC; it may carry secrets, so it is told to nobody but {@link #place}
 * @param user who writes; empty for nobody in particular
 * @param password of the user; it is told to nobody
 */
public record JournalSettings(Kind kind, String url, String user, String password) {
  /** The variable of the environment that gives the URL. */
  public static final String URL = "METASCHED_JOURNAL_URL";

  /** The variable of the environment that gives the user. */
  public static final String USER = "METASCHED_JOURNAL_USER";

  /** The variable of the environment that gives the password: a command line is seen by others. */
  public static final String PASSWORD = "METASCHED_JOURNAL_PASSWORD";

  private static final String PATH = "metasched.simulation.cluster.journal";

  /**
   * Connections of a JVM. The plugin gathers what all actors write meanwhile into one statement, so
   * one connection is busy writing and the other reads for whoever comes to life; more only makes
   * batches smaller, and a database has to serve these of all JVMs (PostgreSQL allows 100).
   */
  private static final int CONNECTIONS = 2;

  /** A kind of database that can keep a journal. */
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

    /** The folder of its tables' definitions, among those that the plugin brings. */
    public String registryName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A journal of the kind that the URL tells.
   *
   * @throws UsageException when there is no such kind
   */
  public static JournalSettings of(String url, String user, String password) {
    for (var kind : Kind.values()) {
      if (url.startsWith(kind.scheme) && url.length() > kind.scheme.length()) {
        return new JournalSettings(kind, url, user, password);
      }
    }
    throw new UsageException(
        "%s.url (%s): allowed is %s… or %s…, or empty for no journal, given was '%s'"
            .formatted(PATH, URL, Kind.H2.scheme, Kind.POSTGRES.scheme, shown(url)));
  }

  /** What the configuration says; nothing where no journal is to be kept. */
  static Optional<JournalSettings> read(Config config) {
    var own = config.getConfig(PATH);
    var url = own.getString("url").strip();
    return url.isEmpty()
        ? Optional.empty()
        : Optional.of(of(url, own.getString("user"), own.getString("password")));
  }

  /** Where it is, without what a URL may carry beyond that. */
  public String place() {
    return shown(url);
  }

  /** Parameters and names of users may be secrets, and a long text is no line. */
  private static String shown(String url) {
    var bare = url.replaceFirst("[?;\\s].*", "").replaceFirst("//[^/]*@", "//");
    return bare.length() <= 80 ? bare : bare.substring(0, 80) + "…";
  }

  /** What a JVM that is to use it finds in its environment. */
  public Map<String, String> environment() {
    var variables = new LinkedHashMap<String, String>();
    variables.put(URL, url);
    variables.put(USER, user);
    variables.put(PASSWORD, password);
    return variables;
  }

  /** What an actor system that is to use it has in its configuration. */
  Map<String, Object> plugin() {
    Map<String, Object> plugin = new LinkedHashMap<>();
    plugin.put("akka.persistence.journal.plugin", "jdbc-journal");
    // a run has few events for each actor: whoever comes to life reads them all
    plugin.put("akka.persistence.snapshot-store.plugin", "akka.persistence.no-snapshot-store");
    plugin.put("jdbc-journal.parallelism", CONNECTIONS);
    plugin.put("jdbc-journal.slick.profile", kind.profile);
    plugin.put("jdbc-journal.slick.db.driver", kind.driver);
    plugin.put("jdbc-journal.slick.db.url", url);
    plugin.put("jdbc-journal.slick.db.user", user);
    plugin.put("jdbc-journal.slick.db.password", password);
    plugin.put("jdbc-journal.slick.db.numThreads", CONNECTIONS);
    plugin.put("jdbc-journal.slick.db.maxConnections", CONNECTIONS);
    plugin.put("jdbc-journal.slick.db.minConnections", 1);
    return plugin;
  }

  @Override
  public String toString() {
    return "journal at " + place();
  }
}
